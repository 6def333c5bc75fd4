import { z } from '@hono/zod-openapi'
import { integerListQuery, pageQuery } from '../http/query.ts'
import { GapQuery, PriceGap, SuspectPrice } from './schema.ts'

export const NamedAsset = z
  .object({ id: z.int().openapi({ example: 3 }), name: z.string().openapi({ example: 'Harbour Steel' }) })
  .openapi('NamedAsset')

export const HeldPriceGap = z.object({ asset: NamedAsset, ...PriceGap.shape }).openapi('HeldPriceGap')
export const HeldSuspectPrice = z.object({ asset: NamedAsset, ...SuspectPrice.shape }).openapi('HeldSuspectPrice')

const assetIds = integerListQuery('Only these assets, where they are held; repeatable')
export const HeldGapQuery = GapQuery.extend({ asset_ids: assetIds, ...pageQuery })
export const HeldSuspectQuery = z.strictObject({ asset_ids: assetIds, ...pageQuery })
