import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { type Calendar, calendarOfReport } from '../valuation/calendar.ts'
import { type DailyRates, dailyRates } from '../valuation/daily-rates.ts'
import { type DailyNumbers, dailyNumbers } from '../valuation/daily-values.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { unitLinesOf } from '../valuation/prices.ts'
import type { Flow } from './period.ts'
import { NOISE } from './risk.ts'
import { returnOverTrades, type TradeDay, tradeDays } from './trade-points.ts'
import { dailyReturn, firstTooLarge, type NoReturn } from './twr.ts'

/** Daily values and returns of a range, as binary numbers: for ratios only. Index 0 is `from`. */
export type Series = Calendar & {
  readonly values: Float64Array
  /** NaN on days with nothing invested. */
  readonly returns: Float64Array
  /** From which day on there is no linked return, and why. */
  readonly fault: Fault | null
  /** Returns of days on which something was priced or moved: what volatility is made of. */
  readonly observed: readonly number[]
}

/** `place` = that of the day. */
export type Fault = { readonly place: number; readonly reason: Exclude<NoReturn, 'no-value'> }

/** `owes` = 1 on days on which something counts below zero; `gap` = the first place on which something has no price or rate. */
type Days = { readonly values: Float64Array; readonly priced: Uint8Array; readonly owes: Uint8Array; gap: number }

const SCALE = 1e12
/** Less than this below zero is what binary sums leave. */
const LEAST_DEBT = 1e-9

export function seriesOf(inputs: ReportInputs, request: ReportRequest, flows: readonly Flow[], startValue: Decimal): Series {
  const calendar = calendarOfReport(inputs, request)
  const { days } = calendar
  const day = emptyDays(days.length)
  const numbersOf = dailyNumbers(inputs, request, calendar)
  const unitLines = unitLinesOf(inputs.lines)
  const points = flows.filter((flow) => isPoint(flow, request))
  const trades = points.length > 0 ? tradeDays(points, calendar.first, (id) => unitLines.get(id) ?? []) : NO_TRADES
  const traded = new Map<number, DailyNumbers>()
  for (const [id, lines] of unitLines) {
    const daily = numbersOf({ id, lines })
    if (trades.size > 0) traded.set(id, daily)
    addDaily(day, daily)
    for (const index of daily.doubts) inputs.prices.on(id, days[index] ?? '')
  }
  if (request.scope === 'total') {
    const ratesOf = dailyRates(inputs, days)
    for (const [currency, changes] of cashChanges(inputs, days)) addCash(day, changes, ratesOf(currency))
  }
  const byDay = flowsByDay(flows, calendar, (flow, place) => trades.has(place) && isPoint(flow, request))
  const { returns, broken } = returnsOf(day, byDay, startValue, (place, around) => {
    const trade = trades.get(place)
    if (trade === undefined) return null
    let tradedAtEnd = 0
    for (const id of trade.units.keys()) tradedAtEnd += valueAt(traded.get(id), place)
    return returnOverTrades(trade, { ...around, tradedAtEnd })
  })
  const observed: number[] = []
  returns.forEach((value, index) => {
    if (day.priced[index] === 1 ? !Number.isNaN(value) : Math.abs(value) > NOISE) observed.push(value)
  })
  return { ...calendar, values: day.values, returns, observed, fault: faultOf(day.gap, broken, firstTooLarge(returns)) }
}

/** Whether it is of a trade that is a valuation point: with scope assets, and where cash is not tracked. */
function isPoint({ line }: Flow, { scope }: ReportRequest): boolean {
  return line !== null && (scope === 'assets' || line.isUntracked === true)
}

function valueAt(daily: DailyNumbers | undefined, place: number): number {
  return daily?.values[place - daily.start] ?? 0
}

function emptyDays(length: number): Days {
  return { values: new Float64Array(length), priced: new Uint8Array(length), owes: new Uint8Array(length), gap: -1 }
}

/** The first of these places; -1 stands for none. */
function faultOf(gap: number, broken: number, beyond: number): Fault | null {
  const faults: readonly Fault[] = [
    { place: gap, reason: 'incomplete' },
    { place: broken, reason: 'base-not-positive' },
    { place: beyond, reason: 'out-of-range' },
  ]
  return faults
    .filter(({ place }) => place >= 0)
    .reduce<Fault | null>((first, one) => (first && first.place <= one.place ? first : one), null)
}

