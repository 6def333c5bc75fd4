import type { ParsedReport, ReportFile, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { raggedFault } from '#plugins/kit/even.ts'
import { rowText } from '#plugins/kit/record.ts'
import { trimmedRows } from '#plugins/kit/trimmed.ts'
import { createRowSet, type RowSet } from './row-set.ts'

/**
 * Takes out what a CSV's uneven rows led to: a row with more or fewer cells than the header above it (the row that the plugin ignored as `header`)
 * has figures in the wrong columns. Its drafts go, with all that belongs to the same events, and each row of them is an error.
 */
export function withoutRagged(file: ReportFile, parsed: ParsedReport): ParsedReport {
  const faults = file.format === 'csv' ? raggedRows(file, parsed) : new Map<number, string>()
  if (faults.size === 0) return parsed
  const { left, taken } = partEvents(parsed.transactions, new Set(faults.keys()))
  const reported = new Set(parsed.issues.flatMap(({ row, severity }) => (severity === 'error' && row !== null ? [row] : [])))
  const used = new Set(left.flatMap((draft) => draft.rows))
  const texts = new Map(file.tables.flatMap(({ rows }) => rows.map((row) => [row.number, row] as const)))
  const rows = [...new Set([...faults.keys(), ...taken.flatMap((draft) => draft.rows)])].sort((a, b) => a - b)
  const issues = rows.flatMap((row): RowIssue[] => {
    if (reported.has(row) || used.has(row)) return []
    const fault = faults.get(row)
    const detail = fault ?? 'Belongs to an event of which another row cannot be read: nothing was made of it.'
    const text = texts.get(row)
    const issue = { row, severity: 'error' as const, code: fault === undefined ? 'event-incomplete' : 'row-ragged', detail }
    return [text === undefined ? issue : { ...issue, text: rowText(text) }]
  })
  return { ...parsed, transactions: left, issues: [...parsed.issues, ...issues] }
}

/** Rows that a draft was made of and that do not have the cells of their header. */
function raggedRows(file: ReportFile, parsed: ParsedReport): Map<number, string> {
  const headers = new Set(parsed.ignored.flatMap(({ row, reason }) => (reason === 'header' ? [row] : [])))
  const faults = new Map<number, string>()
  if (headers.size === 0) return faults
  let booked: RowSet | undefined
  const isBooked = (row: number) => {
    booked ??= rowsOf(parsed.transactions)
    return booked.has(row)
  }
  for (const { rows } of file.tables) {
    let header: readonly string[] | undefined
    for (const { number, cells } of rows) {
      if (headers.has(number)) header = cells
      else if (header !== undefined) {
        const fault = raggedFault(header, cells)
        if (fault !== undefined && isBooked(number)) faults.set(number, fault)
      }
    }
    if (faults.size > 0) for (const number of trimmedRows(rows)) faults.delete(number)
  }
  return faults
}

function rowsOf(drafts: readonly TransactionDraft[]): RowSet {
  const set = createRowSet()
  for (const { rows } of drafts) for (const row of rows) set.add(row)
  return set
}

/** Drafts apart from those that share a row or a group, directly or over others, with one of `broken`. */
function partEvents(
  drafts: readonly TransactionDraft[],
  broken: ReadonlySet<number>,
): { left: readonly TransactionDraft[]; taken: readonly TransactionDraft[] } {
  const keysOf = (draft: TransactionDraft) => [
    ...draft.rows.map(String),
    ...(draft.group === undefined ? [] : [`group ${draft.group}`]),
  ]
  const byKey = new Map<string, TransactionDraft[]>()
  for (const draft of drafts)
    for (const key of keysOf(draft)) {
      const found = byKey.get(key)
      if (found === undefined) byKey.set(key, [draft])
      else found.push(draft)
    }
  const taken = new Set<TransactionDraft>()
  const waiting = [...broken].map(String)
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const found = byKey.get(key) ?? []
    byKey.delete(key)
    for (const draft of found) {
      if (taken.has(draft)) continue
      taken.add(draft)
      waiting.push(...keysOf(draft))
    }
  }
  return { left: drafts.filter((draft) => !taken.has(draft)), taken: [...taken] }
}
