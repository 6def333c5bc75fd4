import { z } from '@hono/zod-openapi'
import { flagQuery } from '../http/query.ts'
import { Asset, AssetPatch } from './schema.ts'

const MAX_ITEMS = 1000

export const AssetBatchItem = z
  .strictObject({
    id: z.int().positive().openapi({ example: 3 }),
    revision: z.int().optional().openapi({ description: 'Refused (412) when the asset has another by now', example: 1 }),
    ...AssetPatch.shape,
  })
  .openapi('AssetBatchItem', {
    description: 'Fields as of `PATCH /assets/{id}`',
    example: { id: 3, revision: 1, price_source: { provider: 'YAHOO', identifier: 'SAP.DE', options: {} } },
  })
export const AssetBatch = z.array(AssetBatchItem).min(1, 'Say what to change.').max(MAX_ITEMS)

export const AssetBatchQuery = z.strictObject({ dry_run: flagQuery('Check everything, store nothing') })

export const AssetBatchResult = z
  .object({
    items: z
      .array(
        z
          .object({
            id: z.int().openapi({ example: 3 }),
            fields: z.array(z.string()).openapi({ description: 'What is not as it was', example: ['price_source'] }),
            asset: Asset,
          })
          .openapi('BatchedAsset'),
      )
      .openapi({ description: 'In the order of the request' }),
    dry_run: z.boolean().openapi({ example: false }),
  })
  .openapi('AssetBatchResult')
