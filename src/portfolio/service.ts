import type { Ctx } from '../context.ts'
import type { Decimal } from '../shared/decimal.ts'
import { type ValuedHolding, valueHoldings } from './holdings/broker-holdings.ts'
import type { ReportMethod } from './ledger/request.ts'
import { balancesOn } from './valuation/balances.ts'
import type { ReportInputs } from './valuation/inputs.ts'
import { loadInputs } from './valuation/load.ts'

export { cachedOutput } from './cache/output.ts'
export type { ReportMethod, ValuedHolding }

/** What one broker holds at the end of a day, as the portfolio reports value it. The caller has checked the role. */
export type BrokerValuation = {
  readonly holdings: readonly ValuedHolding[]
  /** By currency; `null` without a rate. */
  readonly cash: ReadonlyMap<string, Decimal | null>
  readonly warnings: ReturnType<ReportInputs['warnings']['list']>
}

/** Values a broker's holdings and cash in one currency, with a warning for every price, rate and cost that is missing or stale. */
export async function valueBroker(
  ctx: Ctx,
  input: { brokerId: number; until: string; currency: string; method: ReportMethod },
): Promise<BrokerValuation> {
  const { until, currency, method } = input
  const request = {
    brokerIds: [input.brokerId],
    assetIds: null,
    currency,
    from: until,
    to: until,
    method,
    scope: 'total',
    owned: false,
  } as const
  const inputs = await loadInputs(ctx, request, { closes: 'last' })
  const { cash } = balancesOn(inputs.lines, until)
  return {
    holdings: valueHoldings(inputs, request),
    cash: new Map([...cash].map(([code, amount]) => [code, inputs.exchange.convert(amount, code, until)])),
    warnings: inputs.warnings.list(),
  }
}
