import { z } from '@hono/zod-openapi'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { dayQuery, pageQuery } from '../http/query.ts'
import { checkedText, codeText } from '../http/text.ts'
import { warnings } from '../http/warnings.ts'
import { isDay } from '../shared/date.ts'
import { ZERO } from '../shared/decimal.ts'
import { ChainStep, currencyCode, currencyQuery } from './schema.ts'

const MAX_ITEMS = 10_000
const FIRST_DAY = '1900-01-01'

const day = checkedText(isDay, 10, 'Must be a day that exists, as YYYY-MM-DD.').openapi({ format: 'date', example: '2026-06-30' })
const rateText = z.string().openapi({
  description: 'Plain decimal, exact; up to 28 significant digits where the publisher quotes the pair the other way round',
  example: '1.1642',
})

export const FxRate = z
  .object({
    base: z.string().openapi({ example: 'EUR' }),
    quote: z.string().openapi({ example: 'USD' }),
    date: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    rate: rateText.openapi({ description: 'Units of `quote` for one `base`; base < quote in the alphabet' }),
    provider: z.string().openapi({ example: 'ECB' }),
    created_by: z.int().nullable().openapi({ description: 'User id, for rates entered by hand', example: null }),
    shared: z.boolean().openapi({ description: 'Whether it counts for all; else only for you, who entered it', example: true }),
  })
  .openapi('FxRate')

export const RatesQuery = z
  .strictObject({
    base: currencyQuery('One currency of the pair', 'EUR').optional(),
    quote: currencyQuery('The other one', 'USD').optional(),
    provider: codeText(20).optional().openapi({ description: 'Only of this provider', example: 'ECB' }),
    from: dayQuery('From this day on'),
    to: dayQuery('Up to this day'),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
  })
  .refine((query) => (query.base === undefined) === (query.quote === undefined), {
    path: ['quote'],
    error: 'Give base and quote, or neither.',
  })
  .refine((query) => query.base === undefined || query.base !== query.quote, {
    path: ['quote'],
    error: 'Must be another currency than base.',
  })

export const DeleteRatesQuery = z
  .strictObject({
    base: currencyQuery('One currency of the pair', 'EUR'),
    quote: currencyQuery('The other one', 'USD'),
    from: dayQuery('From this day on; default: from the first'),
    to: dayQuery('Up to this day; default: up to the last'),
  })
  .refine((query) => query.base !== query.quote, { path: ['quote'], error: 'Must be another currency than base.' })

const ManualRate = z
  .strictObject({
    base: currencyCode.openapi({ example: 'EUR' }),
    quote: currencyCode.openapi({ example: 'USD' }),
    date: day.refine((text) => text >= FIRST_DAY, `Must be ${FIRST_DAY} or later.`),
    rate: decimalInput
      .refine((value) => value > ZERO, 'Must be greater than 0.')
      .openapi({ description: 'Units of `quote` for one `base`, in whichever order', example: '1.25' }),
  })
  .refine((one) => one.base !== one.quote, { path: ['quote'], error: 'Must be another currency than base.' })
  .openapi('ManualRate')

export const ManualRates = z
  .array(ManualRate)
  .min(1, 'Give at least one rate.')
  .max(MAX_ITEMS, `At most ${MAX_ITEMS} at once.`)
  .openapi('ManualRates', { example: [{ base: 'EUR', quote: 'USD', date: '2026-06-30', rate: '1.25' }] })

export const ManualRatesResult = z
  .object({
    added: z.int().openapi({ example: 1 }),
    updated: z.int().openapi({ example: 0 }),
    unchanged: z.int().openapi({ example: 0 }),
    warnings,
  })
  .openapi('ManualRatesResult')

export const ConvertQuery = z.strictObject({
  from: currencyQuery('Source currency', 'USD'),
  to: currencyQuery('Target currency', 'CHF'),
  amount: decimalInput
    .optional()
    .openapi({ type: 'string', format: 'decimal', description: 'In the source currency; default 1', example: '100' }),
  date: dayQuery('At the rates of this day; default: today (UTC)'),
})

const ConvertItem = z
  .strictObject({
    amount: decimalInput.openapi({ description: 'In the source currency', example: '100' }),
    date: day.optional().openapi({ description: 'Default: today (UTC)' }),
  })
  .openapi('ConvertItem')

export const ConvertRequest = z
  .strictObject({
    from: currencyCode.openapi({ example: 'USD' }),
    to: currencyCode.openapi({ example: 'CHF' }),
    amounts: z.array(ConvertItem).min(1, 'Give at least one amount.').max(MAX_ITEMS, `At most ${MAX_ITEMS} at once.`),
  })
  .openapi('ConvertRequest', { example: { from: 'USD', to: 'CHF', amounts: [{ amount: '100', date: '2026-06-30' }] } })

const ConversionStep = z
  .object({
    ...ChainStep.shape,
    provider: z.string().openapi({
      description: '`FIXED`: laid down for good when a currency was replaced by another (the euro, a redenomination)',
      example: 'ECB',
    }),
    rate: rateText.openapi({
      description: 'As stored: units of the alphabetically later currency for one of the earlier',
      example: '1.1642',
    }),
    rate_date: z.string().openapi({
      format: 'date',
      description: 'The day that it was published for; of a FIXED rate the day since when it holds',
      example: '2026-06-30',
    }),
    inverted: z.boolean().openapi({ description: 'True where the step goes the other way: 1 / `rate` is used', example: true }),
  })
  .openapi('ConversionStep')

export const Conversion = z
  .object({
    from: z.string().openapi({ example: 'USD' }),
    to: z.string().openapi({ example: 'EUR' }),
    source_amount: DecimalText.openapi({ description: 'In `from`', example: '116.42' }),
    amount: DecimalText.openapi({
      description: 'In `to`: multiplied exactly along the steps and rounded once, half to even, to 12 places',
      example: '100',
    }),
    rate: DecimalText.openapi({
      description: 'Units of `to` for one `from`, to 12 places, for reading',
      example: '0.858958941763',
    }),
    date: z.string().openapi({ format: 'date', description: 'The requested day', example: '2026-06-30' }),
    stale_days: z.int().openapi({ description: 'Days that the oldest rate used is older', example: 0 }),
    registered: z.boolean().openapi({
      description:
        'False where no route of the pair is registered: a chain of stored rates, or a rate entered by hand, was taken',
      example: true,
    }),
    route_id: z.int().nullable().openapi({ description: 'The registered route taken', example: 1 }),
    steps: z.array(ConversionStep).openapi({ description: 'Empty from a currency to itself' }),
  })
  .openapi('Conversion')

export const ConversionList = z
  .object({
    from: z.string().openapi({ example: 'USD' }),
    to: z.string().openapi({ example: 'EUR' }),
    conversions: z.array(Conversion).openapi({ description: 'In the order of the amounts' }),
  })
  .openapi('ConversionList')
