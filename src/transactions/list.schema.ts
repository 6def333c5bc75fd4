import { z } from '@hono/zod-openapi'
import { currencyListQuery, dayQuery, idParam, integerListQuery, pageQuery, textListQuery } from '../http/query.ts'
import { TRANSACTION_TYPES } from './transaction.ts'

export const TransactionParams = z.object({ id: idParam('id', 'The transaction', 17) })

const expand = textListQuery(
  'What to show beside: `asset` = the asset of each line, not only its id; `balance` = `balance_after`, of the whole ledger whatever narrows the list. Not in CSV',
  ['asset', 'balance'],
)

export const TransactionExpansion = z.strictObject({ expand })

export const TransactionQuery = z.strictObject({
  broker_ids: integerListQuery('Only these brokers; default: those that you have included'),
  asset_ids: integerListQuery('Only these assets'),
  types: textListQuery('Only these types', TRANSACTION_TYPES),
  currencies: currencyListQuery('Only these currencies of the amount'),
  from: dayQuery('From this day on', '2026-01-01'),
  to: dayQuery('Up to this day'),
  tags: textListQuery('With one of these tags'),
  account: z.string().min(1).max(200).optional().openapi({ description: 'Of this account or depot', example: 'Depot 2' }),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .openapi({ description: 'Text in description, external id, or the asset’s symbol, name or ISIN' }),
  report_id: z.string().max(40).optional().openapi({ description: 'Made by this report' }),
  group_id: z.string().max(40).optional().openapi({ description: 'Legs of this group' }),
  expand,
  order: z.enum(['date_desc', 'date_asc']).optional().openapi({ description: 'By day, then id', default: 'date_desc' }),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .openapi({ description: '`csv` = the whole list as CSV, not paged; the same as `Accept: text/csv`' }),
  ...pageQuery,
})
