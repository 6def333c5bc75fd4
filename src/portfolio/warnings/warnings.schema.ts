import { z } from '@hono/zod-openapi'
import { DecimalText } from '../../http/decimal.ts'
import { SEVERITIES } from '../valuation/warning-codes.ts'
import { FIGURES } from './remedies.ts'

export const Named = z
  .object({ id: z.int().openapi({ example: 3 }), name: z.string().openapi({ example: 'Acme Corporation' }) })
  .openapi('Named')

const Affects = z
  .object({
    days: z.int().nullable().openapi({ description: 'From the first to the last', example: 22 }),
    amount: DecimalText.nullable().openapi({
      description: 'What it touches is worth at the end; null = not known',
      example: '1140',
    }),
    share_of_value: z.number().nullable().openapi({ description: 'Part of the value', example: 0.42 }),
    assets: z.array(Named).openapi({ description: 'At most 50 of `assets_total`' }),
    assets_total: z.int().openapi({ example: 1 }),
    pairs: z.array(z.string()),
    brokers: z.array(Named).openapi({ description: 'At most 50 of `brokers_total`' }),
    brokers_total: z.int().openapi({ example: 1 }),
  })
  .openapi('WarningAffects')

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

const RemedyValue = z
  .union([z.boolean(), z.int(), z.string(), z.array(z.string()), z.array(z.int()), z.array(RemedyLine)])
  .openapi('RemedyValue')

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

const RemedyBody = z.union([z.record(z.string(), RemedyValue), z.array(RemedyClose), z.array(RemedyRate)]).openapi('RemedyBody')

const Remedy = z
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

/** What every warning of a report says beside its code. */
export const warned = {
  severity: z.enum(SEVERITIES).openapi({
    description:
      '`error`: amounts are left out or a figure is not shown; `warning`: something old or in place of another is used; `info`: all figures stand',
    example: 'warning',
  }),
  affects: Affects,
  remedy: Remedy.nullable().openapi({ description: 'null where no request mends it' }),
}
