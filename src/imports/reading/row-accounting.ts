import type { ParsedReport, ReportFile, Row, RowIssue } from '#plugins/brim/contract.ts'
import type { Ignored, RowCounts } from '../report.ts'
import { createRowSet } from './row-set.ts'

const MAX_TEXT = 300

type Account = { readonly rows: RowCounts; readonly unaccounted: readonly RowIssue[]; readonly ignored: readonly Ignored[] }

/** Every row of a file in one of four places, and an issue for each row that the plugin has not accounted for. A file that is refused as a whole needs no issue per row. */
export function accountForRows(file: ReportFile, parsed: ParsedReport): Account {
  const shown = createRowSet()
  const parts = createRowSet()
  for (const { rows } of parsed.transactions) {
    shown.add(rows[0])
    for (let at = 1; at < rows.length; at++) parts.add(rows[at] ?? 0)
  }
  const reasons = new Map(parsed.ignored.map((entry) => [entry.row, String(entry.reason).slice(0, MAX_TEXT)]))
  const ignored: Ignored[] = []
  const faulty = new Set(parsed.issues.flatMap((issue) => (issue.severity === 'error' && issue.row !== null ? issue.row : [])))
  const counts = { transactions: 0, parts: 0, issues: 0 }
  const unaccounted: RowIssue[] = []
  const refused = parsed.issues.some((issue) => issue.severity === 'error' && issue.row === null)
  const { tabled, others } = rowsOf(file, parsed)
  const count = (row: number, cells: readonly string[] | undefined) => {
    if (shown.has(row)) counts.transactions++
    else if (parts.has(row)) counts.parts++
    else if (faulty.has(row)) counts.issues++
    else if (reasons.has(row)) ignored.push({ row, file: null, reason: reasons.get(row) ?? '', cells })
    else {
      counts.issues++
      if (refused) return
      const detail = 'The import plugin has not said what became of this row. Nothing was made of it: please report this.'
      unaccounted.push({
        row,
        severity: 'error',
        code: 'row-forgotten',
        detail,
        ...(cells === undefined ? {} : { text: textOf(cells) }),
      })
    }
  }
  for (const { number, cells } of tabled) count(number, cells)
  for (const row of others) count(row, undefined)
  const rows = { total: tabled.length + others.length, ...counts, ignored: ignored.length }
  return { rows, unaccounted, ignored }
}

/** A row as it is shown. */
export function textOf(cells: readonly string[]): string {
  return cells.join(' | ').slice(0, MAX_TEXT)
}

/** The rows there are: those of the tables, whose numbers are unique in a file, and those that are known by their number only. */
function rowsOf(file: ReportFile, parsed: ParsedReport): { tabled: readonly Row[]; others: readonly number[] } {
  const [first = [], ...more] = file.tables.map((table) => table.rows)
  const tabled = more.length === 0 ? first : [first, ...more].flat()
  const named = [...(file.faults ?? []).map((fault) => fault.line), ...(parsed.rows ?? [])]
  if (named.length === 0) return { tabled, others: tabled.length === 0 ? [...new Set(mentionedRows(parsed))] : [] }
  const known = new Set(tabled.map((row) => row.number))
  return { tabled, others: [...new Set(named)].filter((row) => !known.has(row)) }
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
