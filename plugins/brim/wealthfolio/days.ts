/**
 * The days of the export, whose dates are instants in UTC. Older versions stored the midnight of the user's clock, so that a day entered east of Greenwich
 * is the evening before; later ones store four in the afternoon, which is as late in America. Exchanges are closed on Saturdays and Sundays: trades on
 * Sundays were entered at midnight, those on Fridays were not.
 */
import type { ReportFile, Table } from '#plugins/brim/contract.ts'
import { addDays } from '#src/shared/date.ts'

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](1\d|2[0-3]):(?:00|30|45):00(?:\.0+)?(?:Z|\+00:?00)$/
/** Midnight in Europe, where no trade tells. */
const EVENING = 21
const AMERICAN = /^(USD|CAD|MXN|BRL|ARS|CLP|COP|PEN)$/
const [SUNDAY, FRIDAY] = [0, 5]
const HEADER_WITHIN = 5

type Places = { readonly date: number; readonly kind: number; readonly money: number; readonly instrument: number }
type Moment = { readonly day: string; readonly hour: number }
/** For each hour how many trades more are on a Sunday than on a Friday. */
type Votes = ReadonlyMap<number, number>

/** With the day that the user chose in place of an instant, where it is another one than in UTC. */
export function withChosenDays(file: ReportFile): ReportFile {
  if (file.tables.length === 0) return file
  return { ...file, tables: file.tables.map(chosenIn) }
}

function chosenIn(table: Table): Table {
  const { rows } = table
  const start = rows.slice(0, HEADER_WITHIN).findIndex(({ cells }) => cells.includes('activityType') && cells.includes('date'))
  if (start < 0) return table
  const titles = rows[start]?.cells ?? []
  const at: Places = {
    date: titles.indexOf('date'),
    kind: titles.indexOf('activityType'),
    money: titles.indexOf('accountCurrency') < 0 ? titles.indexOf('currency') : titles.indexOf('accountCurrency'),
    instrument: titles.indexOf('instrumentType'),
  }
  const body = rows.slice(start + 1)
  if (body.every(({ cells }) => momentIn(cells, at) === undefined)) return table
  const votes = votesOf(body, at)
  const changed = body.map((row) => {
    const moment = momentIn(row.cells, at)
    const isNext = moment !== undefined && isMidnight(moment, votes, row.cells[at.money] ?? '')
    return isNext ? { ...row, cells: row.cells.with(at.date, addDays(moment.day, 1)) } : row
  })
  return { ...table, rows: [...rows.slice(0, start + 1), ...changed] }
}

function momentIn(cells: readonly string[], { date }: Places): Moment | undefined {
  const [, day, hour] = MOMENT.exec((cells[date] ?? '').trim()) ?? []
  return day === undefined ? undefined : { day, hour: Number(hour) }
}

function votesOf(rows: Table['rows'], at: Places): Votes {
  const votes = new Map<number, number>()
  for (const { cells } of rows) {
    const moment = momentIn(cells, at)
    if (moment === undefined || !/^(buy|sell)$/i.test(cells[at.kind] ?? '') || /crypto/i.test(cells[at.instrument] ?? ''))
      continue
    const weekday = new Date(`${moment.day}T00:00:00Z`).getUTCDay()
    const vote = weekday === SUNDAY ? 1 : weekday === FRIDAY ? -1 : 0
    votes.set(moment.hour, (votes.get(moment.hour) ?? 0) + vote)
  }
  return votes
}

/** Summer time moves midnight by an hour, so that its neighbours vote, too. */
function isMidnight({ hour }: Moment, votes: Votes, money: string): boolean {
  const vote = [hour - 1, hour, hour + 1].reduce((sum, one) => sum + (votes.get(one) ?? 0), 0)
  return vote > 0 || (vote === 0 && hour >= EVENING && !AMERICAN.test(money))
}
