import { convertAmount } from '../../fx/service.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ONE, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Days as CachedDays, cachedDays, daysPolicy } from './cached-days.ts'
import type { ReportInputs } from './inputs.ts'
import { quotedValue, STALE_DAYS, unitLinesOf } from './prices.ts'
import { createColumn, createSums, type WorthColumn } from './worth-column.ts'

/** What an asset is worth at the end of each day. `doubts` = days on which its price was missing or stale: the first and the last of each such price. */
type Worths = { readonly column: WorthColumn; readonly doubts: readonly number[] }

type Days = { readonly dates: readonly string[]; readonly numbers: Int32Array; readonly ratesOf: (currency: string) => Rates }
type Asset = { readonly id: number; readonly lines: readonly Line[] }

const BYTES_PER_DAY = 8

const worthsOfAssets = daysPolicy<Worths>('daily worths')

/** What all holdings are worth together at the end of each of ascending days, to the last digit; what has no price or rate counts as nothing, with a warning. `which` = name of these days of the range. */
export function dailyWorths(inputs: ReportInputs, request: ReportRequest, dates: readonly string[], which: string): Decimal[] {
  const days = { dates, numbers: Int32Array.from(dates, (date) => dayNumber(date)), ratesOf: ratesOn(inputs, dates) }
  const sums = createSums(dates.length)
  for (const [id, lines] of unitLinesOf(inputs.lines)) {
    const worths = cachedDays(inputs, request, worthsOfAssets, { id, lines, which }, () => worthsOf(inputs, { id, lines }, days))
    sums.add(worths.column)
    for (const index of worths.doubts) inputs.prices.on(id, dates[index] ?? '')
  }
  return sums.list()
}

function worthsOf(inputs: ReportInputs, { id, lines }: Asset, { numbers, ratesOf }: Days): CachedDays<Worths> {
  const [prices, held, per] = [pricesOf(inputs, id), quantitiesOf(lines), inputs.priceQuantityOf(id)]
  const [column, doubts] = [createColumn(numbers.length), createDoubts()]
  let isPlain = true
  for (let index = placeOf(numbers, dayNumber(lines[0]?.date ?? ''), 0), until = index; index < numbers.length; index = until) {
    const day = numbers[index] ?? 0
    const [quantity, price] = [held.on(day), prices.on(day)]
    until = placeOf(numbers, Math.min(held.until(), prices.until()), index + 1)
    if (quantity === ZERO) continue
    const isDoubtful = price === null || price.isTrade
    if (isDoubtful) isPlain = false
    doubts.add(isDoubtful ? index : placeOf(numbers, price.dated + STALE_DAYS + 1, index), until, price)
    const quoted = price === null ? ZERO : quotedValue(quantity, price.price, per)
    if (price === null || quoted === ZERO) continue
    if (!fill(column, quoted, ratesOf(price.currency), [index, until])) isPlain = false
  }
  return { value: { column, doubts: doubts.list }, isPlain, bytes: numbers.length * BYTES_PER_DAY }
}

/** Writes what a value in the currency of its price is worth on days; whether every rate was there and fresh. */
function fill(column: ReturnType<typeof createColumn>, quoted: Decimal, rates: Rates, [from, until]: [number, number]): boolean {
  if (rates === NO_CONVERSION) {
    column.fill(quoted, from, until)
    return true
  }
  let isPlain = true
  let [ratio, worth]: [Ratio | null, Decimal] = [SAME, quoted]
  for (let index = from; index < until; index++) {
    const rate = rates.on(index)
    if (rates.isDoubtful(index)) isPlain = false
    if (rate !== ratio) [ratio, worth] = [rate, rate === null ? ZERO : convertAmount(quoted, rate)]
    column.set(index, worth)
  }
  return isPlain
}

/** The place of the first of ascending days on or after a day; not before `least`. */
function placeOf(numbers: Int32Array, day: number, least: number): number {
  let [low, high] = [least, numbers.length]
  if ((numbers[low] ?? Infinity) >= day) return Math.min(low, high)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}

