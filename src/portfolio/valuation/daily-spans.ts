import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { type AssetPrices, currencyAt, type PriceDays, type PricePlaces, pricesOf } from './daily-prices.ts'
import type { ReportInputs } from './inputs.ts'
import { placeOf } from './places.ts'

/** An asset with the lines that move it, in ledger order. */
export type HeldAsset = { readonly id: number; readonly lines: readonly Line[] }

/** So many units, priced in one currency, from the place of one day up to, but without, that of another. */
export type Span = {
  readonly from: number
  readonly until: number
  readonly quantity: Decimal
  readonly currency: string
}

/** The prices of an asset, and the index of the one that holds at each place. */
export type Priced = Omit<PricePlaces, 'stale'> & { readonly prices: AssetPrices }

/** `doubts` = places of the first and the last day on which a price was missing, on which a trade stood in, and on which one was stale; `isPlain` = none was missing, and no trade stood in; `withoutPrice` = the first place on which there was none at all, or -1. */
export type Walked = { readonly doubts: readonly number[]; readonly isPlain: boolean; readonly withoutPrice: number }

/** The one valuation of an asset: visits, in order, every span of `priceDays` on which it is held and has a price. */
export function walkSpans(
  inputs: ReportInputs,
  priceDays: PriceDays,
  { id, lines }: HeldAsset,
  visit: (span: Span, priced: Priced) => void,
): Walked {
  const { days } = priceDays
  const prices = pricesOf(inputs, id, days[0] ?? 0)
  const { at, fresh, stale } = priceDays.of(prices)
  const firstPrice = placeOf(days, prices.since[0] ?? Infinity, 0)
  const firstClose = placeOf(days, prices.since[prices.trades.length] ?? Infinity, 0)
  const [missing, traded, old] = [createRange(), createRange(), createRange()]
  let [next, due, quantity, withoutPrice] = [0, dayOf(lines[0]), ZERO, -1]
  for (let from = placeOf(days, due, 0), until = from; from < days.length; from = until) {
    const day = days[from] ?? 0
    for (; due <= day; due = dayOf(lines[++next])) quantity = add(quantity, lines[next]?.quantity ?? ZERO)
    until = placeOf(days, due, from + 1)
    if (quantity === ZERO) continue
    missing.add(from, Math.min(until, firstPrice))
    traded.add(Math.max(from, firstPrice), Math.min(until, firstClose))
    if (withoutPrice < 0 && from < firstPrice) withoutPrice = from
    for (const range of stale) old.add(Math.max(from, range.from), Math.min(until, range.until))
    visitCurrencies({ prices, at, fresh }, { from: Math.max(from, firstPrice), until, quantity }, visit)
  }
  const instead = [...missing.ends(), ...traded.ends()]
  return { doubts: [...instead, ...old.ends()], isPlain: instead.length === 0, withoutPrice }
}

/** Nearly all assets have closes in one currency. */
function visitCurrencies(
  priced: Priced,
  { from, until, quantity }: Omit<Span, 'currency'>,
  visit: (span: Span, priced: Priced) => void,
): void {
  const { prices, at } = priced
  for (let start = from, end = until; start < until; start = end) {
    const currency = prices.currency ?? currencyAt(prices, at[start] ?? 0)
    if (prices.currency === null) for (end = start + 1; end < until && currencyAt(prices, at[end] ?? 0) === currency; ) end++
    visit({ from: start, until: end, quantity, currency }, priced)
  }
}

/** Most prices hold for a day, or over a weekend or holidays: so many places are gone through before the next price is looked up. */
const NEAR = 6

/** Up to which place of a span, but without it, the price of a place holds. */
export function holdsUntil(days: Int32Array, { prices: { since }, at }: Priced, place: number, until: number): number {
  const index = at[place] ?? 0
  const near = Math.min(place + NEAR, until)
  for (let next = place + 1; next < near; next++) if (at[next] !== index) return next
  return near === until ? until : Math.min(placeOf(days, since[index + 1] ?? Infinity, near), until)
}

function dayOf(line: Line | undefined): number {
  return line === undefined ? Infinity : dayNumber(line.date)
}

/** The first and the last of the places that were added in order, each time up to but without `until`. */
function createRange() {
  let [first, last] = [-1, -1]
  return {
    add(from: number, until: number) {
      if (from >= until) return
      if (first < 0) first = from
      last = until - 1
    },
    ends: () => (first < 0 ? [] : [first, last]),
  }
}
