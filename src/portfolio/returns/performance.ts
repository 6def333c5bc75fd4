import { addDays } from '../../shared/date.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { type Decimal, ZERO } from '../../shared/decimal.ts'
import { invalid } from '../../shared/errors.ts'
import type { ReportRequest } from '../ledger/request.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { benchmarkReturn } from './benchmark.ts'
import { type Period, periodOf } from './period.ts'
import { type Drawdown, drawdownOf, type Extreme, extremes, monthlyReturns, type Risk, riskOf } from './risk.ts'
import { type Series, seriesOf } from './series.ts'
import { annualise, linkReturns, simpleReturn } from './twr.ts'
import { type NoRate, type Payment, xirr } from './xirr.ts'

export type Performance = Period &
  Risk & {
    readonly twr: number
    readonly twrAnnualised: number | null
    readonly mwr: number | null
    readonly mwrReason: NoRate | null
    readonly simple: number | null
    readonly drawdown: Drawdown
    readonly bestDay: Extreme | null
    readonly worstDay: Extreme | null
    readonly bestMonth: Extreme | null
    readonly worstMonth: Extreme | null
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

const SCALE = 1e12

/** Figures of a range; see the description of the operation for their definitions. */
export function performanceOf(inputs: ReportInputs, request: ReportRequest, benchmarkId: number | undefined): Performance {
  if (benchmarkId !== undefined && !inputs.knows(benchmarkId))
    throw invalid('portfolio/benchmark-unknown', '/query/benchmark', 'There is no such asset.')
  const period = periodOf(inputs, request)
  const series = seriesOf(inputs, request, period.flows, period.startValue)
  const twr = linkReturns(series.returns)
  const { days, months, returns } = series
  const rate = xirr(paymentsOf(period, series))
  const dayAt = (index: number) => days[index] ?? ''
  const firstReturn = returns.findIndex((value) => !Number.isNaN(value))
  const day = extremes(returns, dayAt)
  const month = extremes(monthlyReturns(returns, months), (index) => dayAt(months[index] ?? 0).slice(0, 7))
  return {
    ...period,
    ...riskOf(series.observed),
    twr,
    twrAnnualised: annualise(twr, series.days.length),
    mwr: rate.rate,
    mwrReason: rate.reason,
    simple: simpleReturn(real(period.gain), real(period.startValue), real(period.netFlows)),
    drawdown: drawdownOf(returns, (index) => (index < 0 ? addDays(days[firstReturn] ?? request.from, -1) : dayAt(index))),
    bestDay: day.best,
    worstDay: day.worst,
    bestMonth: month.best,
    worstMonth: month.worst,
    benchmark: benchmarkId === undefined ? null : benchmarkOf(inputs, request, benchmarkId, twr),
  }
}

/** A price index over the same days: without income, from the first day that has a price. */
function benchmarkOf(inputs: ReportInputs, request: ReportRequest, assetId: number, own: number): Benchmark {
  const twr = benchmarkReturn(inputs, request, assetId)
  const days = (Date.parse(request.to) - Date.parse(request.from)) / 86_400_000 + 1
  return {
    assetId,
    symbol: inputs.assetOf(assetId).symbol,
    twr,
    twrAnnualised: twr === null ? null : annualise(twr, days),
    difference: twr === null ? null : own - twr,
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
