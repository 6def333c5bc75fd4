/** What a history has been turned into so far. */
import type { AssetDraft, IgnoredRow, RowIssue, TransactionDraft } from '#plugins/brim/contract.ts'
import { FIAT } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, multiply } from '#src/shared/decimal.ts'
import { type Entry, RowRefusal } from './entry.ts'

export type Book = {
  readonly transactions: TransactionDraft[]
  readonly assets: Map<string, AssetDraft>
  readonly issues: RowIssue[]
  readonly ignored: IgnoredRow[]
  /** IDs that stand in more than one row of the file and so name no row. */
  readonly sharedIds: ReadonlySet<string>
}

export function isFiat(code: string, entry: Entry): boolean {
  return code === entry.currency || FIAT.includes(code)
}

/** What every transaction of a row starts with. `part` tells several transactions of one row apart in their external ids. */
export function beginDraft(
  book: Book,
  entry: Entry,
  part?: string,
): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'externalId'> {
  const known = entry.id !== '' && !book.sharedIds.has(entry.id)
  const externalId = known ? (part === undefined ? entry.id : `${entry.id}/${part}`) : undefined
  return { rows: [entry.row], date: entry.date, time: entry.time, externalId }
}

export function describe(entry: Entry, ...more: readonly string[]): string {
  return [...new Set([entry.label, entry.notes, ...more])].filter((part) => part !== '').join('; ')
}

export function note(book: Book, entry: Entry, severity: 'warning' | 'info', code: string, detail: string): void {
  book.issues.push({ row: entry.row, severity, code, detail, text: entry.text })
}

/** The `ref` of a coin, which becomes an asset of the file. */
export function coin(book: Book, symbol: string, currency: string): string {
  if (!book.assets.has(symbol))
    book.assets.set(symbol, { ref: symbol, symbol, type: 'CRYPTO', currency: currency === '' ? undefined : currency })
  return symbol
}

/** What the coins of a row were worth when it happened, before fees: its subtotal, else quantity x price; `undefined` when it says neither. */
export function marketValue(entry: Entry): Decimal | undefined {
  const stated = entry.subtotal === undefined || entry.subtotal === 0n ? entry.total : entry.subtotal
  if (stated !== undefined && stated > 0n) return stated
  return entry.price === undefined || entry.price === 0n ? undefined : multiply(absolute(entry.quantity), entry.price)
}

/** `costBasis` and its currency of coins that came in without a purchase, with a warning when the file gives them no value. */
export function costOf(book: Book, entry: Entry): Partial<TransactionDraft> {
  const value = marketValue(entry)
  if (value !== undefined && entry.currency !== '') return { currency: entry.currency, costBasis: formatDecimal(value) }
  note(
    book,
    entry,
    'warning',
    'value-unknown',
    'The report gives these coins no value, so what they cost is unknown. Enter it by hand.',
  )
  return {}
}

/** The quantity of coins that came in. Throws RowRefusal when the file has them going out. */
export function incoming(entry: Entry): Decimal {
  if (entry.quantity < 0n)
    throw new RowRefusal('unexpected-sign', `"${entry.label}" brings coins in, but its quantity is negative.`)
  return entry.quantity
}

/** Runs `work` for these rows; when it refuses them, what it wrote is taken back and each row becomes an error issue. */
export function attempt(book: Book, entries: readonly Entry[], work: () => void): void {
  const marks = { transactions: book.transactions.length, issues: book.issues.length, ignored: book.ignored.length }
  try {
    work()
    for (const entry of entries) if (entry.cutOff !== undefined) noteCut(book, entry, entry.cutOff)
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error
    book.transactions.length = marks.transactions
    book.issues.length = marks.issues
    book.ignored.length = marks.ignored
    for (const entry of entries) refuse(book, entry.row, entry.text, error)
  }
}

function noteCut(book: Book, entry: Entry, cutOff: string): void {
  const detail = `The quantity ${cutOff} has more than 12 places after the point; ${formatDecimal(absolute(entry.quantity))} was stored. No amount of money changes.`
  note(book, entry, 'warning', 'quantity-cut', detail)
}

export function refuse(book: Book, row: number, text: string, { code, message }: RowRefusal): void {
  book.issues.push({ row, severity: 'error', code, detail: message, text })
}
