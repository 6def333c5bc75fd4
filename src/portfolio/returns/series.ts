import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import { type AppError, invalid } from '../../shared/errors.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Calendar, calendarOfReport } from '../valuation/calendar.ts'
import { type DailyRates, dailyRates } from '../valuation/daily-rates.ts'
import { type DailyNumbers, dailyNumbers } from '../valuation/daily-values.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { unitLinesOf } from '../valuation/prices.ts'
import type { Flow } from './period.ts'
import { NOISE } from './risk.ts'
import { dailyReturn, firstTooLarge } from './twr.ts'

/** Daily values and returns of a range, as binary numbers: for ratios only. Index 0 is `from`. */
export type Series = Calendar & {
  readonly values: Float64Array
  /** NaN on days with nothing invested. */
  readonly returns: Float64Array
  /** Returns of days on which something was priced or moved: what volatility is made of. */
  readonly observed: readonly number[]
}

const SCALE = 1e12

/** Throws `portfolio/return-too-large` (422), with the day, where returns grow beyond what a number can hold. */
export function seriesOf(inputs: ReportInputs, request: ReportRequest, flows: readonly Flow[], startValue: Decimal): Series {
  const calendar = calendarOfReport(inputs, request)
  const { days } = calendar
  const day = { values: new Float64Array(days.length), priced: new Uint8Array(days.length) }
  const numbersOf = dailyNumbers(inputs, request, calendar)
  for (const [id, lines] of unitLinesOf(inputs.lines)) {
    const daily = numbersOf({ id, lines })
    addDaily(day, daily)
    for (const index of daily.doubts) inputs.prices.on(id, days[index] ?? '')
  }
  if (request.scope === 'total') {
    const ratesOf = dailyRates(inputs, days)
    for (const [currency, changes] of cashChanges(inputs, days)) addCash(day.values, changes, ratesOf(currency))
  }
  const returns = returnsOf(day.values, flowsByDay(flows, calendar), startValue)
  const beyond = firstTooLarge(returns)
  if (beyond >= 0) throw tooLarge(days, returns, beyond)
  const observed: number[] = []
  returns.forEach((value, index) => {
    if (day.priced[index] === 1 ? !Number.isNaN(value) : Math.abs(value) > NOISE) observed.push(value)
  })
  return { ...calendar, values: day.values, returns, observed }
}

function tooLarge(days: readonly string[], returns: Float64Array, beyond: number): AppError {
  let largest = 0
  for (let index = 0; index <= beyond; index++) if ((returns[index] ?? 0) > (returns[largest] || 0)) largest = index
  const detail = `By ${days[beyond]} the returns have grown beyond what a number can hold; the largest is that of ${days[largest]}. Correct the amounts, prices and rates of that day, or ask for other days.`
  return invalid('portfolio/return-too-large', '/query/from', detail)
}

function returnsOf(values: Float64Array, flows: readonly DayFlows[], startValue: Decimal): Float64Array {
  const returns = new Float64Array(values.length)
  let [next, begin] = [0, Number(startValue) / SCALE]
  for (let index = 0; index < values.length; index++) {
    const end = values[index] ?? 0
    const moved = flows[next]?.index === index ? flows[next++] : undefined
    const { inflow, outflow } = moved ?? NO_FLOW
    returns[index] = dailyReturn({ begin, end, inflow, outflow }) ?? Number.NaN
    begin = end
  }
  return returns
}

function addDaily({ values, priced }: { values: Float64Array; priced: Uint8Array }, daily: DailyNumbers): void {
  for (let index = daily.start; index < values.length; index++) {
    const value = daily.values[index - daily.start] ?? 0
    if (value !== 0) values[index] = (values[index] ?? 0) + value
    if (daily.priced[index - daily.start] === 1) priced[index] = 1
  }
}

/** `amounts` = the changes exactly. */
type Changes = { readonly indices: number[]; readonly changes: number[]; readonly amounts: Decimal[] }

/** A balance this small beside what it once was is added up exactly: of binary sums too much of it would be rounding. */
const SMALL = 1e-3

/** Changes of cash in the order of the ledger; what stood before the range counts at index 0. */
function cashChanges(inputs: ReportInputs, days: readonly string[]): Map<string, Changes> {
  const cash = new Map<string, Changes>()
  const [first, last] = [dayNumber(days[0] ?? ''), days.at(-1) ?? '']
  let [date, index] = ['', 0]
  for (const line of inputs.lines) {
    if (line.date !== date) {
      date = line.date
      if (date > last) break
      index = Math.max(dayNumber(date) - first, 0)
    }
    if (line.currency === null || line.amount === ZERO) continue
    const list = cash.get(line.currency) ?? { indices: [], changes: [], amounts: [] }
    if (list.indices.length === 0) cash.set(line.currency, list)
    list.indices.push(index)
    list.changes.push(Number(line.amount) / SCALE)
    list.amounts.push(line.amount)
  }
  return cash
}

function addCash(values: Float64Array, { indices, changes, amounts }: Changes, rates: DailyRates): void {
  let [next, amount, largest] = [0, 0, 0]
  let [reached, exact] = [0, ZERO]
  for (let index = indices[0] ?? 0; index < values.length; index++) {
    const isMoved = indices[next] === index
    for (; indices[next] === index; next++) {
      amount += changes[next] ?? 0
      largest = Math.max(largest, Math.abs(amount))
    }
    if (isMoved && Math.abs(amount) < largest * SMALL) {
      for (; reached < next; reached++) exact = add(exact, amounts[reached] ?? ZERO)
      amount = Number(exact) / SCALE
    }
    if (amount !== 0) values[index] = (values[index] ?? 0) + amount * rates.numberOn(index)
  }
}

type DayFlows = { readonly index: number; inflow: number; outflow: number }

const NO_FLOW = { inflow: 0, outflow: 0 }

/** Money in and out on the days on which any moved, in their order; each flow counts by its own sign. */
function flowsByDay(flows: readonly Flow[], { days, first }: Calendar): DayFlows[] {
  const found = new Map<number, DayFlows>()
  for (const { date, amount } of flows) {
    const index = dayNumber(date) - first
    if (index < 0 || index >= days.length) continue
    const day = found.get(index) ?? { index, inflow: 0, outflow: 0 }
    found.set(index, day)
    day[amount > ZERO ? 'inflow' : 'outflow'] += Math.abs(Number(amount)) / SCALE
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}
