/** Where the entries of a report are booked: drafts, what was left out, and what could not be read. */
import type { IgnoredRow, ParsedReport, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { RowRefusal } from '#plugins/kit/index.ts'
import { type Securities, securityDrafts } from './assets.ts'
import { type Entry, entryText, type SlashOrder, value } from './entry.ts'

export type Book = {
  readonly securities: Securities
  readonly slashOrder: SlashOrder
  readonly transactions: TransactionDraft[]
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
}

export function openBook(securities: Securities, slashOrder: SlashOrder, ignored: readonly IgnoredRow[]): Book {
  return { securities, slashOrder, transactions: [], issues: [], ignored: [...ignored] }
}

export function ignore(book: Book, entry: Entry, reason: string): void {
  book.ignored.push({ row: entry.row, reason })
}

export function fail(book: Book, entry: Entry, code: string, detail: string): void {
  book.issues.push({ row: entry.row, severity: 'error', code, detail, text: entryText(entry) })
}

export function warn(book: Book, entry: Entry, code: string, detail: string, severity: 'warning' | 'info' = 'warning'): void {
  book.issues.push({ row: entry.row, severity, code, detail, text: entryText(entry) })
}

/** Books what `work` makes of the entries, all of it or nothing: a RowRefusal becomes an error of each of them. */
export function attempt(book: Book, entries: readonly Entry[], work: () => readonly TransactionDraft[]): void {
  try {
    book.transactions.push(...work())
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    for (const entry of entries) fail(book, entry, error.code, error.message)
  }
}

/** The broker's id of an entry with the kind as prefix; undefined when the report has none. */
export function externalId(prefix: string, entry: Entry): string | undefined {
  const booking = value(entry, 'transactionid')
  if (booking !== '') return `${prefix}:${booking}`
  const trade = value(entry, 'tradeid')
  if (trade !== '') return `${prefix}-trade:${trade}`
  const execution = value(entry, 'ibexecid', 'execid')
  return execution === '' ? undefined : `${prefix}-exec:${execution}`
}

/** An id for the second and further drafts of one entry. */
export function externalIdPart(id: string | undefined, part: string): string | undefined {
  return id === undefined ? undefined : `${id}:${part}`
}

/** Closes the book: drafts in the order of the file, external ids made unique, only the securities that were used. */
export function closeBook(book: Book): ParsedReport {
  const seen = new Map<string, number>()
  const transactions = book.transactions
    .toSorted((a, b) => a.rows[0] - b.rows[0])
    .map((draft) => {
      if (draft.externalId === undefined) return draft
      const times = (seen.get(draft.externalId) ?? 0) + 1
      seen.set(draft.externalId, times)
      return times === 1 ? draft : { ...draft, externalId: `${draft.externalId}:${times}` }
    })
  const used = new Set<string>()
  for (const { asset } of transactions) if (asset !== undefined) used.add(asset)
  return {
    transactions,
    assets: securityDrafts(book.securities, used),
    issues: book.issues.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)),
    ignored: book.ignored.toSorted((a, b) => a.row - b.row),
  }
}
