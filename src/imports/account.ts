import type { ParsedReport, ReportFile, Row, RowIssue } from '#plugins/brim/contract.ts'
import type { RowCounts } from './report.ts'

/** Every row of a file in one of four places, and an issue for each row that the plugin forgot. A file that is refused as a whole needs no issue per row. */
export function accountForRows(file: ReportFile, parsed: ParsedReport): { rows: RowCounts; forgotten: RowIssue[] } {
  const shown = new Set<number>()
  const parts = new Set<number>()
  for (const draft of parsed.transactions) {
    shown.add(draft.rows[0])
    for (const row of draft.rows.slice(1)) parts.add(row)
  }
  const ignored = new Set(parsed.ignored.map((entry) => entry.row))
  const faulty = new Set(parsed.issues.flatMap((issue) => (issue.severity === 'error' && issue.row !== null ? issue.row : [])))
  const counts = { transactions: 0, parts: 0, ignored: 0, issues: 0 }
  const forgotten: RowIssue[] = []
  const refused = parsed.issues.some((issue) => issue.severity === 'error' && issue.row === null)
  const rows = rowsOf(file, parsed)
  for (const [row, cells] of rows) {
    if (shown.has(row)) counts.transactions++
    else if (parts.has(row)) counts.parts++
    else if (faulty.has(row)) counts.issues++
    else if (ignored.has(row)) counts.ignored++
    else {
      counts.issues++
      if (refused) continue
      const detail = 'The import plugin has not said what became of this row. Nothing was made of it: please report this.'
      forgotten.push({
        row,
        severity: 'error',
        code: 'row-forgotten',
        detail,
        ...(cells === undefined ? {} : { text: cells.cells.join(' | ').slice(0, 300) }),
      })
    }
  }
  return { rows: { total: rows.size, ...counts }, forgotten }
}

function rowsOf(file: ReportFile, parsed: ParsedReport): Map<number, Row | undefined> {
  const rows = new Map<number, Row | undefined>()
  for (const table of file.tables) for (const row of table.rows) rows.set(row.number, row)
  for (const fault of file.faults ?? []) rows.set(fault.line, undefined)
  for (const row of parsed.rows ?? []) if (!rows.has(row)) rows.set(row, undefined)
  if (rows.size === 0) for (const row of mentionedRows(parsed)) rows.set(row, undefined)
  return rows
}

function mentionedRows(parsed: ParsedReport): number[] {
  return [
    ...parsed.transactions.flatMap((draft) => [...draft.rows]),
    ...parsed.ignored.map((entry) => entry.row),
    ...parsed.issues.flatMap((issue) => issue.row ?? []),
  ]
}

/** The counts of several files together. */
export function addRowCounts(counts: readonly RowCounts[]): RowCounts {
  const sum = (name: keyof RowCounts) => counts.reduce((total, entry) => total + entry[name], 0)
  return {
    total: sum('total'),
    transactions: sum('transactions'),
    parts: sum('parts'),
    ignored: sum('ignored'),
    issues: sum('issues'),
  }
}
