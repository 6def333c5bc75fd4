import { z } from '@hono/zod-openapi'
import { Remedy } from '../../fx/remedy.schema.ts'
import { DecimalText } from '../../http/decimal.ts'
import { SEVERITIES } from '../valuation/warning-codes.ts'

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
