import { z } from '@hono/zod-openapi'
import { DecimalText } from '../../http/decimal.ts'
import { integerListQuery, pageQuery } from '../../http/query.ts'
import { Named } from '../warnings/warnings.schema.ts'

export const ProposalQuery = z.strictObject({
  broker_ids: integerListQuery('Only these brokers; default: those that you have included'),
  ...pageQuery,
})

const ProposedTransaction = z
  .object({
    broker_id: z.int().openapi({ example: 1 }),
    type: z.enum(['SPLIT']),
    date: z.string().openapi({ format: 'date', example: '2024-03-01' }),
    asset_id: z.int().openapi({ example: 3 }),
    quantity: DecimalText.openapi({ example: '30' }),
    ratio: z.string().openapi({ example: '4:1' }),
  })
  .openapi('ProposedTransaction', { description: 'As an item of `create` of `POST /transactions/batch`' })

export const Proposal = z
  .object({
    reason: z.enum(['split-not-booked', 'units-restated']),
    broker: Named,
    asset: Named,
    date: z.string().openapi({ format: 'date', description: 'Of the event in the catalogue', example: '2024-03-01' }),
    ratio: z.string().openapi({ description: 'New units for old', example: '4:1' }),
    held: DecimalText.openapi({ description: 'Units before it, with earlier proposals', example: '10' }),
    source: z.string().openapi({ description: 'Who says so: a provider, or MANUAL', example: 'YAHOO' }),
    entered_by: z.int().nullable().openapi({ description: 'Of MANUAL; null = a user that you do not see', example: null }),
    transaction: ProposedTransaction,
  })
  .openapi('Proposal')
