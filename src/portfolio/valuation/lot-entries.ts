import { NOTHING, type Worth } from '../../lots/cost.ts'
import { type Entry, kindOf, type Matching } from '../../lots/entry.ts'
import type { NamedLot } from '../../lots/lot.ts'
import { type Matched, matchEntries } from '../../lots/match.ts'
import { matchSection104 } from '../../lots/section104.ts'
import { absolute, type Decimal, divide, formatDecimal, negate, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { type Book, marketValue } from './book.ts'

export const REPORT_METHODS = ['FIFO', 'LIFO', 'S104', 'AVERAGE', 'HIFO'] as const
export type ReportMethod = (typeof REPORT_METHODS)[number]

/** The open lots and the disposals of every holding, by the method; cost includes buying fees and taxes, proceeds are net of selling ones. */
export function matchLots(book: Book, method: ReportMethod): Matched {
  const entries = lotEntries(book, method).map(({ entry }) => entry)
  return matchBy(book, method, entries, relocationOf(book))
}

/**
 * The open lots of `matchLots` with what was paid for them as their `local` cost, in the `currency` of the lot; `null` = not known what was paid.
 * An average or a pool is in as many lots as currencies.
 */
export function matchPaidLots(book: Book, method: ReportMethod): Matched['open'] {
  const entries = lotEntries(book, method).map(({ entry, line }): Entry => {
    const paid = paidFor(line)
    const local = paid ?? ZERO
    return { ...entry, worth: { report: entry.worth.report, local }, currency: paid === null ? null : (line.currency ?? '') }
  })
  return matchBy(book, method, entries, (cost) => cost).open
}

function matchBy(book: Book, method: ReportMethod, entries: readonly Entry[], relocate: Matching['relocate']): Matched {
  const lotMissing = (entry: Entry, lot: NamedLot) => warnOfLot(book, entry, lot)
  if (method === 'S104') return matchSection104(entries, { relocate, lotMissing })
  return matchEntries(entries, { order: method, pooled: false, rule: null, relocate, lotMissing })
}

/** What a line paid for its units, or got for them (negative), in its own currency; `null` where it does not say. */
function paidFor({ type, amount, costBasis, quantity }: Line): Decimal | null {
  if (type === 'BUY' || type === 'SELL') return negate(amount)
  return quantity > ZERO ? costBasis : null
}

function warnOfLot(book: Book, { transactionId, assetId, date }: Entry, { lotId, quantity }: NamedLot): void {
  const { symbol } = book.assetOf(assetId)
  const detail = `Transaction ${transactionId} names lot ${lotId} of ${symbol}, of which ${formatDecimal(quantity)} units are not there: others are taken by the method.`
  book.warnings.add({ code: 'lot-unknown', assetId, detail }, date)
}

/** Cost in the currency of another asset, at the rate of the day on which it was paid. */
export function relocationOf(book: Book): Matching['relocate'] {
  return (cost, assetId, day) => ({
    report: cost.report,
    local: book.exchange.back(cost.report, book.assetCurrencyOf(assetId), day) ?? cost.report,
  })
}

/** A sum of a ledger line in the report's currency and in the asset's; `known` is false without a rate. */
export function worthOf(book: Book, amount: Decimal, line: Line): { worth: Worth; known: boolean } {
  const report = book.exchange.booked(amount, line)
  if (report === null) return { worth: NOTHING, known: false }
  return { worth: { report, local: localOf(book, amount, report, line) }, known: true }
}

function localOf(book: Book, amount: Decimal, report: Decimal, line: Line): Decimal {
  const currency = line.assetId === null ? book.currency : book.assetCurrencyOf(line.assetId)
  if (line.currency === currency) return amount
  if (line.fxRate !== null && line.priceCurrency === currency) return divide(amount, line.fxRate)
  return book.exchange.back(report, currency, line.date) ?? report
}

function lotEntries(book: Book, method: ReportMethod): { readonly entry: Entry; readonly line: Line }[] {
  const entries: { entry: Entry; line: Line }[] = []
  for (const line of book.lotLines) {
    if (line.assetId === null || line.quantity === ZERO) continue
    const entry = lotEntry(book, line, line.assetId)
    entries.push({ entry, line })
    if (method === 'HIFO' && !entry.known && entry.quantity > ZERO && paidFor(line) !== null) warnOfOrder(book, entry)
  }
  return entries
}

function warnOfOrder(book: Book, { assetId, date }: Entry): void {
  const { symbol } = book.assetOf(assetId)
  const detail = `Lots of ${symbol} that were paid in a currency without an exchange rate are taken last: what they cost in ${book.currency} is not known, so HIFO cannot compare them with the others.`
  book.warnings.add({ code: 'lot-order-unknown', assetId, detail }, date)
}

function lotEntry(book: Book, line: Line, assetId: number): Entry {
  const base = baseEntry(line, assetId)
  if (line.type === 'BUY' || line.type === 'SELL') return { ...base, ...worthOf(book, negate(line.amount), line), realises: true }
  const kind = kindOf(line.type, line.groupId)
  if (kind === 'split') return { ...base, kind }
  if (line.quantity < ZERO) return { ...base, kind, ...paidInKind(book, line, assetId) }
  const incoming = { ...base, kind, realises: true }
  return line.costBasis === null ? incoming : { ...incoming, ...worthOf(book, line.costBasis, line) }
}

/** A fee or tax paid in units is a sale at the market value of the day; gifts and transfers are no sale. */
function paidInKind(book: Book, line: Line, assetId: number): Partial<Entry> {
  if (line.type !== 'FEE' && line.type !== 'TAX') return {}
  const value = marketValue(book, assetId, absolute(line.quantity), line.date)
  if (value === null) return {}
  return { worth: marketWorth(book, assetId, negate(value), line.date), known: true, realises: true }
}

/** A market value with its counterpart in the asset's currency. */
export function marketWorth(book: Book, assetId: number, report: Decimal, day: string): Worth {
  return { report, local: book.exchange.back(report, book.assetCurrencyOf(assetId), day) ?? report }
}

/** An entry that says nothing about worth yet. */
export function baseEntry(
  line: Pick<Line, 'id' | 'brokerId' | 'date' | 'quantity' | 'groupId' | 'costShare'> & Partial<Pick<Line, 'time' | 'lots'>>,
  assetId: number,
): Entry {
  return {
    kind: 'trade',
    transactionId: line.id,
    brokerId: line.brokerId,
    assetId,
    date: line.date,
    timed: line.time != null,
    quantity: line.quantity,
    worth: NOTHING,
    known: false,
    realises: false,
    groupId: line.groupId,
    costShare: line.costShare,
    currency: null,
    named: line.lots ?? null,
  }
}
