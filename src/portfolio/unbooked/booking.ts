import { formatDecimal } from '../../shared/decimal.ts'
import type { UnbookedSplit } from './unbooked.ts'

/** The transaction that books a split at its broker, as it is sent: where the units are restated by 1:1, which moves none. */
export function bookingOf({ state, brokerId, assetId, date, ratio, change }: UnbookedSplit) {
  const figures = state === 'restated' ? { quantity: '0', ratio: '1:1' } : { quantity: formatDecimal(change), ratio }
  return { broker_id: brokerId, type: 'SPLIT' as const, date, asset_id: assetId, ...figures }
}
