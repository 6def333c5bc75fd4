import type { CloseColumns } from '../../prices/service.ts'
import { dayNumber, dayText, lastIndexOn } from '../../shared/day-number.ts'
import { add, DECIMAL_PLACES, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import { firstFrom, type Line } from '../ledger/lines.repository.ts'
import { isUnpriced } from './booked.ts'
import { type CatalogueSplit, SAME_WITHIN_DAYS } from './catalogue-split.ts'
import { type Course, heldBefore, isEver } from './course.ts'

/** What a broker moved of an asset, and what the asset was worth. */
export type Evidence = { readonly lines: readonly Line[]; readonly course: Course; readonly closes: CloseColumns }

/** Below a ratio like this, prices of two days may differ as much. */
export const CLEAR = Math.log(1.25)
/** Prices so far apart say nothing of each other. */
const CLOSE_WITHIN_DAYS = 10
const TRADES_WITHIN_DAYS = 60
const MOST_TRADES = 200
const SCALE = 10 ** DECIMAL_PLACES

type Price = { readonly day: number; readonly price: number; readonly currency: string; readonly units: number }

/** Whether the stored closes go on over the day of a split as if there had been none: then it is not in them, or not true. */
export function areClosesWhole(closes: CloseColumns, split: CatalogueSplit): boolean {
  const last = closeNear(closes, split.day - 1)
  const next = closeAt(closes, lastIndexOn(closes.days, split.day) + 1)
  if (last === undefined || next === undefined || next.day - split.day > CLOSE_WITHIN_DAYS) return false
  const steps = stepsBetween(next, last, split)
  return steps !== undefined && steps > -0.5
}

/** The day from which a broker counts the new units: that of the catalogue, unless it still traded old ones after it. */
export function firstDayOfUnits({ lines, closes }: Evidence, split: CatalogueSplit): string {
  const last = closeNear(closes, split.day - 1)
  let day = split.day
  if (last === undefined) return split.date
  for (let place = firstFrom(lines, split.date); place < lines.length; place++) {
    const trade = priceOf(lines[place])
    if (dayNumber(lines[place]?.date ?? '') >= split.day + SAME_WITHIN_DAYS) break
    const steps = trade && stepsBetween(trade, last, split)
    if (trade !== undefined && steps !== undefined && steps > -0.5) day = trade.day + 1
  }
  return dayText(day)
}

/** Whether the units before a split are those after it already: by the prices of their trades. */
export function areUnitsAdjusted({ lines, closes }: Evidence, split: CatalogueSplit, date: string): boolean {
  let [adjusted, traded, seen] = [0, 0, 0]
  const end = firstFrom(lines, date)
  for (let place = end - 1; place >= 0 && seen < MOST_TRADES; place--) {
    const trade = priceOf(lines[place])
    if (trade === undefined) continue
    seen++
    const close = closeNear(closes, trade.day)
    const steps = close && stepsBetween(trade, close, split)
    if (steps === undefined) continue
    if (steps < -0.5) adjusted += trade.units
    else traded += trade.units
  }
  if (adjusted > 0 || traded > 0) return adjusted > traded
  return isSameLevel(lines, date, split)
}

/** Without closes: whether the last trade before and the first after have one price. */
function isSameLevel(lines: readonly Line[], date: string, { factor }: CatalogueSplit): boolean {
  const [step, size] = [levelStep(lines, date), Math.log(factor)]
  return step !== undefined && Math.abs(size) >= CLEAR && step / size > -0.5
}

/** The logarithm of how many times the price of the last trade before a day that of the first since then is; `undefined` where they are long apart. */
export function levelStep(lines: readonly Line[], date: string): number | undefined {
  const end = firstFrom(lines, date)
  const before = lines.slice(Math.max(end - MOST_TRADES, 0), end).findLast((line) => priceOf(line) !== undefined)
  const after = lines.slice(end, end + MOST_TRADES).find((line) => priceOf(line) !== undefined)
  const [old, new_] = [priceOf(before), priceOf(after)]
  if (old === undefined || new_ === undefined || new_.currency !== old.currency) return undefined
  const step = new_.day - old.day > TRADES_WITHIN_DAYS ? Number.NaN : Math.log(new_.price / old.price)
  return Number.isFinite(step) ? step : undefined
}

/** A change of units that has not been booked, of what is held with those before it; `until` = the day of the next. */
export type Change = { readonly from: string; readonly until: string | undefined; readonly held: Decimal; readonly by: Decimal }

/** Whether what a broker moved later is possible without the change only, or comes out even without it where units came from nobody knows where. */
export function isImpossible({ lines, course }: Evidence, { from, until, held, by }: Change): boolean {
  const shift = subtract(held, heldBefore(course, from))
  const isOther = (size: Decimal) => (held > ZERO ? size < ZERO : size > ZERO)
  const without = (size: Decimal) => add(size, shift)
  const flips = (more: Decimal) => isEver(course, from, until, (size) => isOther(add(without(size), more)))
  const isShortWithout = flips(ZERO)
  if (!isShortWithout && flips(by)) return true
  if (isShortWithout || !lines.some((line) => line.date < from && isUnpriced(line))) return false
  return isEver(course, from, until, (size) => without(size) === ZERO)
}

/** How many times the split lies between two prices: -1 = from the old units to the new, 0 = of the same units; `undefined` where nothing can be said. */
function stepsBetween(price: Price, reference: Price, { factor }: CatalogueSplit): number | undefined {
  const size = Math.log(factor)
  if (Math.abs(size) < CLEAR || price.currency !== reference.currency) return undefined
  const steps = Math.log(price.price / reference.price) / size
  return Number.isFinite(steps) ? steps : undefined
}

export function priceOf(line: Line | undefined): Price | undefined {
  if (line === undefined || (line.type !== 'BUY' && line.type !== 'SELL') || line.price === null || line.price <= ZERO)
    return undefined
  const currency = line.priceCurrency ?? line.currency ?? ''
  return {
    day: dayNumber(line.date),
    price: Number(line.price) / SCALE,
    currency,
    units: Math.abs(Number(line.quantity)) / SCALE,
  }
}

export function closeNear(closes: CloseColumns, day: number): Price | undefined {
  const close = closeAt(closes, lastIndexOn(closes.days, day))
  return close === undefined || day - close.day > CLOSE_WITHIN_DAYS ? undefined : close
}

function closeAt({ days, scaled, currencies }: CloseColumns, index: number): Price | undefined {
  const [day, price] = [days[index], scaled[index]]
  if (day === undefined || price === undefined || price <= 0) return undefined
  const currency = typeof currencies === 'string' ? currencies : (currencies[index] ?? '')
  return { day, price: price / SCALE, currency, units: 0 }
}
