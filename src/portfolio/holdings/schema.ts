import { z } from '@hono/zod-openapi'
import { dayQuery, flagQuery } from '../../http/query.ts'
import { explainEach, explained } from '../explain/schema.ts'
import { assetId, common, complete, day, maybeDay, maybeMoney, money, ratio, request, scope, symbol } from '../schema.ts'

export const HoldingsQuery = z.strictObject({
  ...common,
  scope,
  as_of: dayQuery('At the end of this day; default: today'),
  lots: flagQuery('With the open lots of each holding'),
  ...explainEach,
})

const OpenLot = z
  .object({
    transaction_id: z.int().openapi({ description: 'What opened it; the first one of an average or a pool', example: 4 }),
    lot_id: z.int().nullable().openapi({
      description: 'What a transaction may name in `lots`; null for an average or a pool of several transactions',
      example: 4,
    }),
    acquired_on: maybeDay('null for an average or a pool of several days', '2025-03-02'),
    quantity: money('Units; negative = sold short', '10'),
    cost: maybeMoney('At the rate of the day of acquisition, fees and taxes included', '1010'),
    unit_cost: maybeMoney('cost / quantity', '101'),
  })
  .openapi('OpenLot')

const PortfolioHolding = z
  .object({
    asset_id: assetId,
    symbol,
    name: z.string().openapi({ example: 'Acme Corporation' }),
    type: z.string().openapi({ example: 'STOCK' }),
    currency: z
      .string()
      .openapi({ description: 'Of the price; everything else is in the currency of the report', example: 'USD' }),
    quantity: money('Units; 0 = held at one broker and sold short at another, as many', '10'),
    price: maybeMoney('In `currency`', '124'),
    price_date: maybeDay('The day that the price is of'),
    price_source: z
      .enum(['close', 'trade'])
      .nullable()
      .openapi({ description: '`trade`: the last trade price, for want of a close', example: 'close' }),
    market_value: maybeMoney('quantity x price / price_quantity; null without price or rate', '1140'),
    weight: ratio('Part of the total value; with scope assets of the value of all holdings', 0.42),
    cost_basis: maybeMoney('Of the open lots, at the rates of their days; null where it is not known', '1010'),
    average_cost: maybeMoney('cost_basis / quantity; null without units', '101'),
    unrealised_gain: maybeMoney('market_value - cost_basis', '130'),
    unrealised_price_gain: maybeMoney('unrealised_gain - unrealised_currency_gain', '150'),
    unrealised_currency_gain: maybeMoney(
      'Cost in the asset’s currency at today’s rate, less the cost at the rates of its days',
      '-20',
    ),
    realised_gain: money('Of what was sold of it before; with S104 by what was bought until that day', '0'),
    income: money('Dividends and interest, net of what was withheld', '17'),
    costs: money('Fees and taxes booked on it apart from trades', '0'),
    total_gain: maybeMoney('unrealised_gain + realised_gain + income - costs', '147'),
    lots: z.array(OpenLot).nullable().openapi({ description: 'null without `lots=true`' }),
    ...explained,
  })
  .openapi('PortfolioHolding')

const CashPosition = z
  .object({
    currency: z.string().openapi({ example: 'USD' }),
    amount: money('In `currency`', '200'),
    value: maybeMoney('In the currency of the report', '184'),
    ...explained,
  })
  .openapi('CashPosition')

const HoldingTotals = z
  .object({
    cash: money('Sum of the cash values', '184'),
    market_value: money('Sum of the market values', '1140'),
    total_value: money('cash + market_value', '1324'),
    cost_basis: money('Sum', '1010'),
    unrealised_gain: money('Sum', '130'),
    unrealised_price_gain: money('Sum', '150'),
    unrealised_currency_gain: money('Sum', '-20'),
    realised_gain: money('Sum; closed holdings are in the report of gains', '0'),
    income: money('Sum', '17'),
    costs: money('Sum', '0'),
    total_gain: money('Sum', '147'),
    complete,
    ...explained,
  })
  .openapi('HoldingTotals', { description: 'Each the sum of its rows; rows without a figure are left out and warned of' })

export const HoldingsReport = z
  .object({
    as_of: day('The values are those of its end'),
    ...request,
    scope: z.enum(['total', 'assets']).openapi({ example: 'total' }),
    holdings: z.array(PortfolioHolding),
    cash: z.array(CashPosition),
    totals: HoldingTotals,
  })
  .openapi('HoldingsReport')
