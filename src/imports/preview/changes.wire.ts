import type { z } from '@hono/zod-openapi'
import { formatDecimal } from '../../shared/decimal.ts'
import { MAX_LISTED } from '../listed.ts'
import type { Changes, ChangesAtBroker } from './changes.schema.ts'
import type { Changes as AllChanges, AssetChange, ChangesAt } from './changes.ts'

/** As many as an answer has, and how many there are. */
export function changesToWire({ assets, cash }: AllChanges): z.infer<typeof Changes> {
  return {
    assets: assets
      .slice(0, MAX_LISTED)
      .map(({ ref, assetId, name, isin, ...figures }) => ({ ref, asset_id: assetId, name, isin, ...figuresOf(figures) })),
    assets_total: assets.length,
    cash: cash.slice(0, MAX_LISTED).map(({ currency, ...figures }) => ({ currency, ...figuresOf(figures) })),
    cash_total: cash.length,
  }
}

/** The changes at one broker. */
export function changesAtToWire({ brokerId, ...changes }: ChangesAt): z.infer<typeof ChangesAtBroker> {
  return { broker_id: brokerId, changes: changesToWire(changes) }
}

function figuresOf({ before, change, after }: Pick<AssetChange, 'before' | 'change' | 'after'>) {
  return { before: formatDecimal(before), change: formatDecimal(change), after: formatDecimal(after) }
}
