/** Columns of a table that nobody reads, though their titles look as if they counted: a fee, a tax, a status, units. */
import type { Row, RowIssue } from '../brim/contract.ts'
import { isSignificant, outcomeOf } from './significant.ts'
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

/** Neither empty nor a zero, nor the status of what was carried out. */
function saysSomething(cell: string): boolean {
  const text = squeeze(cell)
  if (/\d/.test(text)) return /[1-9]/.test(text)
  return /\p{L}/u.test(text) && !NOTHING.test(text) && outcomeOf(text) !== 'done'
}
