import { type CachePolicy, cached } from '../../cache.ts'
import { convertAmount } from '../../fx/service.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { type Decimal, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { cachedDays, type Days, daysPolicy } from './cached-days.ts'
import type { Calendar } from './calendar.ts'
import { createPriceDays, exactAt, type PriceDays } from './daily-prices.ts'
import { type DailyRates, dailyRates } from './daily-rates.ts'
import { type HeldAsset, holdsUntil, type Span, walkSpans } from './daily-spans.ts'
import type { Ratio } from './exchange.ts'
import type { ReportInputs } from './inputs.ts'
import { placeOf } from './places.ts'
import { quotedValue, unitLinesOf } from './prices.ts'
import { createColumn, createSums, type WorthColumn } from './worth-column.ts'

/** What assets are worth at the end of days, in the currency of the report: to the last digit, or as binary numbers for series of returns. */
type Valuation = {
  readonly inputs: ReportInputs
  readonly request: ReportRequest
  readonly calendar: Calendar
  /** The days of the calendar that are requested. */
  readonly priceDays: PriceDays
}

/** `values` = those of one asset from the place `start` on, nothing before; `priced` = 1 where a price begins; `gap` = the first place on which it is held without a price or rate, or -1. `doubts` as of `Walked`. */
export type DailyNumbers = {
  readonly start: number
  readonly values: Float64Array
  readonly priced: Uint8Array
  readonly gap: number
  readonly doubts: readonly number[]
}

type DailyWorths = { readonly column: WorthColumn; readonly doubts: readonly number[] }

const SCALE = 1e12
const BYTES_PER_NUMBER = 9
const BYTES_PER_WORTH = 8

const numbersOfAssets = daysPolicy<DailyNumbers>('daily numbers')
const worthsOfAssets = daysPolicy<DailyWorths>('daily worths')
/** The parts of a report look the same days up. */
const priceDaysOfReport: CachePolicy<PriceDays> = { name: 'price days of a report', most: 4, sizeOf: () => 1 }

/** As binary numbers on every day of a range, asset by asset. Each is computed again when one of its lines or closes, or a rate, has changed. */
export function dailyNumbers(
  inputs: ReportInputs,
  request: ReportRequest,
  calendar: Calendar,
): (asset: HeldAsset) => DailyNumbers {
  const key = `${calendar.first} ${calendar.days.length}`
  const priceDays = cached(inputs.ofReport, priceDaysOfReport, key, [], () => createPriceDays(calendar.numbers))
  const valuation = { inputs, request, calendar, priceDays }
  return (asset) => cachedDays(inputs, request, numbersOfAssets, { ...asset, which: '' }, () => numbersOf(valuation, asset))
}

/** All holdings together at some places of a range, to the last digit; what has no price or rate counts as nothing, with a warning. `which` = name of these places. */
export function dailyWorths(
  inputs: ReportInputs,
  request: ReportRequest,
  { calendar, places, which }: { readonly calendar: Calendar; readonly places: readonly number[]; readonly which: string },
): Decimal[] {
  const priceDays = createPriceDays(Int32Array.from(places, (place) => calendar.first + place))
  const valuation = { inputs, request, calendar, priceDays }
  const sums = createSums(places.length)
  for (const [id, lines] of unitLinesOf(inputs.lines)) {
    const make = () => worthsOf(valuation, { id, lines })
    const { column, doubts } = cachedDays(inputs, request, worthsOfAssets, { id, lines, which }, make)
    sums.add(column)
    for (const index of doubts) inputs.prices.on(id, calendar.days[places[index] ?? 0] ?? '')
  }
  return sums.list()
}

