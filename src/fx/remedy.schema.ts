import { z } from '@hono/zod-openapi'
import { DecimalText } from '../http/decimal.ts'
import { FIGURES } from '../shared/remedy.ts'
import { ChainStep } from './schema.ts'

const RemedyLine = z
  .object({
    broker_id: z.int(),
    type: z.enum(['BUY', 'SELL']),
    date: z.string().openapi({ format: 'date' }),
    asset_id: z.int(),
    quantity: DecimalText,
    price: DecimalText,
    currency: z.string(),
    external_id: z.string(),
  })
  .openapi('RemedyLine')

const RemedyClose = z
  .object({
    asset_id: z.int(),
    date: z.string().openapi({ format: 'date' }),
    close: DecimalText.nullable(),
    currency: z.string(),
  })
  .openapi('RemedyClose')

const RemedyRate = z
  .object({
    base: z.string(),
    quote: z.string(),
    date: z.string().openapi({ format: 'date' }),
    rate: DecimalText.nullable(),
  })
  .openapi('RemedyRate')

const RemedyValue = z
  .union([
    z.boolean(),
    z.int(),
    z.string(),
    z.array(z.string()),
    z.array(z.int()),
    z.array(RemedyLine),
    z.array(ChainStep),
    z.record(z.string(), z.string()),
  ])
  .openapi('RemedyValue')

const RemedyBody = z.union([z.record(z.string(), RemedyValue), z.array(RemedyClose), z.array(RemedyRate)]).openapi('RemedyBody')

/** A request that mends something. */
export const Remedy = z
  .object({
    operation_id: z.string().openapi({ example: 'refreshPrices' }),
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH'])
      .openapi({ description: 'GET shows what only a person can mend', example: 'POST' }),
    path: z.string().openapi({ example: '/api/v1/assets/prices/refresh' }),
    body: RemedyBody.nullable().openapi({ example: { asset_ids: [3] } }),
    figures: z.enum(FIGURES).openapi({
      description:
        '`known`: ready to be sent; `proposed`: with closes or rates of your last trades; `missing`: fill in what is null',
    }),
  })
  .openapi('WarningRemedy', { description: 'A request that mends the cause' })
