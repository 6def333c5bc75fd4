/** What a history has been turned into so far. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { attempt, isFiat as isMoney, type RowBook, refuse, warn } from '#plugins/kit/index.ts'
import { isCurrency } from '#src/shared/currency.ts'
import { absolute, type Decimal, formatDecimal, multiply } from '#src/shared/decimal.ts'
import { tagsNamed } from '../income-tags.ts'
import type { Entry } from './entry.ts'

/** `sharedIds` stand in more than one row of the file and so name no row. */
export type Book = RowBook & { readonly sharedIds: ReadonlySet<string> }

const NO_VALUE = 'The report gives these coins no value, so what they cost is unknown. Enter it by hand.'

export function isFiat(code: string, entry: Entry): boolean {
  return code === entry.currency || isMoney(code)
}

/** Writes a transaction of a row. `part` tells several transactions of one row apart in their external ids. */
export function addDraft(
  { transactions, sharedIds }: Book,
  entry: Entry,
  draft: Pick<TransactionDraft, 'type'> & Partial<TransactionDraft>,
  part?: string,
): void {
  const { row, id, date, time } = entry
  const known = id !== '' && !sharedIds.has(id)
  const externalId = known ? (part === undefined ? id : `${id}/${part}`) : undefined
  const isIncome = draft.type === 'INTEREST' || draft.type === 'ADJUSTMENT'
  const tags = isIncome ? tagsNamed(entry.type) : undefined
  const description = draft.description ?? describe(entry)
  transactions.push({ rows: [row], date, time, externalId, description, tags, ...draft })
}

export function describe({ label, notes }: Entry): string {
  if (label === '') return notes
  return notes === '' || notes === label ? label : `${label}; ${notes}`
}

/** The `ref` of a coin, which becomes an asset of the file. */
export function coin({ assets }: Book, symbol: string, currency: string): string {
  if (!assets.has(symbol)) assets.set(symbol, { ref: symbol, symbol, type: 'CRYPTO', currency: currency || undefined })
  return symbol
}

/** The currency that a row is about. Throws RowRefusal. */
export function requireMoney(code: string): string {
  return isCurrency(code) ? code : refuse('unknown-currency', `"${code}" is no currency.`)
}

/** What the coins of a row were worth when it happened, before fees: its subtotal, else quantity x price; `undefined` when it says neither. */
export function marketValue({ quantity, price, subtotal, total }: Entry): Decimal | undefined {
  const stated = subtotal === undefined || subtotal === 0n ? total : subtotal
  if (stated !== undefined && stated > 0n) return stated
  return price === undefined || price === 0n ? undefined : multiply(absolute(quantity), price)
}

/** `costBasis` and its currency of coins that came in without a purchase, with a warning when the file gives them no value. */
export function costOf(book: Book, entry: Entry): Partial<TransactionDraft> {
  const value = marketValue(entry)
  if (value !== undefined && entry.currency !== '') return { currency: entry.currency, costBasis: formatDecimal(value) }
  warn(book, entry, 'value-unknown', NO_VALUE)
  return {}
}

/** The quantity of coins that came in. Throws RowRefusal when the file has them going out. */
export function incoming({ label, quantity }: Entry): Decimal {
  return quantity < 0n ? refuse('unexpected-sign', `"${label}" brings coins in, but its quantity is negative.`) : quantity
}

function cutBy({ cutOff, quantity }: Entry): string {
  return `The quantity ${cutOff} has more than 12 places after the point; ${formatDecimal(absolute(quantity))} was stored. No amount of money changes.`
}

/** Books these rows, all or none; a quantity that was cut is said. */
export function bookRows(book: Book, entries: readonly Entry[], work: () => void): void {
  attempt(book, entries, () => {
    work()
    for (const entry of entries) if (entry.cutOff !== undefined) warn(book, entry, 'quantity-cut', cutBy(entry))
  })
}