function numbersOf({ inputs, calendar, priceDays }: Valuation, asset: HeldAsset): Days<DailyNumbers> {
  const { days } = priceDays
  const ratesOf = dailyRates(inputs, calendar.days)
  const per = Number(inputs.priceQuantityOf(asset.id)) / SCALE
  const start = placeOf(days, dayNumber(asset.lines[0]?.date ?? ''), 0)
  const values = new Float64Array(days.length - start)
  const priced = new Uint8Array(values.length)
  let [isKnown, withoutRate] = [true, -1]
  let each: Float64Array | undefined
  const { doubts, isPlain, withoutPrice } = walkSpans(inputs, priceDays, asset, (span, { prices, at, fresh }) => {
    each ??= unitPrices(prices.scaled, per)
    const units = Number(span.quantity) / SCALE
    for (let place = span.from; place < span.until; place++) {
      values[place - start] = units * (each[at[place] ?? 0] ?? 0)
      priced[place - start] = fresh[place] ?? 0
    }
    if (span.currency === inputs.currency) return
    const converted = convertNumbers(values, start, span, ratesOf(span.currency))
    if (!converted.isKnown) isKnown = false
    if (withoutRate < 0) withoutRate = converted.missing
  })
  const gap = firstOf(withoutPrice, withoutRate)
  return { value: { start, values, priced, gap, doubts }, isPlain: isPlain && isKnown, bytes: values.length * BYTES_PER_NUMBER }
}

/** By price; divided once each, however many days it holds for. */
function unitPrices(scaled: Float64Array, per: number): Float64Array {
  const each = new Float64Array(scaled.length)
  for (let index = 0; index < each.length; index++) each[index] = (scaled[index] ?? 0) / SCALE / per
  return each
}

/** The smaller of two places, of which -1 is none. */
function firstOf(a: number, b: number): number {
  return a < 0 ? b : b < 0 ? a : Math.min(a, b)
}

/** Turns values in the currency of a span into such in that of the report. `isKnown` = every rate was there and fresh; `missing` = the first place without one, or -1. */
function convertNumbers(values: Float64Array, start: number, { from, until }: Span, rates: DailyRates) {
  const { numbers, doubtful } = rates
  let [isKnown, missing] = [true, -1]
  for (let place = from; place < until; place++) {
    const known = numbers[place] ?? Number.NaN
    const rate = Number.isNaN(known) ? rates.numberOn(place) : known
    values[place - start] = (values[place - start] ?? 0) * rate
    if (doubtful[place] === 1) isKnown = false
    if (rate === 0 && missing < 0) missing = place
  }
  return { isKnown, missing }
}

function worthsOf({ inputs, calendar, priceDays }: Valuation, asset: HeldAsset): Days<DailyWorths> {
  const { days } = priceDays
  const ratesOf = dailyRates(inputs, calendar.days)
  const per = inputs.priceQuantityOf(asset.id)
  const column = createColumn(days.length)
  let isKnown = true
  const { doubts, isPlain } = walkSpans(inputs, priceDays, asset, ({ from, until, quantity, currency }, held) => {
    const rates = currency === inputs.currency ? null : ratesOf(currency)
    for (let index = from, end = index; index < until; index = end) {
      end = holdsUntil(days, held, index, until)
      const quoted = quotedValue(quantity, exactAt(held.prices, held.at[index] ?? 0), per)
      if (quoted === ZERO) continue
      if (rates === null) column.fill(index, end, quoted)
      else if (!convertWorths(column, quoted, rates, { from: index, until: end, days, first: calendar.first })) isKnown = false
    }
  })
  return { value: { column, doubts }, isPlain: isPlain && isKnown, bytes: days.length * BYTES_PER_WORTH }
}

/** Writes what a value in another currency is worth on days; whether every rate was there and fresh. `first` = day of the place 0 of the rates. */
function convertWorths(
  column: ReturnType<typeof createColumn>,
  quoted: Decimal,
  { ratioOn, doubtful }: DailyRates,
  { from, until, days, first }: { from: number; until: number; days: Int32Array; first: number },
): boolean {
  let isKnown = true
  let [ratio, worth]: [Ratio | null, Decimal] = [null, ZERO]
  for (let index = from; index < until; index++) {
    const place = (days[index] ?? 0) - first
    const rate = ratioOn(place)
    if (doubtful[place] === 1) isKnown = false
    if (rate !== ratio) [ratio, worth] = [rate, rate === null ? ZERO : convertAmount(quoted, rate)]
    column.set(index, worth)
  }
  return isKnown
}
