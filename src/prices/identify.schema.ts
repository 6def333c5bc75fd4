import { z } from '@hono/zod-openapi'
import { IDENTIFIABLE_KINDS } from '#plugins/assets/contract.ts'
import { checkedText, currencyText } from '../http/text.ts'
import { isMic } from '../shared/identifier.ts'

const missing = z.string().nullable()

export const IdentifyQuery = z.strictObject({
  kind: z
    .enum(IDENTIFIABLE_KINDS, `Must be one of ${IDENTIFIABLE_KINDS.join(', ')}.`)
    .default('ISIN')
    .openapi({ description: 'What `value` is', example: 'ISIN' }),
  value: z
    .string('Is missing.')
    .trim()
    .toUpperCase()
    .min(1, 'Is missing.')
    .max(30)
    .openapi({ description: 'The identifier', example: 'DE0007164600' }),
  currency: currencyText('Must be an ISO 4217 currency code such as EUR.')
    .optional()
    .openapi({ description: 'Only listings quoted in it (ISO 4217)', example: 'EUR' }),
  mic: checkedText(isMic, 4, 'Must be a market identifier code such as XETR.')
    .optional()
    .openapi({ description: 'Only listings on this market (ISO 10383)', example: 'XETR' }),
})

export const AssetListing = z
  .object({
    symbol: z.string().openapi({ example: 'SAP' }),
    name: z.string().openapi({ example: 'SAP SE' }),
    exchange: z.string().openapi({ description: "The source's own code of the exchange, or of a country", example: 'GY' }),
    mic: missing.openapi({ description: 'ISO 10383, where it is known', example: 'XETR' }),
    type: missing.openapi({ description: 'As in GET /utilities/asset-types, where it is known', example: 'STOCK' }),
    figi: z.string().openapi({ example: 'BBG000BG7DY8' }),
    composite_figi: missing.openapi({ description: 'The same for all exchanges of a country', example: 'BBG000BG7FP7' }),
    share_class_figi: missing.openapi({ description: 'The same all over the world', example: 'BBG001S6Q0D1' }),
  })
  .openapi('AssetListing')
