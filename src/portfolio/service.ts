import { inSnapshot } from '#db/snapshot.ts'
import type { Ctx } from '../context.ts'
import { add, type Decimal, divide, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import { paidLots, type ValuedHolding, valueHoldings } from './broker-holdings.ts'
import type { ReportMethod } from './entries.ts'
import type { CostBasisMethod, Lot } from './movements.ts'
import { openBook } from './request.ts'
import { standingOn } from './standing.ts'

export { keptText } from './kept.ts'
export type { CostBasisMethod, ReportMethod, ValuedHolding }

/** What a broker holds of one asset, at cost. `cost` is null when the lots were paid in several currencies or their cost is not known. */
export type CostedHolding = {
  readonly assetId: number
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly averageCost: Decimal | null
  readonly costCurrency: string | null
  readonly note: 'cost-unknown' | 'cost-in-several-currencies' | null
}

/** The open holdings of one broker at the end of a day. The caller has checked the role. Brokers that assets came from are read too, so that lots keep date and cost. */
export function listCostedHoldings(ctx: Ctx, brokerId: number, until: string, method: CostBasisMethod): CostedHolding[] {
  return inSnapshot(ctx.reader, () => [...paidLots(ctx, brokerId, until, method)].map(([assetId, lots]) => costed(assetId, lots)))
}

/** What one broker holds at the end of a day, as the portfolio reports value it. The caller has checked the role. */
export type BrokerValuation = {
  readonly holdings: ReadonlyMap<number, ValuedHolding>
  /** By currency; `null` without a rate. */
  readonly cash: ReadonlyMap<string, Decimal | null>
  readonly warnings: ReturnType<Book['warnings']['list']>
}

/** Values a broker's holdings and cash in one currency, with a warning for every price, rate and cost that is missing or stale. */
export function valueBroker(
  ctx: Ctx,
  input: { brokerId: number; until: string; currency: string; method: ReportMethod },
): BrokerValuation {
  const { until, currency, method } = input
  const asked = { brokerIds: [input.brokerId], currency, from: until, to: until, method, scope: 'total', owned: false } as const
  const book = openBook(ctx, asked, { closes: 'last' })
  const { cash } = standingOn(book.lines, until)
  const valued = valueHoldings(book, asked)
  return {
    holdings: new Map(valued.map((one) => [one.assetId, one])),
    cash: new Map([...cash].map(([code, amount]) => [code, book.exchange.convert(amount, code, until)])),
    warnings: book.warnings.list(),
  }
}

function costed(assetId: number, lots: readonly Lot[]): CostedHolding {
  const quantity = lots.reduce((sum, lot) => add(sum, lot.quantity), ZERO)
  const currencies = new Set(lots.map((lot) => lot.currency))
  const known = lots.every((lot) => lot.costKnown)
  const note = !known ? 'cost-unknown' : currencies.size > 1 ? 'cost-in-several-currencies' : null
  const cost = note === null ? lots.reduce((sum, lot) => add(sum, lot.cost), ZERO) : null
  const averageCost = cost === null || quantity === ZERO ? null : divide(cost, quantity)
  return {
    assetId,
    quantity,
    cost,
    averageCost,
    costCurrency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
    note,
  }
}
