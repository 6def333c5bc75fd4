import { z } from '@hono/zod-openapi'
import { decimalInput } from '../../http/decimal.ts'
import { flagQuery } from '../../http/query.ts'
import { warnings } from '../../http/warnings.ts'
import { day, priceCounts, unit } from '../schema.ts'

const MAX_PRICES = 100_000

const NamedPriceInput = z
  .strictObject({
    asset_id: z.int().optional().openapi({ example: 3 }),
    isin: z.string().max(20).optional().openapi({ example: 'DE000A0C4CA0' }),
    symbol: z.string().max(60).optional().openapi({ example: 'ACME' }),
    date: day,
    close: decimalInput.openapi({ example: '34.45' }),
    currency: unit.optional(),
  })
  .openapi('NamedPriceInput', {
    description: 'As PriceInput, for the asset of `asset_id`, else of `isin`, else of `symbol`',
    example: { symbol: 'ACME', date: '2026-06-30', close: '34.45' },
  })

export const NamedPriceList = z
  .array(NamedPriceInput)
  .min(1, 'Give at least one price.')
  .max(MAX_PRICES, `At most ${MAX_PRICES} prices at once; CSV takes more.`)
  .openapi('NamedPriceList', { example: [{ symbol: 'ACME', date: '2026-06-30', close: '34.45' }] as never })

export const ManyPricesQuery = z.strictObject({ dry_run: flagQuery('Check everything, store nothing') })

const AssetPricesWritten = z
  .object({
    ...priceCounts,
    asset_id: z.int().openapi({ example: 3 }),
    symbol: z.string().openapi({ example: 'ACME' }),
    name: z.string().openapi({ example: 'Acme' }),
    from: day,
    to: day,
  })
  .openapi('AssetPricesWritten')
export const ManyPricesWritten = z
  .object({
    ...priceCounts,
    dry_run: z.boolean().openapi({ example: false }),
    assets: z.array(AssetPricesWritten).openapi({ description: 'By id, 1,000 at most' }),
    assets_total: z.int().openapi({ example: 1 }),
    warnings,
  })
  .openapi('ManyPricesWritten')
