import type { CacheInputs } from '../../cache.ts'
import {
  type CarriedClose,
  type CloseColumns,
  carried,
  closeOf,
  columnsOf as columnsOfRows,
  type Fraction,
} from '../../prices/service.ts'
import { daysBetween } from '../../shared/date.ts'
import { dayNumber, dayText, lastIndexOn } from '../../shared/day-number.ts'
import { type Decimal, divideHalfEven, multiplyDivide, ONE, ZERO } from '../../shared/decimal.ts'
import { changesLots } from '../ledger/cost-change.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { bookedSplits, type UnitSplit, unitSplits, withBookedSplits } from './split-closes.ts'
import type { Warnings } from './warnings.ts'

/** A close of an asset, for `price_quantity` units of it. */
export type Close = CarriedClose & { readonly date: string; readonly currency: string }

/** `splits` = those that the catalogue knows. */
type CloseList = readonly Close[] & Pick<CloseColumns, 'splits'>

/** The closes of an asset, oldest first, as a list or in columns. */
export type CloseLookup = (assetId: number) => CloseList | CloseColumns

/** `trade`: no close is known yet, so the last trade price stands in. `since` = the first day that it holds for, `date` = the day it is of. */
export type Quote = {
  readonly price: Decimal
  /** What the price is exactly, where a split left it without an end. */
  readonly fraction?: Fraction | undefined
  readonly currency: string
  readonly date: string
  readonly since: string
  readonly source: 'close' | 'trade'
}

export type Prices = {
  /** What holds at the end of a day; a missing or stale price becomes a warning. */
  readonly on: (assetId: number, day: string) => Quote | null
  readonly closesOf: (assetId: number) => CloseColumns
  /** What trades and stated costs say before the first close, by the day that each holds from. */
  readonly tradesOf: (assetId: number) => readonly Quote[]
  /** All that quotes of an asset are made of, beside its units per price. */
  readonly inputsOf: (assetId: number) => CacheInputs
  /** The splits that quotes from there went through. */
  readonly splitsOf: (assetId: number, source: Quote['source']) => readonly UnitSplit[]
}

/** A close older than this is warned of. */
export const STALE_DAYS = 7

/**
 * Closes, and until the first of them what trades and stated costs say. A split changes a price that is older than it. `splitLines` = the same lines
 * and those of some days more, where a broker books a split then that the catalogue has already.
 */
export function createPrices(
  { lines, splitLines }: { readonly lines: readonly Line[]; readonly splitLines: readonly Line[] },
  closes: CloseLookup,
  priceQuantityOf: (assetId: number) => Decimal,
  warn: (assetId: number, quote: Quote | null, day: string) => void,
): Prices {
  const linesOf = (assetId: number) => unitLinesOf(lines).get(assetId) ?? []
  const splitLinesOf = (assetId: number) => unitLinesOf(splitLines).get(assetId) ?? []
  const columns = memo((assetId: number) => withBookedSplits(columnsOf(closes(assetId)), splitLinesOf(assetId)))
  const trades = memo((assetId: number) => {
    const first = columns(assetId).days[0]
    const all = tradesOf(linesOf(assetId), priceQuantityOf(assetId))
    return first === undefined ? all : all.filter((quote) => dayNumber(quote.since) < first)
  })
  const cursors = new Map<number, Cursor>()
  const [splits, booked] = [
    memo((assetId: number) => unitSplits(columns(assetId), splitLinesOf(assetId))),
    memo((assetId: number) => bookedSplits(linesOf(assetId))),
  ]
  return {
    splitsOf: (assetId, source) => (source === 'close' ? splits(assetId) : booked(assetId)),
    inputsOf: (assetId) => [closes(assetId), linesOf(assetId), splitLinesOf(assetId)],
    closesOf: columns,
    tradesOf: trades,
    on(assetId, day) {
      const cursor = cursors.get(assetId) ?? { index: -1, quote: null }
      if (cursor.index === -1) cursors.set(assetId, cursor)
      const quote = closeOn(columns(assetId), dayNumber(day), cursor) ?? lastOn(trades(assetId), day)
      if (quote === null || isDoubtful(quote, day)) warn(assetId, quote, day)
      return quote
    },
  }
}

/** The close that was last read: most questions go on from there. */
type Cursor = { index: number; quote: Quote | null }

function closeOn(columns: CloseColumns, day: number, cursor: Cursor): Quote | null {
  const { days } = columns
  const index = lastIndexOn(days, day, cursor.index)
  if (index < 0) return null
  if (index !== cursor.index || cursor.quote === null) {
    const { close, fraction, currency } = closeOf(columns, index)
    const date = dayText(days[index] ?? 0)
    cursor.quote = { price: close, fraction, currency, date, since: date, source: 'close' }
    cursor.index = index
  }
  return cursor.quote
}

