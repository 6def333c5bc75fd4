import { add, type Decimal, subtract, ZERO } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { warnOfNoReturn } from '../returns/no-return.ts'
import { type Flow, periodOf } from '../returns/period.ts'
import { seriesOf } from '../returns/series.ts'
import { isBelievable } from '../returns/twr.ts'
import { applyLine, noBalances, totalOf } from '../valuation/balances.ts'
import { calendarOfReport } from '../valuation/calendar.ts'
import { dailyWorths } from '../valuation/daily-values.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { type HeldThen, heldOn } from './holding.ts'

export type Interval = 'daily' | 'weekly' | 'monthly'

/** The end of one day: `value` = `cash` + `invested`, exactly; `netFlows` and `twr` count from the start of the range; `putIn` = the value at its start and the net flows. */
export type Point = {
  readonly date: string
  readonly value: Decimal
  readonly cash: Decimal
  readonly invested: Decimal
  readonly netFlows: Decimal
  readonly putIn: Decimal
  /** value - put_in. */
  readonly gain: Decimal
  readonly held: HeldThen | null
  /** `null` from the day on which none can be linked any more, and where it is beyond what can be believed. */
  readonly twr: number | null
}

/** Which days of a range have a point: every day, every Sunday or every end of a month, and always the last day. */
export function pointsOf(
  inputs: Pick<ReportInputs, 'caches'>,
  request: Pick<ReportRequest, 'from' | 'to'>,
  interval: Interval,
): number[] {
  const { days } = calendarOfReport(inputs, request)
  return days.flatMap((date, place) => (closes(date, days[place + 1], interval) ? [place] : []))
}

/** The points of a range, at the end of its `pointsOf`. */
export function historyOf(inputs: ReportInputs, request: ReportRequest, interval: Interval): Point[] {
  const { flows, startValue } = periodOf(inputs, request)
  const series = seriesOf(inputs, request, flows, startValue)
  warnOfNoReturn(inputs, request, series.fault?.reason ?? null, series.days[series.fault?.place ?? -1] ?? null)
  const places = pointsOf(inputs, request, interval)
  const worths = dailyWorths(inputs, request, { calendar: series, places, which: interval })
  const heldThen = heldOn(inputs, request)
  const cashOn = request.scope === 'total' ? cashOf(inputs) : () => ZERO
  let [flow, netFlows, growth] = [0, ZERO, 1]
  const points: Point[] = []
  const sorted = [...flows].sort(byDay)
  series.days.forEach((date, index) => {
    growth *= 1 + (series.returns[index] || 0)
    for (let next = sorted[flow]; next !== undefined && next.date <= date; next = sorted[++flow])
      netFlows = add(netFlows, next.amount)
    if (index !== places[points.length]) return
    const [cash, invested] = [cashOn(date), worths[points.length] ?? ZERO]
    const isLinked = series.fault === null || index < series.fault.place
    const twr = isLinked && isBelievable(growth - 1, index + 1) ? growth - 1 : null
    const [value, putIn] = [add(cash, invested), add(startValue, netFlows)]
    const gain = subtract(value, putIn)
    points.push({ date, value, cash, invested, netFlows, putIn, gain, held: heldThen(date), twr })
  })
  return points
}

/** The value of all cash at the end of days, requested in order. */
function cashOf(inputs: ReportInputs): (date: string) => Decimal {
  const { assets, cash } = noBalances()
  let line = 0
  return (date) => {
    for (let next = inputs.lines[line]; next !== undefined && next.date <= date; next = inputs.lines[++line])
      applyLine({ assets, cash }, next)
    return totalOf([...cash].map(([currency, amount]) => inputs.exchange.convert(amount, currency, date)))
  }
}

function byDay(a: Flow, b: Flow): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}

function closes(date: string, next: string | undefined, interval: Interval): boolean {
  if (interval === 'daily' || next === undefined) return true
  if (interval === 'monthly') return date.slice(0, 7) !== next.slice(0, 7)
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 0
}
