import { dayNumber } from '../../shared/day-number.ts'
import { add, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { cachedDays, daysPolicy } from './cached-days.ts'
import type { DailyRates } from './daily-rates.ts'
import type { ReportInputs } from './inputs.ts'
import { lastIndexOn, type Quote, STALE_DAYS } from './prices.ts'

/** What an asset was worth at the end of each day from the index `start` on, in the report's currency; nothing before. `doubts` = first and last day on which its price was missing, and on which it was stale. */
export type DailyValues = {
  readonly start: number
  readonly values: Float64Array
  readonly priced: Uint8Array
  readonly doubts: readonly number[]
}

/** What values are made of, besides the lines. */
export type DailyInput = { readonly days: readonly string[]; readonly ratesOf: (currency: string) => DailyRates }

const SCALE = 1e12
const BYTES_PER_DAY = 9

const valuesOfAssets = daysPolicy<DailyValues>('daily values')

/** Remembered until a line or close of the asset, or a rate, changes; computed each time where a trade stands in for a close or a rate is in doubt. */
export function dailyValues(
  inputs: ReportInputs,
  request: ReportRequest,
  asset: { id: number; lines: readonly Line[] },
  input: DailyInput,
): DailyValues {
  return cachedDays(inputs, request, valuesOfAssets, { ...asset, which: '' }, () => {
    const { daily, isPlain } = valuesOf(inputs, asset, input)
    return { value: daily, isPlain, bytes: daily.values.length * BYTES_PER_DAY }
  })
}

function valuesOf(
  inputs: ReportInputs,
  { id, lines }: { id: number; lines: readonly Line[] },
  { days, ratesOf }: DailyInput,
): { daily: DailyValues; isPlain: boolean } {
  const first = dayNumber(days[0] ?? '')
  const start = Math.min(Math.max(dayNumber(lines[0]?.date ?? '') - first, 0), days.length)
  const [values, priced] = [new Float64Array(days.length - start), new Uint8Array(days.length - start)]
  const quote = pricesOf(inputs, id, first)
  const held = quantities(lines, first)
  const doubts = { missing: createSpan(), stale: createSpan() }
  let isPlain = true
  for (let index = start, until = start; index < days.length; index = until) {
    const quantity = held.at(index)
    quote.step(first + index)
    until = Math.min(held.until(), quote.until() - first, days.length)
    if (Math.abs(quantity) <= 1e-11) continue
    if (quote.isTrade || quote.currency === '') {
      isPlain = false
      doubts.missing.add(index, until)
    } else doubts.stale.add(Math.max(index, quote.dated + STALE_DAYS + 1 - first), until)
    if (quote.currency === '') continue
    if (quote.since === first + index) priced[index - start] = 1
    const worth = quantity * quote.price
    if (quote.currency === inputs.currency) {
      values.fill(worth, index - start, until - start)
      continue
    }
    const rates = ratesOf(quote.currency)
    for (let day = index; day < until; day++) {
      values[day - start] = worth * rates.at(day)
      if (rates.isDoubtful(day)) isPlain = false
    }
  }
  return { daily: { start, values, priced, doubts: [...doubts.missing.ends(), ...doubts.stale.ends()] }, isPlain }
}

/** The first and the last of the days that were added in order, each time up to but without `until`; none when none was. */
function createSpan() {
  let [first, last] = [-1, -1]
  return {
    add(index: number, until: number) {
      if (index >= until) return
      if (first < 0) first = index
      last = until - 1
    },
    ends: () => (first < 0 ? [] : [first, last]),
  }
}

/** What is held at the end of days, asked for in order, and until when; what moved before the range counts on its first day. */
function quantities(lines: readonly Line[], first: number): { at: (index: number) => number; until: () => number } {
  const indexOf = (line: Line | undefined) => (line === undefined ? Infinity : dayNumber(line.date) - first)
  let [next, exact] = [0, ZERO]
  let due = indexOf(lines[0])
  return {
    at(index) {
      while (due <= index) {
        exact = add(exact, lines[next]?.quantity ?? ZERO)
        due = indexOf(lines[++next])
      }
      return Number(exact) / SCALE
    },
    until: () => due,
  }
}

/** The price that holds on a day, as a number for one unit; no currency = no price. `since` = day that it holds from, `dated` = day it is of. */
type Price = {
  price: number
  currency: string
  since: number
  dated: number
  isTrade: boolean
  readonly step: (day: number) => void
  /** The day of the next price. */
  readonly until: () => number
}

/** Steps from day to day, the first of which is `first`. */
function pricesOf(inputs: ReportInputs, assetId: number, first: number): Price {
  const columns = inputs.prices.closesOf(assetId)
  const { days, scaled } = columns
  const trades = (days[0] ?? Infinity) <= first ? [] : inputs.prices.tradesOf(assetId)
  const per = Number(inputs.priceQuantityOf(assetId)) / SCALE
  const since = trades.map((one) => dayNumber(one.since))
  let [trade, at] = [0, Math.max(lastIndexOn(days, first) - 1, -1)]
  const price: Price = {
    price: 0,
    currency: '',
    since: -1,
    dated: Number.NEGATIVE_INFINITY,
    isTrade: false,
    step(day) {
      for (; trade < trades.length && (since[trade] ?? 0) <= day; trade++) setTrade(price, trades[trade], per)
      const before = at
      while (at + 1 < days.length && (days[at + 1] ?? 0) <= day) at++
      if (at === before || at < 0) return
      price.price = (scaled[at] ?? 0) / SCALE / per
      price.currency = typeof columns.currencies === 'string' ? columns.currencies : (columns.currencies[at] ?? '')
      price.since = price.dated = days[at] ?? 0
      price.isTrade = false
    },
    until: () => Math.min(days[at + 1] ?? Infinity, since[trade] ?? Infinity),
  }
  return price
}

function setTrade(price: Price, trade: Quote | undefined, per: number): void {
  if (trade === undefined) return
  price.price = Number(trade.price) / SCALE / per
  price.currency = trade.currency
  price.since = dayNumber(trade.since)
  price.dated = dayNumber(trade.date)
  price.isTrade = true
}
