import { formatDecimal, negate, ZERO } from '../../shared/decimal.ts'
import type { ReportInputs } from '../valuation/inputs.ts'
import type { Cause } from './causes.ts'
import type { Remedy, RemedyLine } from './remedies.ts'

/** One request closes as many. */
const MOST_LINES = 1000

/**
 * Closes contracts at price 0 on their last day, at each broker of the report that the caller may change: what is held is sold, what was written is bought.
 * Sent twice it is refused (`transaction/exists`); `null` where the caller may close nothing.
 */
export function closeExpired(inputs: ReportInputs, { assetIds }: Pick<Cause, 'assetIds'>): Remedy | null {
  const { facts, brokerIds } = inputs
  const changeable = new Set(brokerIds.filter((id) => facts.brokers.get(id)?.mayChange === true))
  const create: RemedyLine[] = []
  for (const assetId of assetIds) {
    if (changeable.size === 0 || create.length >= MOST_LINES) break
    create.push(...closings(inputs, assetId, changeable))
  }
  if (create.length === 0) return null
  const path = `${facts.apiPath}/transactions/batch`
  return {
    operationId: 'applyTransactionBatch',
    method: 'POST',
    path,
    body: { create: create.slice(0, MOST_LINES) },
    figures: 'known',
  }
}

function closings(inputs: ReportInputs, assetId: number, changeable: ReadonlySet<number>): RemedyLine[] {
  const { expiry, currency: ofAsset } = inputs.assetOf(assetId)
  if (expiry == null) return []
  return [...inputs.facts.unitsHeld(assetId)].flatMap(([brokerId, { quantity, currency, lineId }]) =>
    quantity === ZERO || !changeable.has(brokerId)
      ? []
      : {
          broker_id: brokerId,
          type: quantity > ZERO ? 'SELL' : 'BUY',
          date: expiry,
          asset_id: assetId,
          quantity: formatDecimal(negate(quantity)),
          price: '0',
          currency: currency ?? ofAsset,
          external_id: `expired-after-${lineId}`,
        },
  )
}
