import { z } from '@hono/zod-openapi'
import { dayQuery } from '../../http/query.ts'
import { ALLOCATION_KEYS } from '../allocation/report.ts'
import { explain, explained } from '../explain/schema.ts'
import { assetId, common, day, maybeMoney, money, range, ratio, request, requestRange, scope, symbol } from '../schema.ts'

export const StatementQuery = z.strictObject({ ...common, ...range, explain })
export const AllocationQuery = z.strictObject({
  ...common,
  scope,
  as_of: dayQuery('At the end of this day; default: today'),
  explain,
  by: z.enum(ALLOCATION_KEYS).openapi({ description: 'What the value is divided by', example: 'type' }),
})

const line = {
  transaction_id: z.int().openapi({ example: 17 }),
  broker_id: z.int().openapi({ example: 1 }),
  asset_id: assetId.nullable(),
  symbol: symbol.nullable(),
  type: z.string().openapi({ description: 'Of the transaction', example: 'DIVIDEND' }),
  date: day('Of the transaction'),
}
const month = { month: z.string().openapi({ example: '2026-06' }) }
const incomeSums = {
  gross: money('Before taxes and fees', '10'),
  tax: money('Withheld', '2.6'),
  fees: money('Taken off', '0'),
  net: money('gross - tax - fees', '7.4'),
}

export const IncomeReport = z
  .object({
    ...requestRange,
    payments: z.array(z.object({ ...line, ...incomeSums, ...explained }).openapi('IncomePayment')),
    months: z.array(z.object({ ...month, ...incomeSums }).openapi('IncomeMonth')),
    by_asset: z.array(
      z.object({ asset_id: assetId.nullable(), symbol: symbol.nullable(), ...incomeSums }).openapi('IncomeOfAsset'),
    ),
    totals: z.object({ ...incomeSums, ...explained }).openapi('IncomeTotals'),
    forecast: z.array(z.object({ ...month, gross: money('Expected', '10'), ...explained }).openapi('IncomeForecast')).openapi({
      description:
        'The twelve months after `to`: the payments of the last 365 days once more, by the units held now and at the rates of now',
    }),
  })
  .openapi('IncomeReport')

const flowSums = { in: money('Came in', '500'), out: money('Went out', '100'), net: money('in - out', '400') }

export const CashFlowsReport = z
  .object({
    ...requestRange,
    flows: z.array(
      z
        .object({
          ...line,
          currency: z.string().nullable().openapi({ example: 'USD' }),
          amount: money('In `currency`, as booked', '540'),
          value: money('In the currency of the report: positive = came in; units at their market value', '500'),
          ...explained,
        })
        .openapi('CashFlow'),
    ),
    months: z.array(z.object({ ...month, ...flowSums }).openapi('CashFlowMonth')),
    totals: z.object({ ...flowSums, ...explained }).openapi('CashFlowTotals'),
  })
  .openapi('CashFlowsReport')

const costSums = {
  fees: money('Refunds are negative', '12'),
  taxes: money('Refunds are negative', '3'),
  total: money('fees + taxes', '15'),
}

export const CostsReport = z
  .object({
    ...requestRange,
    costs: z.array(z.object({ ...line, ...costSums, ...explained }).openapi('CostLine')),
    months: z.array(z.object({ ...month, ...costSums }).openapi('CostMonth')),
    by_broker: z.array(z.object({ broker_id: z.int().openapi({ example: 1 }), ...costSums }).openapi('CostOfBroker')),
    totals: z.object({ ...costSums, ...explained }).openapi('CostTotals'),
  })
  .openapi('CostsReport')

export const AllocationReport = z
  .object({
    as_of: day('The values are those of its end'),
    ...request,
    scope: z.enum(['total', 'assets']).openapi({ example: 'total' }),
    by: z.enum(ALLOCATION_KEYS).openapi({ example: 'type' }),
    slices: z.array(
      z
        .object({
          key: z.string().openapi({ description: 'Id, code, `cash`, `cash:EUR` or `unknown`', example: 'STOCK' }),
          label: z.string().openapi({ example: 'STOCK' }),
          value: maybeMoney('In the currency of the report', '1140'),
          weight: ratio('Part of the total', 0.86),
          ...explained,
        })
        .openapi('AllocationSlice'),
    ),
    total: money('Sum of the slices', '1324'),
    ...explained,
  })
  .openapi('AllocationReport')