function memo<T>(make: (assetId: number) => T): (assetId: number) => T {
  const known = new Map<number, T>()
  return (assetId) => {
    const found = known.get(assetId)
    if (found !== undefined) return found
    const made = make(assetId)
    known.set(assetId, made)
    return made
  }
}

/** The currencies of an asset's closes. */
export function currenciesOfCloses(closes: CloseList | CloseColumns): Iterable<string> {
  if (!('days' in closes)) return closes.map((one) => one.currency)
  return typeof closes.currencies === 'string' ? [closes.currencies].filter((one) => one !== '') : closes.currencies
}

function columnsOf(closes: CloseList | CloseColumns): CloseColumns {
  if ('days' in closes) return closes
  return { ...columnsOfRows(closes.map((one) => ({ ...one, day: dayNumber(one.date) }))), splits: closes.splits ?? [] }
}

function isDoubtful(quote: Quote, day: string): boolean {
  return quote.source === 'trade' || (quote.date < day && daysBetween(quote.date, day) > STALE_DAYS)
}

/** Says what is wrong with the price of an asset. */
export function warnOfPrice(warnings: Warnings, titleOf: (assetId: number) => string) {
  return (assetId: number, quote: Quote | null, day: string): void => {
    const title = titleOf(assetId)
    if (quote === null)
      warnings.add(
        {
          code: 'price-missing',
          assetId,
          detail: `There is no price for ${title} on or before this day; it is left out of the totals.`,
        },
        day,
      )
    else if (quote.source === 'trade')
      warnings.add(
        { code: 'price-of-trade', assetId, detail: `There is no close for ${title}; the last trade of ${quote.date} is used.` },
        day,
      )
    else warnings.add({ code: 'price-stale', assetId, detail: `The last close of ${title} is of ${quote.date}.` }, day)
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

/** A split comes before the trades of its day. */
function tradesOf(lines: readonly Line[], priceQuantity: Decimal): Quote[] {
  const quotes: Quote[] = []
  const splits = bookedSplits(lines)
  const splitUntil = (day: number) => {
    for (let next = splits[0]; next !== undefined && next.day <= day; next = splits[0]) {
      const last = quotes.at(-1)
      if (last !== undefined) quotes.push(afterSplit(last, next))
      splits.shift()
    }
  }
  for (const line of lines) {
    const quote = line.type === 'SPLIT' ? undefined : statedQuote(line, priceQuantity)
    if (quote === undefined) continue
    if (splits.length > 0) splitUntil(dayNumber(line.date))
    quotes.push(quote)
  }
  splitUntil(Infinity)
  return quotes
}

const grouped = new WeakMap<readonly Line[], ReadonlyMap<number, readonly Line[]>>()

/** The lines that move units of an asset or change what they cost, by asset, in their order; made once a list. */
export function unitLinesOf(lines: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const known = grouped.get(lines)
  if (known !== undefined) return known
  const groups = new Map<number, Line[]>()
  for (const line of lines) {
    if (line.assetId === null || !changesLots(line)) continue
    const group = groups.get(line.assetId)
    if (group) group.push(line)
    else groups.set(line.assetId, [line])
  }
  grouped.set(lines, groups)
  return groups
}

function afterSplit(last: Quote, { day, before, after }: UnitSplit): Quote {
  const { close: price, fraction } = carried({ close: last.price, fraction: last.fraction }, before, after)
  return { ...last, price, fraction, since: dayText(day) }
}

function statedQuote(line: Line, priceQuantity: Decimal): Quote | undefined {
  const base = { date: line.date, since: line.date, source: 'trade' } as const
  const currency = line.priceCurrency ?? line.currency
  if ((line.type === 'BUY' || line.type === 'SELL') && line.price !== null && currency !== null)
    return { ...base, price: line.price, currency }
  if (line.costBasis === null || line.currency === null || line.quantity <= ZERO) return undefined
  return { ...base, price: multiplyDivide(line.costBasis, priceQuantity, line.quantity), currency: line.currency }
}

/** quantity x price / price_quantity, in the price's currency, rounded once. */
export function quotedValue(
  quantity: Decimal,
  { price, fraction }: Pick<Quote, 'price' | 'fraction'>,
  priceQuantity: Decimal,
): Decimal {
  const per = priceQuantity === ZERO ? ONE : priceQuantity
  if (fraction === undefined) return multiplyDivide(quantity, price, per)
  return divideHalfEven(quantity * fraction.numerator, per * fraction.denominator) as Decimal
}
