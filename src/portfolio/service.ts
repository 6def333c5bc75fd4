import type { Ctx } from '../context.ts'
import { add, type Decimal, divide, ZERO } from '../shared/decimal.ts'
import { type CostBasisMethod, type Lot, openLots, positionKey } from './lots.ts'
import { withTransferPartners } from './partners.ts'
import { listMovements, type TradedMovement } from './repository.ts'

export type { CostBasisMethod }

/** What a broker holds of one asset, at cost. `cost` is null when the lots were paid in several currencies or their cost is not known. */
export type CostedHolding = {
  readonly assetId: number
  readonly quantity: Decimal
  readonly cost: Decimal | null
  readonly averageCost: Decimal | null
  readonly costCurrency: string | null
  /** The last price of a trade, in its currency: what there is until prices come in. */
  readonly lastTrade: { readonly price: Decimal; readonly currency: string; readonly date: string } | null
  readonly note: 'cost-unknown' | 'cost-in-several-currencies' | null
}

/** The open holdings of one broker at the end of a day. The caller has checked the role. Brokers that assets came from are read too, so that lots keep date and cost. */
export function listCostedHoldings(ctx: Ctx, brokerId: number, until: string, method: CostBasisMethod): CostedHolding[] {
  const movements = listMovements(ctx.reader, withTransferPartners(ctx.reader, [brokerId]), until)
  const positions = openLots(movements, method)
  const trades = lastTrades(movements, brokerId)
  const assetIds = [
    ...new Set(movements.filter((movement) => movement.brokerId === brokerId).map((movement) => movement.assetId)),
  ]
  return assetIds.flatMap((assetId) => {
    const lots = positions.get(positionKey(brokerId, assetId)) ?? []
    return lots.length === 0 ? [] : [costed(assetId, lots, trades.get(assetId) ?? null)]
  })
}

function lastTrades(
  movements: readonly TradedMovement[],
  brokerId: number,
): Map<number, NonNullable<CostedHolding['lastTrade']>> {
  const trades = new Map<number, NonNullable<CostedHolding['lastTrade']>>()
  for (const { assetId, price, priceCurrency, currency, date, type, ...movement } of movements) {
    const traded = movement.brokerId === brokerId && (type === 'BUY' || type === 'SELL')
    const quoted = priceCurrency ?? currency
    if (traded && price !== null && quoted !== null) trades.set(assetId, { price, currency: quoted, date })
  }
  return trades
}

function costed(assetId: number, lots: readonly Lot[], lastTrade: CostedHolding['lastTrade']): CostedHolding {
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
    lastTrade,
    note,
  }
}
