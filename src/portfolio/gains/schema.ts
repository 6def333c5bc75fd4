import { z } from '@hono/zod-openapi'
import { explainEach, explained } from '../explain/schema.ts'
import { assetId, assetLabel, common, complete, day, maybeDay, maybeMoney, money, range, requestRange } from '../schema.ts'

export const GainsQuery = z.strictObject({ ...common, ...range, ...explainEach })

const sums = {
  cost: money('Buying fees and taxes included', '1010'),
  proceeds: money('Net of selling fees and taxes', '1240'),
  fees: money('Selling fees and taxes, already taken off the proceeds', '10'),
  taxes: money('The taxes among `fees`, such as those that the broker withheld', '0'),
  gain: money('proceeds - cost', '230'),
  price_gain: money('gain - currency_gain', '205'),
  currency_gain: money('Cost in the asset’s currency at the rate of the sale, less the cost at the rate of the purchase', '25'),
}

const Disposal = z
  .object({
    transaction_id: z.int().openapi({ description: 'The sale, or the purchase that closed a short position', example: 17 }),
    lot_transaction_id: z
      .int()
      .openapi({ description: 'What opened the lot; the first one of an average or a pool', example: 4 }),
    lot_id: z.int().nullable().openapi({
      description: 'The lot: what a transaction may name in `lots`; null for an average or a pool of several transactions',
      example: 4,
    }),
    broker_id: z.int().openapi({ example: 1 }),
    asset_id: assetId,
    ...assetLabel,
    asset_currency: z.string().openapi({ example: 'USD' }),
    acquired_on: maybeDay('The day that opened the lot; null for an average or a pool of several days', '2025-03-02'),
    sold_on: day('The day of the disposal'),
    quantity: money('Units', '10'),
    cost: maybeMoney('At the rate of the day of the purchase; null where it is not known', '1010'),
    proceeds: maybeMoney('At the rate of the day of the sale', '1240'),
    fees: maybeMoney('Selling fees and taxes, already taken off the proceeds', '10'),
    taxes: maybeMoney('The taxes among `fees`, such as those that the broker withheld', '0'),
    gain: maybeMoney('proceeds - cost', '230'),
    price_gain: maybeMoney('gain - currency_gain', '205'),
    currency_gain: maybeMoney('What the change of the rate made', '25'),
    holding_days: z.int().nullable().openapi({ example: 485 }),
    short: z
      .boolean()
      .openapi({ description: 'Sold first and bought back: `acquired_on` is the day of the short sale', example: false }),
    rule: z
      .enum(['same-day', '30-days', 'pool'])
      .nullable()
      .openapi({ description: 'With S104: what it was matched with', example: null }),
    ...explained,
  })
  .openapi('Disposal')

const GainSums = z.object(sums).openapi('GainSums')
const GainsOfYear = z.object({ year: z.string().openapi({ example: '2026' }), ...sums }).openapi('GainsOfYear')
const GainsOfAsset = z.object({ asset_id: assetId, ...assetLabel, ...sums }).openapi('GainsOfAsset')
const GainsOfCurrency = z.object({ currency: z.string().openapi({ example: 'USD' }), ...sums }).openapi('GainsOfCurrency')

const GainTotals = z
  .object({
    ...GainSums.shape,
    complete,
    by_year: z.array(GainsOfYear).openapi({ description: 'Calendar years' }),
    by_asset: z.array(GainsOfAsset),
    by_currency: z.array(GainsOfCurrency).openapi({ description: 'By the currency of the assets' }),
    ...explained,
  })
  .openapi('GainTotals')

export const GainsReport = z.object({ ...requestRange, disposals: z.array(Disposal), totals: GainTotals }).openapi('GainsReport')
