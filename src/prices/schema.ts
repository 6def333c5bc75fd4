import { z } from '@hono/zod-openapi'
import { DecimalText, decimalInput } from '../http/decimal.ts'
import { dayQuery, flagQuery, idParam, integerQuery, pageQuery } from '../http/query.ts'
import { checkedText, currencyText } from '../http/text.ts'
import { warnings } from '../http/warnings.ts'
import { fromMinorUnit, isCurrency } from '../shared/currency.ts'
import { isDay } from '../shared/date.ts'

const MAX_PRICES = 100_000
const MAX_GAP_DAYS = 3650
export const DEFAULT_GAP_DAYS = 5

export const day = checkedText(isDay, 10, 'Must be a day that exists, as YYYY-MM-DD.').openapi({
  format: 'date',
  example: '2026-06-30',
})
const currency = currencyText('Must be an ISO 4217 currency code such as EUR; for quotations in pence take GBP.').openapi({
  description: 'ISO 4217',
  example: 'EUR',
})
export const unit = currencyText(
  'Must be an ISO 4217 currency code such as EUR, or GBX, ILA, ZAc.',
  (code) => isCurrency(code) || fromMinorUnit(code) !== undefined,
).openapi({
  description: 'ISO 4217; pence and the like (GBX, ILA, ZAc) become the currency of which they are hundredths',
  example: 'EUR',
})
const source = z
  .string()
  .openapi({ description: '`MANUAL`, `IMPORT` (a report brought it), or the code of the provider', example: 'YAHOO' })
const closeText = DecimalText.openapi({
  description: 'For `price_quantity` units, as traded on that day: not adjusted for later splits',
  example: '34.45',
})

export const Price = z.object({ date: day, close: closeText, currency, source }).openapi('Price')
export const SuspectPrice = z
  .object({
    ...{ date: day, close: closeText, currency, source },
    detail: z.string().openapi({ example: '2026-06-30: 344.5 is 10.0 times the close of 2026-06-29 (34.45); held back.' }),
    noticed_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T18:00:00.000Z' }),
    rejected_at: z.string().nullable().openapi({ format: 'date-time', example: null }),
  })
  .openapi('SuspectPrice', { description: 'A price that a provider gave and that is not used until somebody has looked at it' })

const PriceInput = z
  .strictObject({ date: day, close: decimalInput.openapi({ example: '34.45' }), currency: unit.optional() })
  .openapi('PriceInput', {
    description: "Without `currency`: in the asset's. Days from 1700 to tomorrow; a close may be 0 or negative",
    example: { date: '2026-06-30', close: '34.45' },
  })
export const PriceList = z
  .array(PriceInput)
  .min(1, 'Give at least one price.')
  .max(MAX_PRICES, `At most ${MAX_PRICES} prices at once; CSV takes more.`)
  .openapi('PriceList', { example: [{ date: '2026-06-30', close: '34.45' }] as never })

/** What a write of prices came to. */
export const priceCounts = {
  added: z.int().openapi({ example: 250 }),
  updated: z.int().openapi({ example: 1 }),
  unchanged: z.int().openapi({ example: 0 }),
}
export const PricesWritten = z.object({ ...priceCounts, warnings }).openapi('PricesWritten')
export const PriceGap = z
  .object({ from: day, to: day, days: z.int().openapi({ description: 'Calendar days, both ends included', example: 12 }) })
  .openapi('PriceGap')

export const PriceParams = z.object({ id: idParam('id', 'The asset', 3) })
const range = { from: dayQuery('The first day', '2026-01-01'), to: dayQuery('The last day') }
export const PriceQuery = z.strictObject({
  ...range,
  every: z.enum(['week', 'month']).optional().openapi({
    description: 'Only the last close of each week (Monday to Sunday) or month; without it every close',
    example: 'week',
  }),
  ...pageQuery,
  format: z
    .enum(['csv', 'json'])
    .optional()
    .openapi({ description: '`csv` = all of them in one file, whatever `limit`', example: 'json' }),
})
export const PriceRange = z.strictObject(range)
export const SuspectQuery = z.strictObject({ rejected: flagQuery('What was rejected, in place of what waits') })
export const GapQuery = z.strictObject({
  ...range,
  days: integerQuery({
    ...{ minimum: 1, maximum: MAX_GAP_DAYS, default: DEFAULT_GAP_DAYS, example: 5 },
    description: 'Only gaps of so many calendar days or more; 5 leaves out weekends and most holidays',
  }),
})

const EventType = z
  .enum(['DIVIDEND', 'SPLIT', 'MATURITY'], 'Must be DIVIDEND, SPLIT or MATURITY.')
  .openapi('AssetEventType', { example: 'SPLIT' })
const ratio = z.string().max(40).openapi({ description: 'SPLIT only: new units for old', example: '10:1' })

export const AssetEvent = z
  .object({
    id: z.int().openapi({ example: 7 }),
    type: EventType,
    date: day,
    amount: DecimalText.nullable().openapi({
      description: 'DIVIDEND: per unit, as paid; MATURITY: paid back per unit',
      example: '0.56',
    }),
    currency: currency.nullable(),
    ratio: ratio.nullable(),
    source,
  })
  .openapi('AssetEvent')
export const AssetEventCreate = z
  .strictObject({
    type: EventType,
    date: day,
    amount: decimalInput.nullish(),
    currency: currency.nullish(),
    ratio: ratio.nullish(),
  })
  .openapi('AssetEventCreate', {
    description: 'DIVIDEND and MATURITY take an `amount` per unit (required for DIVIDEND), SPLIT a `ratio`',
    example: { type: 'SPLIT', date: '2026-06-30', ratio: '10:1' },
  })
export const EventParams = z.object({ id: idParam('id', 'The asset', 3), event_id: idParam('event_id', 'The event', 7) })
