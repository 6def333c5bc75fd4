import { z } from '@hono/zod-openapi'
import { explainEach, explained } from '../explain/schema.ts'
import { assetId, common, complete, day, maybeAssetLabel, money, range, requestRange } from '../schema.ts'

export const StatementQuery = z.strictObject({ ...common, ...range, ...explainEach })

const line = {
  transaction_id: z.int().openapi({ example: 17 }),
  broker_id: z.int().openapi({ example: 1 }),
  asset_id: assetId.nullable(),
  ...maybeAssetLabel,
  type: z.string().openapi({ description: 'Of the transaction', example: 'DIVIDEND' }),
  date: day('Of the transaction'),
}
const TAGS =
  'Each row under one tag: the first that imports give (`staking`, `lending`, `airdrop`, `reward`, `bonus`, `card`, `cashback`, `margin`, `funding`, `correction`), else its first; `null` = none. They add up to the totals.'
const tag = z.string().nullable().openapi({ example: 'staking' })
const month = { month: z.string().openapi({ example: '2026-06' }) }
const year = { year: z.string().openapi({ example: '2026' }) }
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
    years: z.array(z.object({ ...year, ...incomeSums }).openapi('IncomeYear')),
    by_asset: z.array(z.object({ asset_id: assetId.nullable(), ...maybeAssetLabel, ...incomeSums }).openapi('IncomeOfAsset')),
    by_tag: z.array(z.object({ tag, ...incomeSums }).openapi('IncomeOfTag')).openapi({ description: TAGS }),
    totals: z.object({ ...incomeSums, complete, ...explained }).openapi('IncomeTotals'),
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
    years: z.array(z.object({ ...year, ...flowSums }).openapi('CashFlowYear')),
    totals: z.object({ ...flowSums, complete, ...explained }).openapi('CashFlowTotals'),
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
    years: z.array(z.object({ ...year, ...costSums }).openapi('CostYear')),
    by_broker: z.array(z.object({ broker_id: z.int().openapi({ example: 1 }), ...costSums }).openapi('CostOfBroker')),
    by_tag: z.array(z.object({ tag, ...costSums }).openapi('CostOfTag')).openapi({ description: TAGS }),
    totals: z.object({ ...costSums, complete, ...explained }).openapi('CostTotals'),
  })
  .openapi('CostsReport')
