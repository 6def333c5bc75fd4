import type { Ctx } from '../context.ts'
import type { Decimal } from '../shared/decimal.ts'
import { assetTitle } from '../shared/titles.ts'
import { type ValuedHolding, valueHoldings } from './holdings/broker-holdings.ts'
import type { ReportMethod } from './ledger/request.ts'
import { balancesOn } from './valuation/balances.ts'
import type { ReportInputs } from './valuation/inputs.ts'
import { loadInputs } from './valuation/load.ts'
import { type GroupedWarning, groupedWarnings, isComplete } from './warnings/grouped.ts'

export { cachedOutput } from './cached-output.ts'
export type { GroupedWarning, ReportMethod, ValuedHolding }

/** What one broker holds at the end of a day, as the portfolio reports value it. The caller has checked the role. */
export type BrokerValuation = {
  readonly holdings: readonly ValuedHolding[]
  /** By currency; `null` without a rate. */
  readonly cash: ReadonlyMap<string, Decimal | null>
  readonly warnings: readonly GroupedWarning[]
  readonly complete: boolean
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
  const holdings = valueHoldings(inputs, request)
  const values = new Map([...cash].map(([code, amount]) => [code, inputs.exchange.convert(amount, code, until)]))
  for (const { assetId, paid } of holdings) if (paid.isInSeveral) warnOfSeveral(inputs, assetId, until)
  return {
    holdings,
    cash: values,
    warnings: groupedWarnings(inputs, request, { cash: true }),
    complete: isComplete(inputs),
  }
}

function warnOfSeveral(inputs: ReportInputs, assetId: number, day: string): void {
  const detail = `The lots of ${assetTitle(inputs.assetOf(assetId))} were paid in several currencies, so they have a common cost in the summary’s currency only.`
  inputs.warnings.add({ code: 'cost-in-several-currencies', assetId, detail }, day)
}
