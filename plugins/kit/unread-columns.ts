/** Columns of a table that nobody reads, though their titles look as if they counted: a fee, a tax, a status, units. */
import type { ParsedReport, Row, RowIssue } from '../brim/contract.ts'
import { wholeEvents } from './events.ts'
import { isSignificant, isStatus, outcomeOf } from './significant.ts'
import { squeeze } from './text.ts'

const NOTHING = /^(n\/?a\.?|nan|null|none|nil|no|false)$/i
const LONGEST_TITLE = 60

/** The titles of one table, and what stands below them up to `end`. */
export type Titled = { readonly rows: readonly Row[]; readonly header: number; readonly end?: number }

/** A warning for each of them in which something stands, once a title; `reported`: those that were named before. */
export function unreadColumns(
  { rows, header, end = rows.length }: Titled,
  isRead: (index: number, title: string) => boolean,
  reported: Set<string> = new Set(),
): RowIssue[] {
  return (rows[header]?.cells ?? []).flatMap((cell, index): RowIssue[] => {
    const title = squeeze(cell)
    if (title === '' || isRead(index, title) || reported.has(title) || !isSignificant(title)) return []
    const row = rows.slice(header + 1, end).find(({ cells }) => saysSomething(cells[index] ?? ''))
    if (row === undefined) return []
    reported.add(title)
    const detail = `Nothing is read of the column ${title.slice(0, LONGEST_TITLE)}, whose title looks as if it counted (row ${row.number}). Compare what was booked of that row, and report the title so that it can be added.`
    return [{ row: null, severity: 'warning', code: 'column-unread', detail }]
  })
}

/** An error for each row that such a column says did not take place: cancelled, rejected, failed. */
export function undoneRows(
  { rows, header, end = rows.length }: Titled,
  isRead: (index: number, title: string) => boolean,
  offset = 0,
): RowIssue[] {
  return (rows[header]?.cells ?? []).flatMap((cell, index): RowIssue[] => {
    const title = squeeze(cell)
    if (isRead(index, title) || !isStatus(title)) return []
    return rows.slice(header + 1, end).flatMap(({ number, cells }): RowIssue | [] => {
      const status = squeeze(cells[index] ?? '')
      if (number <= 0 || outcomeOf(status) !== 'undone') return []
      const detail = `The column ${title.slice(0, LONGEST_TITLE)} says "${status}", so that the row may not have taken place. Enter it by hand if it did.`
      return { row: number + offset, severity: 'error', code: 'not-executed', detail }
    })
  })
}

/** The report without rows that did not take place, and without whatever is of their events. */
export function withoutUndone(report: ParsedReport, undone: readonly RowIssue[]): ParsedReport {
  if (undone.length === 0) return report
  const rows = new Set(undone.map(({ row }) => row))
  const ignored = report.ignored.filter(({ row }) => !rows.has(row))
  const issues = [...report.issues.filter(({ row }) => row === null || !rows.has(row)), ...undone]
  return wholeEvents({ ...report, ignored, issues })
}

/** Neither empty nor a zero, nor the status of what was carried out. */
function saysSomething(cell: string): boolean {
  const text = squeeze(cell)
  if (/\d/.test(text)) return /[1-9]/.test(text)
  return /\p{L}/u.test(text) && !NOTHING.test(text) && outcomeOf(text) !== 'done'
}
