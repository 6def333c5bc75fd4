import { formatDecimal } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { warnOfNoReturn } from '../returns/no-return.ts'
import { performanceOf } from '../returns/performance.ts'
import { periodOf } from '../returns/period.ts'
import { simpleReturn } from '../returns/twr.ts'
import type { Answer } from '../rows.ts'
import { balancesOn, totalOf, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { echo } from '../wire.ts'

const SCALE = 1e12

/** The figures of a dashboard, as they leave: those of the performance since the first day, and of the last day alone. */
export function summaryAnswer(inputs: ReportInputs, request: ReportRequest): Answer {
  const found = performanceOf(inputs, request, undefined)
  warnOfNoReturn(inputs, request, found.twrReason, found.twrFrom)
  const today = periodOf(inputs, { ...request, from: request.to })
  const held = balancesOn(inputs.lines, request.to)
  const valued = valueBalances(inputs, held, request.to)
  const { complete, warnings } = echo(inputs, request, { cash: true })
  const body = {
    ...{ as_of: request.to, currency: request.currency, complete, warnings: warnings.length },
    value: formatDecimal(found.endValue),
    cash: formatDecimal(totalOf(valued.cash.values())),
    invested: formatDecimal(totalOf(valued.assets.values())),
    put_in: formatDecimal(found.netFlows),
    gain: formatDecimal(found.gain),
    gain_ratio: found.simple,
    day_change: formatDecimal(today.gain),
    day_change_ratio: simpleReturn(Number(today.gain) / SCALE, Number(today.startValue) / SCALE, Number(today.netFlows) / SCALE),
    ...{ twr: found.twr, twr_reason: found.twrReason, twr_annualised: found.twrAnnualised },
    ...{ mwr: found.mwr, mwr_reason: found.mwrReason },
    ...{ holdings: held.assets.size, brokers: request.brokerIds.length },
  }
  return { body, table: () => ({ columns: Object.keys(body), rows: [body], texts: [] }) }
}