type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** The ratio of the report's own currency. */
const SAME: Ratio = { numerator: 1n, denominator: 1n }

/** The first and the last day of each price that is in doubt; days are added in order, each time up to but without `until`. */
function createDoubts() {
  const list: number[] = []
  let last: Price | null | undefined
  return {
    list,
    add(index: number, until: number, price: Price | null) {
      if (index >= until) return
      if (last === price) list.pop()
      else list.push(index)
      list.push(until - 1)
      last = price
    },
  }
}

/** Answers for days, asked for in order, and until which day the last answer holds. */
type Stepped<T> = { readonly on: (day: number) => T; readonly until: () => number }

/** What is held at the end of days. */
function quantitiesOf(lines: readonly Line[]): Stepped<Decimal> {
  const dayOf = (line: Line | undefined) => (line === undefined ? Infinity : dayNumber(line.date))
  let [next, quantity] = [0, ZERO]
  let due = dayOf(lines[0])
  return {
    on(day) {
      while (due <= day) {
        quantity = add(quantity, lines[next]?.quantity ?? ZERO)
        due = dayOf(lines[++next])
      }
      return quantity
    },
    until: () => due,
  }
}

type Price = { readonly price: Decimal; readonly currency: string; readonly dated: number; readonly isTrade: boolean }

/** The price that holds on days; the same object as long as it does. */
function pricesOf(inputs: ReportInputs, assetId: number): Stepped<Price | null> {
  const { days, scaled, exact, currencies } = inputs.prices.closesOf(assetId)
  let at = -1
  let price: Price | null = null
  let trades: Stepped<Price | null> | undefined
  return {
    on(day) {
      const before = at
      while ((days[at + 1] ?? Infinity) <= day) at++
      if (at < 0) {
        trades ??= tradesOf(inputs, assetId)
        return trades.on(day)
      }
      if (at === before) return price
      const currency = typeof currencies === 'string' ? currencies : (currencies[at] ?? '')
      price = { price: exact?.[at] ?? (BigInt(scaled[at] ?? 0) as Decimal), currency, dated: days[at] ?? 0, isTrade: false }
      return price
    },
    until: () => Math.min(days[at + 1] ?? Infinity, at < 0 ? (trades?.until() ?? Infinity) : Infinity),
  }
}

function tradesOf(inputs: ReportInputs, assetId: number): Stepped<Price | null> {
  const prices = inputs.prices.tradesOf(assetId).map(({ price, currency, date, since }) => {
    return { since: dayNumber(since), price: { price, currency, dated: dayNumber(date), isTrade: true } }
  })
  let next = 0
  return {
    on(day) {
      while ((prices[next]?.since ?? Infinity) <= day) next++
      return prices[next - 1]?.price ?? null
    },
    until: () => prices[next]?.since ?? Infinity,
  }
}

/** Exact rates by the place of a day; what is missing or stale is warned of when it is asked for. */
type Rates = { readonly on: (index: number) => Ratio | null; readonly isDoubtful: (index: number) => boolean }

const NO_CONVERSION: Rates = { on: () => SAME, isDoubtful: () => false }

function ratesOn(inputs: ReportInputs, dates: readonly string[]): (currency: string) => Rates {
  const known = new Map<string, Rates>([[inputs.currency, NO_CONVERSION]])
  return (currency) => {
    const found = known.get(currency) ?? ratesOf(inputs, dates, currency)
    known.set(currency, found)
    return found
  }
}

function ratesOf({ exchange, warnings }: ReportInputs, dates: readonly string[], currency: string): Rates {
  const ratios: (Ratio | null)[] = []
  const doubtful = new Set<number>()
  return {
    on(index) {
      const known = ratios[index]
      if (known !== undefined) return known
      const [date, before] = [dates[index] ?? '', warnings.count()]
      exchange.convert(ONE, currency, date)
      if (warnings.count() !== before) doubtful.add(index)
      const ratio = exchange.source(currency, date)?.rate ?? null
      ratios[index] = ratio
      return ratio
    },
    isDoubtful: (index) => doubtful.has(index),
  }
}
