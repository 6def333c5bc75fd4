/** Reports of positions name their day above or below the table, not in its rows: here it becomes a column. */
import type { ImportOptions, OptionDescription, ReportFile, Row, Table } from '#plugins/brim/contract.ts'
import { type DayOrder, parseDay, refuse, withColumns } from '#plugins/kit/index.ts'

/** The title of that column. */
export const REPORT_DAY = 'day of the report'

const OPTION = 'positions_day'

/** For files that do not name it at all. */
export const positionsDay: OptionDescription = {
  name: OPTION,
  description: 'Of a report of positions that does not say of which day it is: that day.',
  type: 'day',
  example: '2026-06-30',
}

type ReportDay = {
  /** Titles that none but the tables that are meant have. */
  readonly titles: readonly string[]
  /** Its first group is the day. */
  readonly day: RegExp
  readonly dates: DayOrder
}

/** Gives a file that column in the tables that are meant; where no cell names a day it is empty. */
export function withReportDay(facts: ReportDay): (file: ReportFile) => ReportFile {
  return (file) => ({ ...file, tables: file.tables.map((table) => withDay(table, facts)) })
}

function withDay(table: Table, { titles, day, dates }: ReportDay): Table {
  const header = table.rows.find(({ cells }) => cells.some((cell) => titles.includes(cell.trim())))
  if (header === undefined) return table
  const cells = table.rows.flatMap((row) => row.cells)
  const text = cells.map((cell) => day.exec(cell)?.[1]).find((one) => one !== undefined)
  const date = parseDay(text, dates) ?? ''
  return withColumns(table, header, [REPORT_DAY], (row) => (isText(row) ? undefined : [date]))
}

/** A sentence above or below a table fills one cell at most. */
export function isText({ cells }: Pick<Row, 'cells'>): boolean {
  return cells.filter((cell) => cell.trim() !== '').length < 2
}

/** The day that the user gives for positions. */
export function givenDay(options: ImportOptions): string | undefined {
  const given = options[OPTION]
  return typeof given === 'string' ? given : undefined
}

/** The day of a position: that of its file, else the one that the user gives. Throws RowRefusal. */
export function dayOfPosition({ date }: { readonly date: string | undefined }, options: ImportOptions): string {
  return (
    date ??
    givenDay(options) ??
    refuse('no-day', `The file does not say of which day it is. Give the option ${OPTION}, such as ${OPTION}=2026-06-30.`)
  )
}
