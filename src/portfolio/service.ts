import type { Ctx } from '../context.ts'
import { add, type Decimal, divide, ZERO } from '../shared/decimal.ts'
import type { Book } from './book.ts'
import type { ReportMethod } from './entries.ts'
import { holdingsOf } from './holdings.ts'
import { type CostBasisMethod, type Lot, openLots, positionKey } from './movements.ts'
import { withTransferPartners } from './partners.ts'
import { type Quote, quotedValue } from './quotes.ts'
import { listMovements } from './repository.ts'
import { openBook } from './request.ts'

export { keptText } from './kept.ts'
export type { CostBasisMethod, ReportMethod }

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
  const movements = listMovements(ctx.reader, withTransferPartners(ctx.reader, [brokerId]), until)
  const positions = openLots(movements, method)
  const assetIds = [
    ...new Set(movements.filter((movement) => movement.brokerId === brokerId).map((movement) => movement.assetId)),
  ]
  return assetIds.flatMap((assetId) => {
    const lots = positions.get(positionKey(brokerId, assetId)) ?? []
    return lots.length === 0 ? [] : [costed(assetId, lots)]
  })
}

/** A holding of one broker at its price, and what it is worth and cost in the currency asked for; `null` where something is missing. */
export type ValuedHolding = {
  readonly assetId: number
  readonly quote: Quote | null
  /** In the currency of the quote. */
  readonly quotedValue: Decimal | null
  readonly marketValue: Decimal | null
  readonly cost: Decimal | null
  readonly unrealised: Decimal | null
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
  const { holdings, cash } = holdingsOf(book, asked)
  const valued = holdings.map(({ assetId, quantity, quote, marketValue, cost, unrealised }) => {
    const value = quote && quotedValue(quantity, quote.price, book.priceQuantityOf(assetId))
    return [assetId, { assetId, quote, quotedValue: value, marketValue, cost, unrealised }] as const
  })
  return {
    holdings: new Map(valued),
    cash: new Map(cash.map((one) => [one.currency, one.value])),
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
