/** Where the entries of a report are booked. */
import type { ParsedReport, TransactionDraft } from '#plugins/brim/contract.ts'
import { closeRowBook, type RowBook, textOf } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, subtract } from '#src/shared/decimal.ts'
import { type Securities, securityDrafts } from './assets.ts'
import { dayIn, type Entry, type SlashOrder, timeIn, value } from './entry.ts'

export type Book = RowBook & { readonly securities: Securities; readonly slashOrder: SlashOrder }

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

/** A day, and the time that the record says of it. */
export function momentOf({ slashOrder }: Book, entry: Entry, date: string): Pick<TransactionDraft, 'date' | 'time'> {
  const moment = dayIn(entry, slashOrder, 'datetime')
  return { date, time: moment === date ? timeIn(value(entry, 'datetime')) : undefined }
}

/** What is left of an amount after its costs, and the costs as a draft has them. */
export function afterCosts(gross: Decimal, currency: string, fees: Decimal, taxes: Decimal): Partial<TransactionDraft> {
  const amount = formatDecimal(subtract(subtract(gross, fees), taxes))
  return { amount, currency, fees: textOf(absolute(fees)), taxes: textOf(absolute(taxes)) }
}

/** Closes the book: all in the order of the file, external ids made unique, only the securities that were used. */
export function closeBook(book: Book): ParsedReport {
  const report = closeRowBook(book, true)
  const seen = new Map<string, number>()
  const transactions = report.transactions.map((draft): TransactionDraft => {
    if (draft.externalId === undefined) return draft
    const times = (seen.get(draft.externalId) ?? 0) + 1
    seen.set(draft.externalId, times)
    return times === 1 ? draft : { ...draft, externalId: `${draft.externalId}:${times}` }
  })
  const assets = securityDrafts(book.securities, new Set(transactions.map(({ asset }) => asset)))
  return { ...report, transactions, assets, issues: report.issues.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0)) }
}
