import { addDays } from '../../shared/date.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { type Decimal, ZERO } from '../../shared/decimal.ts'
import { invalid } from '../../shared/errors.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { benchmarkReturn } from './benchmark.ts'
import { type Period, periodOf } from './period.ts'
import { type Drawdown, drawdownOf, type Extreme, extremes, type Risk, returnsBy, riskOf } from './risk.ts'
import { type Series, seriesOf } from './series.ts'
import { annualise, isBelievable, isBelievableRate, linkReturns, type NoReturn, simpleReturn } from './twr.ts'
import { type NoRate, type Payment, type Rate, xirr } from './xirr.ts'

export type Performance = Period &
  Risk & {
    readonly twr: number | null
    readonly twrReason: NoReturn | null
    /** The day from which on there is none; `null` where there never was one, or it is too large as a whole. */
    readonly twrFrom: string | null
    readonly twrAnnualised: number | null
    readonly mwr: number | null
    readonly mwrReason: NoRate | 'incomplete' | 'out-of-range' | null
    readonly simple: number | null
    readonly drawdown: Drawdown | null
    readonly bestDay: Extreme | null
    readonly worstDay: Extreme | null
    readonly bestMonth: Extreme | null
    readonly worstMonth: Extreme | null
    /** The linked return of each month (`YYYY-MM`) and year (`YYYY`) with any; `null` where it is beyond what can be believed. */
    readonly months: readonly PartReturn[]
    readonly years: readonly PartReturn[]
    readonly benchmark: Benchmark | null
  }

/** An asset held over the same days, in the currency of the report. */
type Benchmark = {
  readonly assetId: number
  readonly symbol: string
  readonly twr: number | null
  readonly twrAnnualised: number | null
  readonly difference: number | null
}

export type PartReturn = { readonly date: string; readonly twr: number | null }

const SCALE = 1e12

/** Figures of a range; see the description of the operation for their definitions. */
export function performanceOf(inputs: ReportInputs, request: ReportRequest, benchmarkId: number | undefined): Performance {
  if (benchmarkId !== undefined && !inputs.knows(benchmarkId))
    throw invalid('portfolio/benchmark-unknown', '/query/benchmark', 'There is no such asset.')
  const { value: period, warnings } = inputs.warnings.collect(() => periodOf(inputs, request))
  inputs.warnings.addAll(warnings)
  const series = seriesOf(inputs, request, period.flows, period.startValue)
  const span = series.days.length
  const linked = linkedReturn(series)
  const isIncomplete = series.fault?.reason === 'incomplete' || warnings.some(({ code }) => code === 'rate-missing')
  const rate = isIncomplete ? null : believable(xirr(paymentsOf(period, series)))
  const simple = simpleReturn(real(period.gain), real(period.startValue), real(period.netFlows))
  return {
    ...period,
    ...linked,
    ...(linked.twr === null ? NO_FIGURES : figuresOf(series, request)),
    twrAnnualised: linked.twr === null ? null : annualise(linked.twr, span),
    mwr: rate?.rate ?? null,
    mwrReason: rate === null ? 'incomplete' : rate.reason,
    simple: simple !== null && isBelievable(simple, span) ? simple : null,
    benchmark: benchmarkId === undefined ? null : benchmarkOf(inputs, request, benchmarkId, linked.twr),
  }
}

type Linked = Pick<Performance, 'twr' | 'twrReason' | 'twrFrom'>

function linkedReturn({ returns, days, fault }: Series): Linked {
  if (fault !== null) return { twr: null, twrReason: fault.reason, twrFrom: days[fault.place] ?? null }
  if (returns.every(Number.isNaN)) return { twr: null, twrReason: 'no-value', twrFrom: null }
  const twr = linkReturns(returns)
  return isBelievable(twr, days.length)
    ? { twr, twrReason: null, twrFrom: null }
    : { twr: null, twrReason: 'out-of-range', twrFrom: null }
}

function believable(found: Rate): Rate | { readonly rate: null; readonly reason: 'out-of-range' } {
  return found.rate === null || isBelievableRate(found.rate) ? found : { rate: null, reason: 'out-of-range' }
}

const NO_FIGURES = {
  volatility: null,
  sharpe: null,
  sortino: null,
  drawdown: null,
  bestDay: null,
  worstDay: null,
  bestMonth: null,
  worstMonth: null,
  months: [],
  years: [],
}

/** What daily returns say beside their product. */
function figuresOf({ days, months, returns, observed }: Series, request: ReportRequest) {
  const dayAt = (index: number) => days[index] ?? ''
  const firstReturn = returns.findIndex((value) => !Number.isNaN(value))
  const day = extremes(returns, dayAt)
  const byMonth = returnsBy(months, returns)
  const month = extremes(byMonth, (index) => dayAt(months[index] ?? 0).slice(0, 7))
  const years = months.filter((place, index) => index === 0 || dayAt(place).slice(5, 7) === '01')
  return {
    ...riskOf(observed),
    drawdown: drawdownOf(returns, (index) => (index < 0 ? addDays(days[firstReturn] ?? request.from, -1) : dayAt(index))),
    bestDay: ofBelievable(day.best),
    worstDay: ofBelievable(day.worst),
    bestMonth: ofBelievable(month.best),
    worstMonth: ofBelievable(month.worst),
    months: partsOf(byMonth, (index) => dayAt(months[index] ?? 0).slice(0, 7)),
    years: partsOf(returnsBy(years, returns), (index) => dayAt(years[index] ?? 0).slice(0, 4)),
  }
}

function partsOf(returns: readonly number[], dateAt: (index: number) => string): PartReturn[] {
  return returns.flatMap((twr, index) =>
    Number.isNaN(twr) ? [] : [{ date: dateAt(index), twr: isBelievableRate(twr) ? twr : null }],
  )
}

/** A single day or month is not shown either where a range of as few days would not be. */
function ofBelievable(found: Extreme | null): Extreme | null {
  return found !== null && isBelievableRate(found.ratio) ? found : null
}

/** A price index over the same days: without income, from the first day that has a price. */
function benchmarkOf(inputs: ReportInputs, request: ReportRequest, assetId: number, own: number | null): Benchmark {
  const days = (Date.parse(request.to) - Date.parse(request.from)) / 86_400_000 + 1
  const found = benchmarkReturn(inputs, request, assetId)
  const twr = found !== null && isBelievable(found, days) ? found : null
  return {
    assetId,
    symbol: inputs.assetOf(assetId).symbol,
    twr,
    twrAnnualised: twr === null ? null : annualise(twr, days),
    difference: twr === null || own === null ? null : own - twr,
  }
}

function paymentsOf({ startValue, endValue, flows }: Period, { days, first }: Series): Payment[] {
  const payments = flows.map(({ date, amount }) => ({ day: dayNumber(date) - first, amount: -real(amount) }))
  if (startValue !== ZERO) payments.push({ day: -1, amount: -real(startValue) })
  if (endValue !== ZERO) payments.push({ day: days.length - 1, amount: real(endValue) })
  return payments
}

function real(value: Decimal): number {
  return Number(value) / SCALE
}
