import { add, type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { ReportRequest } from './ledger/request.ts'
import type { GainParts } from './returns/period.ts'
import type { Drawdown } from './returns/risk.ts'
import type { ReportInputs } from './valuation/inputs.ts'

/** A figure as it leaves; `null` stays. */
export function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}

/** What a report over days says about itself. Call it last: reading figures is what finds warnings. */
export function echoRange(inputs: ReportInputs, request: ReportRequest) {
  return { from: request.from, to: request.to, ...echo(inputs, request) }
}

/** The same for one day. */
export function echo(inputs: ReportInputs, request: ReportRequest) {
  return {
    currency: request.currency,
    method: request.method,
    broker_ids: request.brokerIds,
    asset_ids: request.assetIds,
    owned: request.owned,
    warnings: inputs.warnings
      .list()
      .map(({ code, detail, assetId, pair, from, to }) => ({ code, detail, asset_id: assetId, pair, from, to })),
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
