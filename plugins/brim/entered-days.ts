/**
 * Days that were entered in a tracker which stores them as the midnight of the user's clock, in UTC: east of Greenwich that is the evening before. Whether
 * an hour is such a midnight the whole file tells: exchanges are closed on Saturdays and Sundays, so that what was traded on a Sunday in UTC was
 * entered as Monday's, and what was traded on a Friday was not entered as Saturday's.
 */

import { type ColumnTitles, findHeader, readRecords } from '#plugins/kit/index.ts'
import { addDays } from '#src/shared/date.ts'
import type { ParsedReport, ReportFile, RowIssue, Table } from './contract.ts'

/** What may be the midnight of a clock that is 1 to 14 hours ahead; some are a quarter or half an hour off. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ](1\d|2[0-3]):(00|15|30):00(?:\.0+)?(?:Z|\+00:?00)$/
/** From here on it is midnight in Europe where no trade tells. */
const EVENING = 21
const SUNDAY = 0
const FRIDAY = 5

type Titles<K extends string> = Readonly<Record<'date' | 'kind' | K, string>>
type Get<K extends string> = (name: K) => string

type Facts<K extends string> = {
  /** Of the columns, such as `'type|action'`. */
  readonly titles: Titles<K>
  /** Of a purchase or sale: whether it was made at an exchange. */
  readonly isListed: (get: Get<K>) => boolean
  /** Whether the evening may be the afternoon of the user, where no trade tells. */
  readonly isAfternoon?: (get: Get<K>) => boolean
}

type Moment = {
  readonly cells: readonly string[]
  readonly place: number
  readonly day: string
  readonly hour: number
  readonly minute: string
  readonly weekday: number | undefined
  readonly isAfternoon: boolean
}
/** `isProved`: by trades that all say the same. */
type Judged = Moment & { readonly isNextDay: boolean; readonly isProved: boolean }

/** Parts of an importer: its files with the days that were entered in place of such instants, and what is to be said of those that nothing proves. */
export function enteredDays<K extends string>(facts: Facts<K>) {
  const judgedIn = ({ tables, records = [] }: ReportFile) =>
    judge([...tables, ...records].flatMap((one) => momentsIn(one, facts)))
  return {
    prepare(file: ReportFile): ReportFile {
      const next = judgedIn(file).filter(({ isNextDay }) => isNextDay)
      const changed = new Map(next.map(({ cells, place, day }) => [cells, cells.with(place, addDays(day, 1))]))
      if (changed.size === 0) return file
      const change = (table: Table): Table => {
        return { ...table, rows: table.rows.map((row) => ({ ...row, cells: changed.get(row.cells) ?? row.cells })) }
      }
      return { ...file, tables: file.tables.map(change), records: file.records?.map(change) }
    },
    finish(report: ParsedReport, _: readonly ReportFile[], given: readonly ReportFile[]): ParsedReport {
      return { ...report, issues: [...report.issues, ...given.flatMap((file) => unproved(judgedIn(file)))] }
    },
  }
}

function momentsIn<K extends string>(table: Table, { titles, isListed, isAfternoon }: Facts<K>): Moment[] {
  const header = findHeader<string>(table, splitEach(titles), ['date', 'kind'])
  const place = header?.columns['date']
  if (header === undefined || place === undefined) return []
  return readRecords(table, header).flatMap(({ cells, get }) => {
    const [, day, hour, minute = ''] = MIDNIGHT.exec(get('date')) ?? []
    if (day === undefined) return []
    const isTrade = /^(buy|sell)$/i.test(get('kind')) && isListed(get)
    const weekday = isTrade ? new Date(`${day}T00:00:00Z`).getUTCDay() : undefined
    return { cells, place, day, hour: Number(hour), minute, weekday, isAfternoon: isAfternoon?.(get) ?? false }
  })
}

function splitEach(titles: Readonly<Record<string, string>>): ColumnTitles<string> {
  return Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, title.split('|')]))
}

/** Summer time moves midnight by an hour, so that the trades of its neighbours tell, too. */
function judge(moments: readonly Moment[]): Judged[] {
  const counts = new Map<string, number>()
  const key = (hour: number, minute: string, weekday: number | undefined) => `${hour}:${minute} ${weekday}`
  for (const { hour, minute, weekday } of moments) {
    const one = key(hour, minute, weekday)
    counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return moments.map((moment) => {
    const near = [moment.hour - 1, moment.hour, moment.hour + 1]
    const count = (weekday: number) => near.reduce((sum, one) => sum + (counts.get(key(one, moment.minute, weekday)) ?? 0), 0)
    const [sundays, fridays] = [count(SUNDAY), count(FRIDAY)]
    const isEvening = sundays === fridays && moment.hour >= EVENING && !moment.isAfternoon
    return { ...moment, isNextDay: sundays > fridays || isEvening, isProved: (sundays === 0) !== (fridays === 0) }
  })
}

/** Said once of those that were taken for the next day, and once of those that were not. */
function unproved(judged: readonly Judged[]): RowIssue[] {
  return [true, false].flatMap((isNext): RowIssue | [] => {
    const unsure = judged.filter(({ isNextDay, isProved }) => isNextDay === isNext && !isProved)
    if (unsure.length === 0) return []
    const clocks = [...new Set(unsure.map(({ hour, minute }) => `${hour}:${minute}`))].join(', ')
    const many = unsure.length === 1 ? 'One row stands' : `${unsure.length} rows stand`
    const taken = isNext
      ? 'is midnight in Europe, so that the next day was taken. The file does not prove it: where that is a day late, correct it.'
      : 'may be midnight further east, so that the next day was meant. The file does not prove it, and the day in UTC was taken: where that is a day early, correct it.'
    const detail = `${many} at ${clocks} UTC, which ${taken}`
    return { row: null, severity: isNext ? 'info' : 'warning', code: 'days-unproved', detail }
  })
}
