/**
 * The days of the export, whose dates are instants in UTC. Older versions stored the midnight of the user's clock, so that a day entered east of Greenwich
 * is the evening before; later ones store four in the afternoon, which is as late in America. Exchanges are closed on Saturdays and Sundays: trades on
 * Sundays were entered at midnight, those on Fridays were not.
 */
import type { ReportFile, Table } from '#plugins/brim/contract.ts'
import { findHeader, type Header, type Record_, readRecords } from '#plugins/kit/index.ts'
import { addDays } from '#src/shared/date.ts'

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](1\d|2[0-3]):(?:00|30|45):00(?:\.0+)?(?:Z|\+00:?00)$/
/** Midnight in Europe, where no trade tells. */
const EVENING = 21
const AMERICAN = /^(USD|CAD|MXN|BRL|ARS|CLP|COP|PEN)$/
/** What a trade says of midnight, by its weekday from Sunday. */
const VOTES = [1, 0, 0, 0, 0, -1, 0]
const TITLES = {
  ...{ date: ['date'], kind: ['activityType'], instrument: ['instrumentType'] },
  ...{ ofAccount: ['accountCurrency'], own: ['currency'] },
}

type Name = keyof typeof TITLES
type Moment = { readonly row: number; readonly day: string; readonly hour: number; readonly money: string; readonly vote: number }

/** With the day that the user chose in place of an instant, where it is another one than in UTC. */
export function withChosenDays(file: ReportFile): ReportFile {
  return file.tables.length === 0 ? file : { ...file, tables: file.tables.map(chosenIn) }
}

function chosenIn(table: Table): Table {
  const header = findHeader<Name>(table, TITLES, ['date', 'kind'])
  const place = header?.columns.date
  if (header === undefined || place === undefined) return table
  const moments = readRecords(table, header).flatMap((record) => momentOf(record, header))
  const votes = new Map<number, number>()
  for (const { hour, vote } of moments) votes.set(hour, (votes.get(hour) ?? 0) + vote)
  const chosen = new Map<number, string>()
  for (const one of moments) if (isMidnight(one, votes)) chosen.set(one.row, addDays(one.day, 1))
  const rows = table.rows.map((row) => {
    const day = chosen.get(row.number)
    return day === undefined ? row : { ...row, cells: row.cells.with(place, day) }
  })
  return { ...table, rows }
}

function momentOf({ number, get }: Record_<Name>, { columns }: Header<Name>): Moment | [] {
  const [, day, hour] = MOMENT.exec(get('date')) ?? []
  if (day === undefined) return []
  const isTrade = /^(buy|sell)$/i.test(get('kind')) && !/crypto/i.test(get('instrument'))
  const vote = (isTrade ? VOTES[new Date(`${day}T00:00:00Z`).getUTCDay()] : undefined) ?? 0
  return { row: number, day, hour: Number(hour), money: get(columns.ofAccount === undefined ? 'own' : 'ofAccount'), vote }
}

/** Summer time moves midnight by an hour, so that its neighbours vote, too. */
function isMidnight({ hour, money }: Moment, votes: ReadonlyMap<number, number>): boolean {
  const vote = [hour - 1, hour, hour + 1].reduce((sum, one) => sum + (votes.get(one) ?? 0), 0)
  return vote > 0 || (vote === 0 && hour >= EVENING && !AMERICAN.test(money))
}
