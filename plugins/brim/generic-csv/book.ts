/** What a file has been turned into so far, and what only the whole of it shows. */
import type { IgnoredRow, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { type FindRepeat, refuse } from '#plugins/kit/index.ts'
import type { Layout } from './columns.ts'
import type { LotBook } from './lots.ts'

/** `rows`: where each of them stands, once one has come again with other cells: most files have no such row. `repeats`: with the same cells. */
type ExternalIds = {
  readonly seen: Set<string>
  rows: Map<string | undefined, number> | undefined
  readonly repeats: FindRepeat
}

export type Book = {
  readonly transactions: TransactionDraft[]
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  readonly externalIds: ExternalIds
  readonly brokenGroups: Set<string>
  /** Rows whose FEE or TAX had no minus. */
  readonly takenAsCosts: number[]
  /** Rows by their ids, and what rows say of the lots that they take. */
  readonly lots: LotBook
}

/** Throws RowRefusal when another row has the external id. */
export function requireNewId({ externalIds: ids, transactions }: Book, { externalId, rows }: TransactionDraft): void {
  if (externalId === undefined) return
  const before = ids.seen.size
  ids.seen.add(externalId)
  if (ids.seen.size === before) {
    ids.rows ??= new Map(transactions.map((draft) => [draft.externalId, draft.rows[0]]))
    refuse('repeated-external-id', `external_id "${externalId}" stands in row ${ids.rows.get(externalId)} too.`)
  }
  ids.rows?.set(externalId, rows[0])
}

/** A conversion or exchange with a leg missing would leave money or units out of nothing: its other legs are not imported either. */
export function removeHalfGroups(book: Book): void {
  const legs = new Map<string, number>()
  for (const { type, group } of book.transactions)
    if (type === 'FX_CONVERSION' && group !== undefined) legs.set(group, (legs.get(group) ?? 0) + 1)
  const isHalf = ({ type, group }: TransactionDraft) =>
    group !== undefined && (book.brokenGroups.has(group) || (type === 'FX_CONVERSION' && legs.get(group) !== 2))
  if (legs.size === 0 && book.brokenGroups.size === 0) return
  const whole = book.transactions.filter((draft) => !isHalf(draft))
  for (const draft of book.transactions.filter(isHalf)) {
    const detail = `The group "${draft.group}" is not complete: see its other rows. A conversion has two.`
    book.issues.push({ row: draft.rows[0], severity: 'error', code: 'incomplete-group', detail })
  }
  book.transactions.length = 0
  for (const draft of whole) book.transactions.push(draft)
}

export function isCost({ type, amount }: TransactionDraft): boolean {
  return (type === 'FEE' || type === 'TAX') && amount?.startsWith('-') === true
}

export function reportCosts({ takenAsCosts, issues }: Book): void {
  const [first] = takenAsCosts
  if (first === undefined) return
  const detail = `FEE and TAX rows without a minus: ${takenAsCosts.length}, the first is row ${first}. They were taken as costs. For refunds state options.mapping.sign: "as_is".`
  issues.push({ row: null, severity: 'info', code: 'taken-as-costs', detail })
}

export function reportUnread(book: Book, { unread }: Layout): void {
  if (unread.length === 0) return
  const detail = `These columns were not read: ${unread.join(', ')}.`
  book.issues.push({ row: null, severity: 'info', code: 'unread-columns', detail })
}
