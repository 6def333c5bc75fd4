import { daysBetween } from '../shared/date.ts'
import { add, type Decimal, multiplyDivide, ONE, ZERO } from '../shared/decimal.ts'
import type { Line } from './lines.repository.ts'
import type { WarningBook } from './warnings.ts'

/** A close of an asset, for `price_quantity` units of it. */
export type Close = { readonly date: string; readonly close: Decimal; readonly currency: string }

/** The closes of an asset by day, beginning with the last one before the days of the report. */
export type CloseLookup = (assetId: number) => readonly Close[]

/** `trade`: no close is known yet, so the last trade price stands in. `since` = the first day that it holds for, `date` = the day it is of. */
export type Quote = {
  readonly price: Decimal
  readonly currency: string
  readonly date: string
  readonly since: string
  readonly source: 'close' | 'trade'
}

export type QuoteBook = {
  /** The quotes of an asset, by the day that they hold from. */
  readonly of: (assetId: number) => readonly Quote[]
  /** What holds at the end of a day; a missing or stale price becomes a warning. */
  readonly on: (assetId: number, day: string) => Quote | null
}

/** A close older than this is warned of. */
export const STALE_DAYS = 7

/** Closes, and until the first of them what trades and stated costs say. A split changes a trade price that is older than it. */
export function createQuoteBook(
  lines: readonly Line[],
  closes: CloseLookup,
  priceQuantityOf: (assetId: number) => Decimal,
  warn: (assetId: number, quote: Quote | null, day: string) => void,
): QuoteBook {
  const trades = tradesOf(lines, priceQuantityOf)
  const merged = new Map<number, readonly Quote[]>()
  const of = (assetId: number) => {
    const known = merged.get(assetId)
    if (known) return known
    const quotes = mergedQuotes(trades.get(assetId) ?? [], closes(assetId))
    merged.set(assetId, quotes)
    return quotes
  }
  return {
    of,
    on(assetId, day) {
      const quote = lastOn(of(assetId), day)
      if (quote === null || isDoubtful(quote, day)) warn(assetId, quote, day)
      return quote
    },
  }
}

function isDoubtful(quote: Quote, day: string): boolean {
  return quote.source === 'trade' || (quote.date < day && daysBetween(quote.date, day) > STALE_DAYS)
}

/** Says what is wrong with the price of an asset. */
export function warnOfPrice(warnings: WarningBook, symbolOf: (assetId: number) => string) {
  return (assetId: number, quote: Quote | null, day: string): void => {
    const symbol = symbolOf(assetId)
    if (quote === null)
      warnings.add(
        {
          code: 'price-missing',
          assetId,
          detail: `There is no price for ${symbol} on or before this day; it is left out of the totals.`,
        },
        day,
      )
    else if (quote.source === 'trade')
      warnings.add(
        { code: 'price-missing', assetId, detail: `There is no close for ${symbol}; the last trade of ${quote.date} is used.` },
        day,
      )
    else warnings.add({ code: 'price-stale', assetId, detail: `The last close of ${symbol} is of ${quote.date}.` }, day)
  }
}

function lastOn(quotes: readonly Quote[], day: string): Quote | null {
  let [low, high] = [0, quotes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((quotes[middle]?.since ?? '') <= day) low = middle + 1
    else high = middle
  }
  return quotes[low - 1] ?? null
}

function mergedQuotes(trades: readonly Quote[], closes: readonly Close[]): readonly Quote[] {
  const first = closes[0]
  const early = first === undefined ? trades : trades.filter((quote) => quote.since < first.date)
  return [
    ...early,
    ...closes.map(({ date, close, currency }): Quote => ({ price: close, currency, date, since: date, source: 'close' })),
  ]
}

function tradesOf(lines: readonly Line[], priceQuantityOf: (assetId: number) => Decimal): Map<number, Quote[]> {
  const quotes = new Map<number, Quote[]>()
  const held = new Map<string, Decimal>()
  for (const line of lines) {
    if (line.assetId === null || line.quantity === ZERO) continue
    const key = `${line.brokerId}:${line.assetId}`
    const before = held.get(key) ?? ZERO
    const after = add(before, line.quantity)
    held.set(key, after)
    const list = quotes.get(line.assetId) ?? []
    if (list.length === 0) quotes.set(line.assetId, list)
    const quote =
      line.type === 'SPLIT' ? afterSplit(list.at(-1), line.date, before, after) : statedQuote(line, priceQuantityOf(line.assetId))
    if (quote !== undefined) list.push(quote)
  }
  return quotes
}

/** One split is booked at every broker; the price changes once a day. */
function afterSplit(last: Quote | undefined, day: string, before: Decimal, after: Decimal): Quote | undefined {
  if (last === undefined || before === ZERO || after === ZERO || last.since === day) return undefined
  return { ...last, price: multiplyDivide(last.price, before, after), since: day }
}

function statedQuote(line: Line, priceQuantity: Decimal): Quote | undefined {
  const base = { date: line.date, since: line.date, source: 'trade' } as const
  const currency = line.priceCurrency ?? line.currency
  if ((line.type === 'BUY' || line.type === 'SELL') && line.price !== null && currency !== null)
    return { ...base, price: line.price, currency }
  if (line.costBasis === null || line.currency === null || line.quantity <= ZERO) return undefined
  return { ...base, price: multiplyDivide(line.costBasis, priceQuantity, line.quantity), currency: line.currency }
}

/** quantity x price / price_quantity, in the price's currency. */
export function quotedValue(quantity: Decimal, price: Decimal, priceQuantity: Decimal): Decimal {
  return multiplyDivide(quantity, price, priceQuantity === ZERO ? ONE : priceQuantity)
}
