import { addDays } from '../../shared/date.ts'
import { add, type Decimal, subtract, sum, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { linesByAsset } from '../returns/exchanges.ts'
import { type Performance, performanceOf } from '../returns/performance.ts'
import type { Period } from '../returns/period.ts'
import { shortNameOf } from '../valuation/asset-name.ts'
import { applyLine, balancesOn, noBalances, totalOf, valueBalances } from '../valuation/balances.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import { linesOfCash } from './lines.ts'

export const BREAKDOWN_KEYS = ['asset', 'broker'] as const
export type BreakdownKey = (typeof BREAKDOWN_KEYS)[number]

type Sums = Pick<Period, 'startValue' | 'endValue' | 'netFlows' | 'gain' | 'parts'>

/** A part of the portfolio. `returns` is `null` for what stands between the parts. */
export type BreakdownRow = Sums & { readonly key: string; readonly label: string; readonly returns: Performance | null }

/** Sums of the rows = those of the total, each to the last digit. */
export type Breakdown = { readonly rows: readonly BreakdownRow[]; readonly total: BreakdownRow }

const BETWEEN = { asset: 'Exchanges between assets', broker: 'Between brokers' } as const

/** The performance of each asset, with cash as one more, or of each broker by itself: what moves between parts is a flow of both. */
export function breakdownOf(
  inputs: ReportInputs,
  request: ReportRequest,
  by: BreakdownKey,
  brokerNameOf: (id: number) => string,
): Breakdown {
  const total = rowOf('total', 'Total', performanceOf(inputs, request, undefined))
  const rows = by === 'asset' ? assetRows(inputs, request) : brokerRows(inputs, request, brokerNameOf)
  const sorted = rows.sort((a, b) => (a.endValue > b.endValue ? -1 : a.endValue < b.endValue ? 1 : byKey(a.key, b.key)))
  const rest = less(total, sorted)
  const between = { key: 'between', label: BETWEEN[by], returns: null, ...rest }
  return { rows: isNothing(rest) ? sorted : [...sorted, between], total }
}

function byKey(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1)
}

function rowOf(key: string, label: string, returns: Performance): BreakdownRow {
  const { startValue, endValue, netFlows, gain, parts } = returns
  return { key, label, startValue, endValue, netFlows, gain, parts, returns }
}

function assetRows(inputs: ReportInputs, request: ReportRequest): BreakdownRow[] {
  const rows = [...linesByAsset(inputs, request)].flatMap(([assetId, lines]) =>
    matters(lines, request)
      ? [
          rowOf(
            String(assetId),
            shortNameOf(inputs.assetOf(assetId)),
            performanceOf({ ...inputs, lines }, assetsOnly(request), undefined),
          ),
        ]
      : [],
  )
  /** Lines of its own, made for each report: what is remembered of them would never be requested again. */
  const cash = request.scope === 'total' ? linesOfCash(inputs.lines) : []
  return matters(cash, request)
    ? [...rows, rowOf('cash', 'Cash', performanceOf({ ...inputs, lines: cash, generation: null }, request, undefined))]
    : rows
}

function assetsOnly(request: ReportRequest): ReportRequest {
  return { ...request, scope: 'assets' }
}

function brokerRows(inputs: ReportInputs, request: ReportRequest, nameOf: (id: number) => string): BreakdownRow[] {
  const byBroker = Map.groupBy(
    inputs.lines.filter((line) => request.scope === 'total' || line.assetId !== null),
    (line) => line.brokerId,
  )
  const [opening, closing] = [addDays(request.from, -1), request.to].map((day) => valuesOf(inputs, byBroker, request, day))
  return [...byBroker].flatMap(([brokerId, lines]) => {
    if (!matters(lines, request)) return []
    const found = performanceOf({ ...inputs, lines, brokerIds: [brokerId] }, { ...request, brokerIds: [brokerId] }, undefined)
    const row = rowOf(String(brokerId), nameOf(brokerId), found)
    return [withValues(row, opening?.get(brokerId) ?? ZERO, closing?.get(brokerId) ?? ZERO)]
  })
}

/** Something stood at the start, or moved since. */
function matters(lines: readonly Line[], { from }: ReportRequest): boolean {
  const last = lines.at(-1)
  if (last === undefined || last.date >= from) return last !== undefined
  const { assets, cash } = balancesOn(lines, addDays(from, -1))
  return assets.size > 0 || cash.size > 0
}

/** The value of each broker at the end of a day: what a holding is worth with it less what it is worth without, so that no digit is lost between them. */
function valuesOf(
  inputs: ReportInputs,
  byBroker: ReadonlyMap<number, readonly Line[]>,
  request: ReportRequest,
  day: string,
): Map<number, Decimal> {
  const [values, reached] = [new Map<number, Decimal>(), noBalances()]
  let before = ZERO
  for (const [brokerId, lines] of byBroker) {
    for (const line of lines) if (line.date <= day) applyLine(reached, line)
    const { assets, cash } = valueBalances(inputs, reached, day)
    const after = add(totalOf(assets.values()), request.scope === 'total' ? totalOf(cash.values()) : ZERO)
    values.set(brokerId, subtract(after, before))
    before = after
  }
  return values
}

function withValues(row: BreakdownRow, startValue: Decimal, endValue: Decimal): BreakdownRow {
  const gain = subtract(subtract(endValue, startValue), row.netFlows)
  const unrealised = add(row.parts.unrealised, subtract(gain, row.gain))
  return { ...row, startValue, endValue, gain, parts: { ...row.parts, unrealised } }
}

function less(total: Sums, rows: readonly Sums[]): Sums {
  const rest = (pick: (row: Sums) => Decimal) => subtract(pick(total), sum(rows.map(pick)))
  return {
    startValue: rest((row) => row.startValue),
    endValue: rest((row) => row.endValue),
    netFlows: rest((row) => row.netFlows),
    gain: rest((row) => row.gain),
    parts: {
      realised: rest((row) => row.parts.realised),
      unrealised: rest((row) => row.parts.unrealised),
      income: rest((row) => row.parts.income),
      fees: rest((row) => row.parts.fees),
      taxes: rest((row) => row.parts.taxes),
      currency: rest((row) => row.parts.currency),
    },
  }
}

function isNothing({ startValue, endValue, netFlows, gain, parts }: Sums): boolean {
  return [startValue, endValue, netFlows, gain, ...Object.values(parts)].every((value) => value === ZERO)
}
