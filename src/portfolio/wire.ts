import { add, type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { ReportRequest } from './ledger/request.ts'
import type { GainParts } from './returns/period.ts'
import type { Drawdown } from './returns/risk.ts'
import type { ReportInputs } from './valuation/inputs.ts'
import { type Figures, groupedWarnings, isComplete } from './warnings/grouped.ts'
import { warnedToWire } from './warnings/warnings.wire.ts'

/** A figure as it leaves; `null` stays. */
export function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}

/** What an asset is called, as rows have it; all `null` where a row is about none. */
export function labelToWire(inputs: ReportInputs, assetId: number | null) {
  if (assetId === null) return { symbol: null, name: null, isin: null }
  const { symbol, name, isin } = inputs.assetOf(assetId)
  return { symbol, name, isin }
}

/** The columns of `labelToWire` in CSV; all of them texts. */
export const LABEL_COLUMNS = ['symbol', 'name', 'isin']

/** What a report over days says about itself; Call it last: reading figures is what finds warnings. */
export function echoRange(inputs: ReportInputs, request: ReportRequest, has: Figures = {}) {
  return { from: request.from, to: request.to, ...echo(inputs, request, has) }
}

/** The same for one day. */
export function echo(inputs: ReportInputs, request: ReportRequest, has: Figures = {}) {
  return {
    currency: request.currency,
    method: request.method,
    broker_ids: request.brokerIds,
    asset_ids: request.assetIds,
    owned: request.owned,
    complete: isComplete(inputs, has),
    warnings: groupedWarnings(inputs, request, has).map(({ code, detail, assetId, pair, from, to, ...rest }) => ({
      ...{ code, detail, asset_id: assetId, pair, from, to },
      ...warnedToWire(rest),
    })),
  }
}

/** A gain and what it is made of. */
export function gainToWire(total: Decimal, parts: GainParts) {
  return {
    total: formatDecimal(total),
    realised: formatDecimal(parts.realised),
    unrealised: formatDecimal(parts.unrealised),
    income: formatDecimal(parts.income),
    fees: formatDecimal(parts.fees),
    taxes: formatDecimal(parts.taxes),
    currency: formatDecimal(parts.currency),
    price: formatDecimal(add(parts.realised, parts.unrealised)),
    costs: formatDecimal(add(parts.fees, parts.taxes)),
  }
}

/** The deepest fall from a peak. */
export function drawdownToWire({ ratio, from, to, recoveredOn }: Drawdown) {
  return { ratio, from, to, recovered_on: recoveredOn }
}
