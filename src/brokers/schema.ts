import { z } from '@hono/zod-openapi'
import { Role } from '../access/schema.ts'
import { DecimalText } from '../http/decimal.ts'
import { dayQuery, flagQuery, idParam } from '../http/query.ts'
import { currencyText } from '../http/text.ts'
import { warned } from '../portfolio/warnings/warnings.schema.ts'

const MAX_AT_ONCE = 100

const name = z
  .string()
  .trim()
  .min(1, 'Must not be empty.')
  .max(100)
  .openapi({ description: 'Unique among the brokers that you created, without regard to case', example: 'Main depot' })
const description = z.string().max(2000).openapi({ example: 'Shares and funds' })
const website = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address.' })
  .max(500)
  .openapi({ example: 'https://broker.example' })
const currency = currencyText('Must be an ISO 4217 currency code such as EUR.').openapi({ example: 'EUR' })
const icon = z.uuid().openapi({ description: 'An image that you uploaded', example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' })
const plugin = z.string().max(60).openapi({ description: 'Code of the import plugin that is tried first', example: 'degiro' })
const overdraft = z.boolean().openapi({ description: 'Whether cash may end a day below zero', example: true })
const cash = z.enum(['tracked', 'not-tracked']).openapi({
  description:
    '`not-tracked`: for reports without deposits. What its lines pay and bring comes from and goes to the outside, purchases are the flows, and it shows no cash',
  example: 'tracked',
})
const shorting = z.boolean().openapi({ description: 'Whether a holding may end a day below zero', example: false })

export const Broker = z
  .object({
    id: z.int().openapi({ example: 1 }),
    name,
    description: description.nullable(),
    icon: icon.nullable(),
    icon_url: z.string().nullable().openapi({ example: '/api/v1/brokers/1/icon' }),
    website: z.string().nullable().openapi({ example: 'https://broker.example' }),
    currency: z.string().nullable().openapi({ example: 'EUR' }),
    import_plugin: plugin.nullable(),
    allow_cash_overdraft: overdraft,
    allow_asset_shorting: shorting,
    cash,
    archived: z.boolean().openapi({ example: false }),
    role: Role.openapi({ description: 'Yours', example: 'OWNER' }),
    included: z.boolean().openapi({
      description:
        'Whether it counts for you where `broker_ids` is left out; false for a broker shared with you until you include it',
      example: true,
    }),
    member_count: z.int().openapi({ example: 1 }),
    transaction_count: z.int().openapi({ example: 42 }),
    revision: z.int().openapi({ example: 1 }),
    created_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    updated_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('Broker')

const changeable = {
  description: description.nullish(),
  icon: icon.nullish(),
  website: website.nullish(),
  currency: currency.nullish(),
  import_plugin: plugin.nullish(),
  allow_cash_overdraft: overdraft.optional(),
  allow_asset_shorting: shorting.optional(),
  cash: cash.optional(),
  archived: z.boolean().optional().openapi({ example: false }),
}

export const BrokerCreate = z
  .strictObject({ name, ...changeable })
  .openapi('BrokerCreate', { example: { name: 'Main depot', currency: 'EUR' } })
export const BrokerPatch = z
  .strictObject({ name: name.optional(), ...changeable })
  .openapi('BrokerPatch', { description: 'Absent = keep, `null` = clear', example: { description: 'Shares and funds' } })

/** The same change for each. */
export const BrokerBatch = z
  .strictObject({ ids: z.array(z.int().positive()).min(1).max(MAX_AT_ONCE), change: BrokerPatch })
  .openapi('BrokerBatch', { example: { ids: [1, 2], change: { cash: 'not-tracked' } } })

export const BrokerParams = z.object({ id: idParam('id', 'The broker') })
export const BrokerListQuery = z.strictObject({ archived: flagQuery('Archived brokers instead') })
export const SummaryQuery = z.strictObject({
  as_of: dayQuery('At the end of this day; default: with everything that is booked'),
  currency: currencyText('Must be an ISO 4217 currency code such as EUR.')
    .optional()
    .openapi({ description: 'Default: the broker’s, else your preference, else the service’s', example: 'EUR' }),
})

const Warning = z
  .object({
    code: z.string().openapi({ example: 'price-missing' }),
    detail: z.string().openapi({ example: 'There is no price for ACME; the last trade of 2026-06-30 is used.' }),
    asset_id: z.int().nullable().openapi({ example: 3 }),
    currency: z.string().nullable().openapi({ example: 'USD' }),
    pair: z.string().nullable().openapi({ description: 'From and to, for exchange rates', example: 'USD/EUR' }),
    from: z
      .string()
      .nullable()
      .openapi({ format: 'date', description: 'The first day on which it matters', example: '2026-06-30' }),
    to: z.string().nullable().openapi({ format: 'date', description: 'The last one', example: '2026-06-30' }),
    ...warned,
  })
  .openapi('Warning', { description: 'Something that is missing or stale; nothing is ever taken as zero or one in silence' })

const amount = DecimalText
const maybe = DecimalText.nullable()

export const Holding = z
  .object({
    asset_id: z.int().openapi({ example: 3 }),
    symbol: z.string().openapi({ example: 'ACME' }),
    name: z.string().openapi({ example: 'Acme Corporation' }),
    type: z.string().openapi({ example: 'STOCK' }),
    quantity: amount,
    cost_basis: maybe.openapi({
      description:
        'What was paid for the open lots, the same as of `cost_basis_base`, buying fees and taxes included; in `cost_currency`; null where several currencies were paid or it is not known',
      example: '126',
    }),
    cost_currency: z.string().nullable().openapi({ example: 'EUR' }),
    average_cost: maybe.openapi({ description: '`cost_basis` / `quantity`', example: '12.6' }),
    price: maybe.openapi({ description: 'In `currency`', example: '12.5' }),
    price_date: z.string().nullable().openapi({ format: 'date', example: '2026-06-30' }),
    price_source: z
      .enum(['close', 'trade'])
      .nullable()
      .openapi({ description: '`trade`: the last trade price, for want of a close', example: 'trade' }),
    currency: z.string().nullable().openapi({ description: 'Of price and market value', example: 'EUR' }),
    market_value: maybe.openapi({ description: 'quantity x price / price_quantity', example: '125' }),
    market_value_base: maybe.openapi({ description: 'In the currency of the summary, at the rate of the day', example: '125' }),
    cost_basis_base: maybe.openapi({
      description:
        'In the currency of the summary, at the rates of the days of acquisition (the broker’s own where it booked one)',
      example: '126',
    }),
    unrealised_gain: maybe.openapi({
      description: 'market_value_base - cost_basis_base',
      example: '-1',
    }),
    unrealised_gain_ratio: z.number().nullable().openapi({ description: '0.0734 = 7.34 %', example: -0.0079 }),
  })
  .openapi('Holding')

export const BrokerSummary = z
  .object({
    broker_id: z.int().openapi({ example: 1 }),
    as_of: z.string().openapi({ format: 'date', example: '2026-06-30' }),
    currency: z.string().openapi({ example: 'EUR' }),
    balances: z.array(z.object({ currency: z.string().openapi({ example: 'EUR' }), amount }).openapi('Balance')),
    holdings: z.array(Holding),
    totals: z
      .object({
        cash: maybe,
        cost_basis: maybe,
        market_value: maybe,
        unrealised_gain: maybe,
        total_value: maybe,
        complete: z.boolean().openapi({ example: true }),
      })
      .openapi('SummaryTotals', {
        description: 'In the currency of the summary; `null` where a part cannot be expressed in it (see `warnings`)',
      }),
    warnings: z.array(Warning),
  })
  .openapi('BrokerSummary')
