import type { Deps } from '../context.ts'
import { listListeners, notify } from '../webhooks/notify.service.ts'
import { type HeldAt, listFailing, listHeldAt } from './failed.repository.ts'
import type { RefreshedAsset } from './refresh.ts'

const MOST_NAMED = 20

/** Before a refresh: what afterwards sends those who have an asset that prices for it come no more, once when that begins. */
export async function watchFailures(deps: Deps): Promise<(refreshed: readonly RefreshedAsset[]) => Promise<void>> {
  const before = await listFailing(deps.reader)
  return async (refreshed) => {
    const ids = refreshed.filter(({ state, assetId }) => state === 'failed' && !before.has(assetId)).map(({ assetId }) => assetId)
    if (ids.length === 0) return
    for (const userId of await listListeners(deps, 'prices.failed'))
      for (const [brokerId, assets] of byBroker(await listHeldAt(deps.reader, userId, ids)))
        await notice(deps, userId, brokerId, assets)
  }
}

/** Each asset once, at the first broker that has it. */
function byBroker(held: readonly HeldAt[]): Map<number, HeldAt[]> {
  const first = new Map<number, HeldAt>()
  for (const one of held) if (!first.has(one.assetId)) first.set(one.assetId, one)
  return Map.groupBy(first.values(), ({ brokerId }) => brokerId)
}

async function notice(deps: Deps, userId: number, brokerId: number, assets: readonly HeldAt[]): Promise<void> {
  const named = assets.slice(0, MOST_NAMED)
  const [broker = ''] = assets.map((one) => one.broker)
  const more = assets.length > named.length ? ` and ${assets.length - named.length} more` : ''
  const text = `Prices could not be refreshed for ${named.map(({ symbol }) => symbol).join(', ')}${more}, at ${broker}.`
  const asset_ids = named.map(({ assetId }) => assetId)
  const data = { broker_id: brokerId, broker, asset_ids, count: assets.length }
  await notify(deps, { to: userId, brokerId }, { event: 'prices.failed', text, data })
}
