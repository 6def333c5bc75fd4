import { z } from '@hono/zod-openapi'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { warnings } from '../http/warnings.ts'
import { changeable, creatable, example, LOTS, lotId } from './schema.ts'

const group = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .openapi({ description: 'Items with the same key become one group', example: 'conversion-1' })
const ref = z.string().min(1).max(100).optional()
export const BatchLot = z
  .strictObject({
    lot_id: lotId.optional(),
    ref: ref.openapi({ description: 'In place of `lot_id`: the `ref` of an item of this batch', example: 'first' }),
    quantity: decimalInput.openapi({ description: 'Units, > 0', example: '10' }),
  })
  .refine((lot) => (lot.lot_id === undefined) !== (lot.ref === undefined), 'Give either lot_id or ref.')
  .openapi('BatchLot', { example: { ref: 'first', quantity: '10' } })
const batchLots = z
  .array(BatchLot)
  .min(1)
  .max(1000)
  .nullish()
  .openapi({ description: LOTS, example: [{ lot_id: 4, quantity: '10' }] })
const BatchCreate = z
  .strictObject({
    ...creatable,
    lots: batchLots,
    group,
    ref: ref.openapi({ description: 'Your name for the lot that this item opens, for `lots` of other items', example: 'first' }),
  })
  .openapi('BatchCreate', { example })
const BatchUpdate = z
  .strictObject({
    id: z.int().positive().openapi({ example: 17 }),
    revision: z.int().optional().openapi({ example: 1 }),
    ...changeable,
    lots: batchLots,
  })
  .openapi('BatchUpdate', { example: { id: 17, revision: 1, description: 'Corrected' } })

const MAX_BATCH_ITEMS = 10_000

export const BatchRequest = z
  .strictObject({
    create: z.array(BatchCreate).max(MAX_BATCH_ITEMS).default([]),
    update: z.array(BatchUpdate).max(MAX_BATCH_ITEMS).default([]),
    delete: z
      .array(z.int().positive())
      .max(MAX_BATCH_ITEMS)
      .default([])
      .openapi({ example: [18] }),
    dry_run: z.boolean().default(false).openapi({ description: 'Check everything, keep nothing', example: false }),
  })
  .refine(
    (batch) => batch.create.length + batch.update.length + batch.delete.length <= MAX_BATCH_ITEMS,
    `At most ${MAX_BATCH_ITEMS} items in one batch.`,
  )
  .openapi('BatchRequest', { example: { create: [example], update: [], delete: [18], dry_run: false } })

export const BatchResult = z
  .object({
    created: z
      .array(z.int())
      .openapi({ description: 'Ids, in the order of `create`; of a dry run they are not stored', example: [19] }),
    updated: z.array(z.int()).openapi({ example: [] }),
    deleted: z.array(z.int()).openapi({ description: 'Other legs of the same groups included', example: [18] }),
    standing: z.array(
      z
        .object({
          broker_id: z.int().openapi({ example: 1 }),
          balances: z.array(
            z.object({ currency: z.string().openapi({ example: 'EUR' }), amount: DecimalText }).openapi('Balance'),
          ),
          holdings: z.array(
            z.object({ asset_id: z.int().openapi({ example: 3 }), quantity: DecimalText }).openapi('HoldingQuantity'),
          ),
        })
        .openapi('BrokerStanding', { description: 'The balances and holdings that the batch touched, over all days' }),
    ),
    dry_run: z.boolean().openapi({ example: false }),
    warnings,
  })
  .openapi('BatchResult')
