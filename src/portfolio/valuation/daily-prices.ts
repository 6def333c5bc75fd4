import { type CloseColumns, closeOf } from '../../prices/service.ts'
import { dayNumber } from '../../shared/day-number.ts'
import type { ReportInputs } from './inputs.ts'
import { placeOf } from './places.ts'
import { type Quote, STALE_DAYS } from './prices.ts'

/** All prices of an asset, oldest first: trades that stand in before the first close, then its closes. */
export type AssetPrices = {
  /** The day that each holds from. */
  readonly since: Int32Array
  /** For `price_quantity` units, x 10^12, as binary numbers. */
  readonly scaled: Float64Array
  readonly trades: readonly Quote[]
  readonly closes: CloseColumns
  /** Of all of them; `null` when they have several. */
  readonly currency: string | null
}

/** The prices from a day on, with what holds on it. */
export function pricesOf({ prices }: ReportInputs, assetId: number, first: number): AssetPrices {
  const closes = prices.closesOf(assetId)
  const { days, scaled } = closes
  const trades = (days[0] ?? Infinity) <= first ? [] : prices.tradesOf(assetId)
  const currency = oneCurrency(trades, closes)
  if (trades.length === 0) return { since: days, scaled, trades, closes, currency }
  return {
    since: Int32Array.from([...trades.map((trade) => dayNumber(trade.since)), ...days]),
    scaled: Float64Array.from([...trades.map((trade) => Number(trade.price)), ...scaled]),
    trades,
    closes,
    currency,
  }
}

function oneCurrency(trades: readonly Quote[], { currencies, days }: CloseColumns): string | null {
  const [first] = trades
  if (first === undefined) return typeof currencies === 'string' ? currencies : null
  const isOne = trades.every(({ currency }) => currency === first.currency)
  return isOne && (days.length === 0 || currencies === first.currency) ? first.currency : null
}

export function currencyAt({ trades, closes: { currencies } }: AssetPrices, index: number): string {
  const trade = trades[index]
  if (trade !== undefined) return trade.currency
  return typeof currencies === 'string' ? currencies : (currencies[index - trades.length] ?? '')
}

/** The price for `price_quantity` units. */
export function exactAt({ trades, closes }: AssetPrices, index: number): Pick<Quote, 'price' | 'fraction'> {
  const trade = trades[index]
  if (trade !== undefined) return trade
  const { close, fraction } = closeOf(closes, index - trades.length)
  return { price: close, fraction }
}

/** Places from one up to, but without, another. */
type Range = { readonly from: number; readonly until: number }

/** Which price holds on each of ascending days. */
export type PriceDays = {
  readonly days: Int32Array
  readonly of: (prices: AssetPrices) => PricePlaces
}

/** `at` = the index of the price at each place, -1 before the first; `fresh` = 1 where it is of that day; `stale` = where the last close is too old. */
export type PricePlaces = { readonly at: Int32Array; readonly fresh: Uint8Array; readonly stale: readonly Range[] }

/** Five bytes a day each, which in a long range is much. */
const MOST_KNOWN = 8

/** Assets that have closes on the same days share the answer. */
export function createPriceDays(days: Int32Array): PriceDays {
  const known = new Map<Int32Array, PricePlaces>()
  return {
    days,
    of({ since, trades }) {
      const found = known.get(since) ?? pricePlaces(days, since, trades.length)
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(since, found)
      return found
    },
  }
}

function pricePlaces(days: Int32Array, since: Int32Array, firstClose: number): PricePlaces {
  const at = placesOf(days, since)
  const fresh = new Uint8Array(days.length)
  for (let place = 0; place < days.length; place++) if (since[at[place] ?? -1] === days[place]) fresh[place] = 1
  return { at, fresh, stale: staleRanges(days, since, firstClose) }
}

/** Prices that are few hold for long: whole stretches are filled then. */
const FEW = 4

function placesOf(days: Int32Array, since: Int32Array): Int32Array {
  const at = new Int32Array(days.length)
  let index = -1
  if (since.length * FEW < days.length) {
    for (let from = 0, until = 0; from < days.length; from = until, index++) {
      until = placeOf(days, since[index + 1] ?? Infinity, from)
      at.fill(index, from, until)
    }
    return at
  }
  for (let place = 0; place < days.length; place++) {
    const day = days[place] ?? 0
    while (index + 1 < since.length && (since[index + 1] ?? 0) <= day) index++
    at[place] = index
  }
  return at
}

function staleRanges(days: Int32Array, since: Int32Array, firstClose: number): Range[] {
  const ranges: Range[] = []
  for (let index = firstClose; index < since.length; index++) {
    const stale = (since[index] ?? 0) + STALE_DAYS + 1
    const next = since[index + 1] ?? Infinity
    if (next <= stale) continue
    const range = { from: placeOf(days, stale, 0), until: placeOf(days, next, 0) }
    if (range.from < range.until) ranges.push(range)
  }
  return ranges
}
