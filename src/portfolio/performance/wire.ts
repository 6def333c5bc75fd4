import { formatDecimal } from '../../shared/decimal.ts'
import type { Explainer } from '../explain/explainer.ts'
import { explainField } from '../explain/wire.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { warnOfNoReturn } from '../returns/no-return.ts'
import { type Performance, performanceOf } from '../returns/performance.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { drawdownToWire, echoRange, gainToWire } from '../wire.ts'
import { explainPerformance } from './explain.ts'

/** The performance as it leaves; as CSV one row a figure. */
export function performanceAnswer(
  inputs: ReportInputs,
  request: ReportRequest,
  benchmarkId: number | undefined,
  explainer: Explainer | null = null,
): Answer {
  const found = performanceOf(inputs, request, benchmarkId)
  warnOfNoReturn(inputs, request, found.twrReason, found.twrFrom)
  const figures = performanceToWire(found)
  const explain = explainField(explainer, (explainer) => explainPerformance(explainer, found, request))
  const head = echoRange(inputs, request, { cash: true })
  return {
    body: { ...head, scope: request.scope, ...figures, ...explain },
    table: () => ({ columns: ['figure', 'value'], rows: rowsOf(figures, head.complete), texts: [] }),
  }
}

function performanceToWire(found: Performance) {
  const { parts, drawdown, benchmark } = found
  return {
    start_value: formatDecimal(found.startValue),
    end_value: formatDecimal(found.endValue),
    net_flows: formatDecimal(found.netFlows),
    gain: gainToWire(found.gain, parts),
    twr: found.twr,
    twr_reason: found.twrReason,
    twr_annualised: found.twrAnnualised,
    mwr: found.mwr,
    mwr_reason: found.mwrReason,
    simple: found.simple,
    volatility: found.volatility,
    sharpe: found.sharpe,
    sortino: found.sortino,
    max_drawdown: drawdown && drawdownToWire(drawdown),
    best_day: found.bestDay,
    worst_day: found.worstDay,
    best_month: found.bestMonth,
    worst_month: found.worstMonth,
    months: found.months.map(({ date, twr }) => ({ month: date, twr })),
    years: found.years.map(({ date, twr }) => ({ year: date, twr })),
    benchmark: benchmark && {
      asset_id: benchmark.assetId,
      symbol: benchmark.symbol,
      twr: benchmark.twr,
      twr_annualised: benchmark.twrAnnualised,
      difference: benchmark.difference,
    },
  }
}

/** One row a figure; months and years by their dates. */
function rowsOf({ months, years, ...figures }: ReturnType<typeof performanceToWire>, complete: boolean) {
  const byMonth = Object.fromEntries(months.map(({ month, twr }) => [month, twr]))
  const byYear = Object.fromEntries(years.map(({ year, twr }) => [year, twr]))
  return flatRows({ ...figures, months: byMonth, years: byYear, complete })
}

function flatRows(figures: object, prefix = ''): { figure: string; value: unknown }[] {
  return Object.entries(figures).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' ? flatRows(value, `${prefix}${key}.`) : [{ figure: `${prefix}${key}`, value }],
  )
}
