import type { Worth } from '../../lots/cost.ts'
import type { Disposal } from '../../lots/entry.ts'
import type { Lot } from '../../lots/lot.ts'
import { costAndProceeds } from '../../lots/trade.ts'
import { type Decimal, multiplyDivide, subtract, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { Book } from '../valuation/book.ts'
import { unitLinesOf } from '../valuation/prices.ts'

/**
 * What the change of a rate made of a lot that was closed: what was opened first, at the rate of the closing, against what it was at its own
 * rate. What was closed for nothing has no rate of its own, so that of its day counts. `null` where the rate of either day is not known, which is warned of.
 */
export function currencyEffect(book: Book, disposal: Disposal): Decimal | null {
  if (!isTold(book, disposal)) return null
  const { cost, proceeds } = costAndProceeds(disposal)
  const long = disposal.lot.quantity > ZERO
  const [opened, closed] = long ? [cost, proceeds] : [proceeds, cost]
  const atClosingRate = atRateOf(book, disposal, opened.local, closed)
  if (atClosingRate === null) return null
  return long ? subtract(atClosingRate, opened.report) : subtract(opened.report, atClosingRate)
}

function atRateOf(book: Book, { lot, date }: Disposal, amount: Decimal, { report, local }: Worth): Decimal | null {
  if (local === ZERO) return book.exchange.again(amount, book.assetCurrencyOf(lot.assetId), date)
  return local === report ? amount : multiplyDivide(amount, report, local)
}

function isTold(book: Book, { lot, date, transactionId }: Disposal): boolean {
  const currency = book.assetCurrencyOf(lot.assetId)
  if (isAlwaysTold(book, currency)) return true
  const line = linesById(book).get(transactionId)
  return isCostTold(book, lot, date) && (line === undefined || isLineTold(book, line, currency))
}

/** Whether it is known what open lots of one asset cost in the currency of their asset; `until` = the last day on which something can have joined them. */
export function areCostsTold(book: Book, lots: readonly Lot[], until: string): boolean {
  const [first] = lots
  if (first === undefined || isAlwaysTold(book, book.assetCurrencyOf(first.assetId))) return true
  return lots.every((lot) => isCostTold(book, lot, until))
}

function isCostTold(book: Book, lot: Lot, until: string): boolean {
  const currency = book.assetCurrencyOf(lot.assetId)
  if (isAlwaysTold(book, currency)) return true
  if (lot.joined) {
    const lines = unitLinesOf(book.lotLines).get(lot.assetId) ?? []
    const last = lot.mixed ? until : lot.acquiredOn
    const joined = lines.filter(({ date, type }) => type !== 'SPLIT' && date >= lot.acquiredOn && date <= last)
    if (!joined.every((line) => isLineTold(book, line, currency))) return false
  }
  const line = linesById(book).get(lot.transactionId)
  return line?.assetId === lot.assetId ? isLineTold(book, line, currency) : hasRate(book, currency, lot.acquiredOn)
}

/** Every rate that was missing has been warned of. */
function isAlwaysTold(book: Book, currency: string): boolean {
  return currency === book.currency || !book.warnings.has('currency-gain-unknown', currency, book.currency)
}

/** In its own currency or at a rate that the broker booked, or there is a rate of its day. */
function isLineTold(book: Book, line: Line, currency: string): boolean {
  const isPaid = line.type === 'BUY' || line.type === 'SELL' || line.costBasis !== null
  if (isPaid && (line.currency === currency || (line.fxRate !== null && line.priceCurrency === currency))) return true
  return hasRate(book, currency, line.date)
}

function hasRate(book: Book, currency: string, day: string): boolean {
  return book.exchange.source(currency, day) !== null
}

const indexed = new WeakMap<readonly Line[], ReadonlyMap<number, Line>>()

function linesById({ lotLines }: Book): ReadonlyMap<number, Line> {
  const known = indexed.get(lotLines)
  if (known !== undefined) return known
  const made = new Map(lotLines.map((line) => [line.id, line]))
  indexed.set(lotLines, made)
  return made
}
