import type { Preview } from './report.ts'

type Line = Preview['transactions'][number]
type Issue = Preview['issues'][number]

/** What one line of the review shows: a transaction, or the legs of a group, with what was noted of its rows. */
export type EntryOf = {
  /** The keys of its transactions as one text: the value of its box. */
  readonly keys: string
  readonly rows: readonly number[]
  readonly file: string | null
  readonly lines: readonly [Line, ...Line[]]
  readonly issues: readonly Issue[]
}

/** The transactions of a preview, legs of one group together, in their order. */
export function entriesOf({ transactions, issues }: Pick<Preview, 'transactions' | 'issues'>): EntryOf[] {
  const groups = Map.groupBy(transactions, ({ group, key }) => (group === null ? `key ${key}` : `group ${group}`))
  return [...groups.values()].flatMap((lines) => {
    const [first, ...others] = lines
    if (!first) return []
    const rows = [...new Set(lines.flatMap((line) => line.rows))].sort((a, b) => a - b)
    return {
      keys: JSON.stringify(lines.map(({ key }) => key)),
      rows,
      file: first.file,
      lines: [first, ...others] as const,
      issues: issues.filter(({ row, file }) => row !== null && rows.includes(row) && (file ?? null) === first.file),
    }
  })
}

/** `4–5`, or `4, 7` where rows between do not belong to it. */
export function rowsText(rows: readonly number[]): string {
  const [first = 0, last = first] = [rows[0], rows.at(-1)]
  if (rows.length < 2) return String(first)
  return last - first === rows.length - 1 ? `${first}–${last}` : rows.join(', ')
}

/** The keys that a box stands for. */
export function keysOf(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
