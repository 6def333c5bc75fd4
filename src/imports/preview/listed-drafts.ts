import type { PlannedDraft } from '../plan.ts'
import type { Preview } from './preview.ts'

/** Which transactions a preview lists, and in which order. */
type Listing = 'file' | 'noted-first' | 'duplicates'

/** The transactions of a preview that are listed, in their order; legs of one group stay beside each other where those with an issue come first. */
export function listed(
  { transactions, issues }: Pick<Preview, 'transactions' | 'issues'>,
  list: Listing = 'file',
): readonly PlannedDraft[] {
  if (list === 'file') return transactions
  if (list === 'duplicates') return transactions.filter(({ duplicate }) => duplicate.kind !== 'none')
  const rows = new Set(issues.map(({ file, row }) => place(file, row)))
  const isNoted = ({ draft, file }: PlannedDraft) => draft.rows.some((row) => rows.has(place(file, row)))
  const groups = new Set(transactions.filter(isNoted).flatMap(({ draft }) => draft.group ?? []))
  const isFirst = (one: PlannedDraft) => isNoted(one) || (one.draft.group !== undefined && groups.has(one.draft.group))
  return [...transactions.filter(isFirst), ...transactions.filter((one) => !isFirst(one))]
}

function place(file: string | null | undefined, row: number | null): string {
  return `${file ?? ''}\n${row}`
}
