import { formatDecimal } from '../../shared/decimal.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { simpleReturn } from '../returns/twr.ts'
import type { Answer } from '../rows.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { drawdownToWire, echoRange, gainToWire } from '../wire.ts'
import { type BreakdownKey, type BreakdownRow, breakdownOf } from './report.ts'

const GAIN = ['realised', 'unrealised', 'income', 'fees', 'taxes', 'currency'] as const
const RATIOS = [
  'contribution',
  'twr',
  'twr_annualised',
  'mwr',
  'simple',
  'volatility',
  'sharpe',
  'sortino',
  'max_drawdown',
] as const
const SCALE = 1e12

/** The performance of the parts as it leaves; as CSV one row a part, the total last. */
export function breakdownAnswer(
  inputs: ReportInputs,
  request: ReportRequest,
  by: BreakdownKey,
  brokerNameOf: (id: number) => string,
): Answer {
  const found = breakdownOf(inputs, request, by, brokerNameOf)
  const rows = found.rows.map((row) => rowToWire(row, found.total))
  const total = rowToWire(found.total, found.total)
  const head = echoRange(inputs, request, { cash: true })
  const last = head.complete ? total : { ...total, label: `${total.label} (incomplete)` }
  const columns = ['key', 'label', 'start_value', 'end_value', 'net_flows', 'gain', ...GAIN, ...RATIOS]
  return {
    body: { ...head, scope: request.scope, by, rows, total },
    table: () => ({ columns, rows: [...rows, last].map(flat), texts: ['label'] }),
  }
}

type WireRow = ReturnType<typeof rowToWire>

function rowToWire({ key, label, returns, parts, ...row }: BreakdownRow, total: BreakdownRow) {
  return {
    key,
    label,
    start_value: formatDecimal(row.startValue),
    end_value: formatDecimal(row.endValue),
    net_flows: formatDecimal(row.netFlows),
    gain: gainToWire(row.gain, parts),
    contribution: total.returns?.simple == null ? null : contributionOf(row, total),
    twr: returns?.twr ?? null,
    twr_reason: returns?.twrReason ?? null,
    twr_annualised: returns?.twrAnnualised ?? null,
    mwr: returns?.mwr ?? null,
    mwr_reason: returns?.mwrReason ?? null,
    simple: returns?.simple ?? null,
    volatility: returns?.volatility ?? null,
    sharpe: returns?.sharpe ?? null,
    sortino: returns?.sortino ?? null,
    max_drawdown: returns?.drawdown ? drawdownToWire(returns.drawdown) : null,
  }
}

function contributionOf({ gain }: Pick<BreakdownRow, 'gain'>, { startValue, netFlows }: BreakdownRow): number | null {
  return simpleReturn(Number(gain) / SCALE, Number(startValue) / SCALE, Number(netFlows) / SCALE)
}

function flat(row: WireRow) {
  const { gain, max_drawdown, ...rest } = row
  return { ...rest, ...gain, gain: gain.total, max_drawdown: max_drawdown?.ratio ?? null }
}
