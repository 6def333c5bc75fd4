import type { z } from '@hono/zod-openapi'
import { formatDecimal } from '../../shared/decimal.ts'
import type { Proposal } from './proposals.ts'
import type { Proposal as ProposalShape } from './schema.ts'

export function toWire({ split, broker, asset, source, enteredBy }: Proposal): z.infer<typeof ProposalShape> {
  const { brokerId, assetId, date, listedOn, ratio, held, change } = split
  return {
    reason: 'split-not-booked',
    ...{ broker, asset, date: listedOn, ratio, held: formatDecimal(held), source, entered_by: enteredBy },
    transaction: { broker_id: brokerId, type: 'SPLIT', date, asset_id: assetId, quantity: formatDecimal(change), ratio },
  }
}
