import { z } from '@hono/zod-openapi'
import { DecimalText } from '../../http/decimal.ts'
import { MAX_BROKERS, MAX_LISTED } from '../listed.ts'

const figures = { before: DecimalText, change: DecimalText, after: DecimalText }

const HoldingChange = z
  .object({
    ref: z.string().nullable().openapi({ description: '`ref` of the asset in the report', example: 'US0378331005' }),
    asset_id: z.int().nullable().openapi({ description: 'Null for an asset that an import would make', example: 3 }),
    name: z.string().nullable().openapi({ example: 'Acme Corporation' }),
    isin: z.string().nullable().openapi({ example: 'US0378331005' }),
    ...figures,
  })
  .openapi('HoldingChange')

const CashChange = z.object({ currency: z.string().openapi({ example: 'EUR' }), ...figures }).openapi('CashChange')

export const Changes = z
  .object({
    assets: z.array(HoldingChange).max(MAX_LISTED).openapi({ description: 'Holdings that change: the first 1,000' }),
    assets_total: z.int().openapi({ example: 1 }),
    cash: z.array(CashChange).max(MAX_LISTED).openapi({ description: 'Cash balances that change: the first 1,000' }),
    cash_total: z.int().openapi({ example: 1 }),
  })
  .openapi('Changes', {
    description:
      'Holdings and cash of the broker of the report over all days: what is there, what changes, and what is there then',
  })

export const ChangesAtBroker = z
  .object({ broker_id: z.int().openapi({ example: 4 }), changes: Changes })
  .openapi('ChangesAtBroker')

export const OtherChanges = z
  .array(ChangesAtBroker)
  .max(MAX_BROKERS)
  .openapi('OtherChanges', { description: 'The same at each other broker of `account_map`' })