/** `broken` = the place of the first day on which none is defined; -1 without one. */
function returnsOf(
  { values, owes }: Days,
  flows: readonly DayFlows[],
  startValue: Decimal,
  overTrades: (place: number, around: DayFlow & { readonly begin: number; readonly end: number }) => number | null,
) {
  const returns = new Float64Array(values.length).fill(Number.NaN)
  let [next, begin, broken] = [0, Number(startValue) / SCALE, -1]
  for (let index = 0; index < values.length; index++) {
    const end = values[index] ?? 0
    const moved = flows[next]?.index === index ? flows[next++] : undefined
    const { inflow, outflow, traded, beside } = moved ?? NO_FLOW
    const isInvested = begin + inflow + traded.inflow - beside > LEAST_DEBT
    const whole = {
      ...{ begin, end, owes: owes[index] === 1 },
      ...{ inflow: inflow + traded.inflow - (isInvested ? 0 : beside), outflow: outflow + traded.outflow },
    }
    const linked = moved === undefined || whole.owes ? null : overTrades(index, { begin, end, inflow, outflow })
    const found = linked ?? dailyReturn(whole)
    if (typeof found === 'number') returns[index] = found
    else if (found !== null && broken < 0) broken = index
    begin = end
  }
  return { returns, broken }
}

function addDaily(day: Days, daily: DailyNumbers): void {
  const { values, priced, owes } = day
  const { start, values: own, priced: ownPriced } = daily
  for (let place = 0; place < own.length; place++) {
    const value = own[place] ?? 0
    if (value !== 0) values[start + place] = (values[start + place] ?? 0) + value
    if (value < -LEAST_DEBT) owes[start + place] = 1
    if (ownPriced[place] === 1) priced[start + place] = 1
  }
  noteGap(day, daily.gap)
}

function noteGap(day: Days, place: number): void {
  if (place >= 0 && (day.gap < 0 || place < day.gap)) day.gap = place
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
    if (line.currency === null || line.amount === ZERO || line.isUntracked) continue
    const list = cash.get(line.currency) ?? { indices: [], changes: [], amounts: [] }
    if (list.indices.length === 0) cash.set(line.currency, list)
    list.indices.push(index)
    list.changes.push(Number(line.amount) / SCALE)
    list.amounts.push(line.amount)
  }
  return cash
}

function addCash(day: Days, { indices, changes, amounts }: Changes, rates: DailyRates): void {
  const { values, owes } = day
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
    if (amount === 0) continue
    const rate = rates.numberOn(index)
    if (rate === 0) noteGap(day, index)
    if (amount < -LEAST_DEBT) owes[index] = 1
    values[index] = (values[index] ?? 0) + amount * rate
  }
}

type DayFlow = { inflow: number; outflow: number }
/** `traded` = by the trades that are valuation points; the rest stands beside. `beside` = what of the inflow paid costs: of costs alone there is no return. */
type DayFlows = DayFlow & { readonly index: number; readonly traded: DayFlow; beside: number }

const NO_TRADES: ReadonlyMap<number, TradeDay> = new Map()
const NO_FLOW = { inflow: 0, outflow: 0, traded: { inflow: 0, outflow: 0 }, beside: 0 }

/** Money in and out on the days on which any moved, in their order; each flow counts by its own sign. */
function flowsByDay(
  flows: readonly Flow[],
  { days, first }: Calendar,
  isTraded: (flow: Flow, place: number) => boolean,
): DayFlows[] {
  const found = new Map<number, DayFlows>()
  for (const flow of flows) {
    const index = dayNumber(flow.date) - first
    if (index < 0 || index >= days.length) continue
    const day = found.get(index) ?? { index, inflow: 0, outflow: 0, traded: { inflow: 0, outflow: 0 }, beside: 0 }
    found.set(index, day)
    const part = isTraded(flow, index) ? day.traded : day
    const size = Math.abs(Number(flow.amount)) / SCALE
    part[flow.amount > ZERO ? 'inflow' : 'outflow'] += size
    if (flow.isBeside && flow.amount > ZERO) day.beside += size
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}
