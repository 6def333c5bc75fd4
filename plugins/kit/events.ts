/** Events that a report tells in several rows: a trade, its fee and the conversion that paid for it; a dividend and its tax. */
import type { ParsedReport, RowIssue, TransactionDraft } from '../brim/contract.ts'

/** Which events a row is of. Two rows belong together when a text of one is a text of the other. */
export type EventMarks = {
  /** What a row that was read says of its events. */
  readonly of: readonly string[]
  /** The events that the row may be of, should it not have been read: what its sound cells leave. */
  readonly perhapsOf: readonly string[]
  /** What it shares with rows that go when it goes, though it was read itself. */
  readonly goesWith?: readonly string[]
}

type MarksOf = (row: number) => EventMarks | undefined

/**
 * All of an event or none of it: where a row is an error, whatever was made of other rows of its event is taken back, and each of those rows
 * becomes an error that names the row at fault. Rows belong together through a transaction or a `group` that they share, and through what
 * `marksOf` says about them. Nothing is done to a report without errors.
 */
export function wholeEvents(report: ParsedReport, marksOf: MarksOf = () => undefined): ParsedReport {
  const faulty = report.issues.flatMap(({ row, severity }) => (severity === 'error' && row !== null ? row : []))
  if (faulty.length === 0) return report
  const causes = causesOf(report.transactions, new Set(faulty), marksOf)
  if (causes.size === 0) return report
  const rows = new Map<number, number>()
  for (const [draft, cause] of causes) for (const row of draft.rows) if (!rows.has(row)) rows.set(row, cause)
  const known = new Set(faulty)
  const taken = [...rows].flatMap(([row, cause]): RowIssue | readonly RowIssue[] => (known.has(row) ? [] : issueOf(row, cause)))
  const left = report.transactions.filter((draft) => !causes.has(draft))
  const alone = new Set(left.flatMap((draft) => (draft.asset === undefined ? [] : draft.asset)))
  return {
    ...report,
    transactions: left,
    assets: report.assets.filter(({ ref }) => alone.has(ref)),
    issues: [...report.issues.filter(({ row, severity }) => row === null || severity === 'error' || !rows.has(row)), ...taken],
    ignored: report.ignored.filter(({ row }) => !rows.has(row)),
  }
}

function issueOf(row: number, cause: number): RowIssue {
  const detail = `Row ${cause} belongs to the same event and cannot be imported, so nothing of the event is. Correct that row in the file, or enter the event by hand.`
  return { row, severity: 'error', code: 'event-incomplete', detail }
}

/** The drafts that go, each with the row at fault. */
function causesOf(
  drafts: readonly TransactionDraft[],
  faulty: ReadonlySet<number>,
  marksOf: MarksOf,
): Map<TransactionDraft, number> {
  const suspects = new Map<string, number>()
  for (const row of faulty) for (const mark of marksOf(row)?.perhapsOf ?? []) if (!suspects.has(mark)) suspects.set(mark, row)
  const causes = new Map<TransactionDraft, number>()
  for (const draft of drafts) {
    const cause = suspects.size === 0 ? draft.rows.find((row) => faulty.has(row)) : causeOf(draft, faulty, suspects, marksOf)
    if (cause !== undefined) causes.set(draft, cause)
  }
  if (causes.size > 0) spread(drafts, causes, marksOf)
  return causes
}

function causeOf(
  { rows }: TransactionDraft,
  faulty: ReadonlySet<number>,
  suspects: ReadonlyMap<string, number>,
  marksOf: MarksOf,
): number | undefined {
  for (const row of rows) {
    if (faulty.has(row)) return row
    for (const mark of marksOf(row)?.of ?? []) {
      const cause = suspects.get(mark)
      if (cause !== undefined) return cause
    }
  }
  return undefined
}

/** Takes along what shares a row or a group with a draft that goes. */
function spread(drafts: readonly TransactionDraft[], causes: Map<TransactionDraft, number>, marksOf: MarksOf): void {
  const byKey = new Map<number | string, TransactionDraft[]>()
  for (const draft of drafts)
    for (const key of keysOf(draft, marksOf)) {
      const same = byKey.get(key)
      if (same) same.push(draft)
      else byKey.set(key, [draft])
    }
  const queue = [...causes]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [draft, cause] = next
    for (const key of keysOf(draft, marksOf)) {
      for (const other of byKey.get(key) ?? []) {
        if (causes.has(other)) continue
        causes.set(other, cause)
        queue.push([other, cause])
      }
      byKey.delete(key)
    }
  }
}

function keysOf({ rows, group }: TransactionDraft, marksOf: MarksOf): readonly (number | string)[] {
  const more = rows.flatMap((row) => marksOf(row)?.goesWith ?? [])
  return group === undefined && more.length === 0 ? rows : [...rows, ...(group === undefined ? [] : [`group ${group}`]), ...more]
}
