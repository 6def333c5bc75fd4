import { z } from '@hono/zod-openapi'
import { integerQuery } from '../../http/query.ts'
import { explain, explained } from '../explain/schema.ts'
import { assetId, common, echoedScope, maybeDay, money, range, ratio, requestRange, scope, symbol } from '../schema.ts'

export const PerformanceQuery = z.strictObject({
  ...common,
  ...range,
  scope,
  benchmark: integerQuery({
    description: 'An asset to compare with: its price over the same days, in the currency of the report',
    example: 7,
  }),
  explain,
})

export const NoReturnReason = z.enum(['base-not-positive', 'no-value', 'incomplete', 'out-of-range']).nullable().openapi({
  description:
    'Why there is no `twr`: on a day no more was invested than what is owed, or more than everything was lost; nothing was invested on any day; a price or rate is missing (`warnings`); or it is more than 1,000 % a year',
  example: null,
})
export const NoRateReason = z
  .enum([
    'no-flows',
    'one-sign',
    'one-day',
    'no-solution',
    'several-solutions',
    'base-not-positive',
    'incomplete',
    'out-of-range',
  ])
  .nullable()
  .openapi({
    description:
      'Why there is no `mwr`; `base-not-positive` = it would be that of money owed; `out-of-range` = not between -100 % and 1,000 % a year',
    example: null,
  })

export const GainSplit = z
  .object({
    total: money('end_value - start_value - net_flows = price + income + costs + currency', '95'),
    realised: money('Price effect of what was sold, before fees and taxes', '0'),
    unrealised: money('Price effect of what is held, before fees and taxes', '100'),
    income: money('Dividends and interest, gross', '10'),
    fees: money('All fees, of trades too; negative = paid', '-12'),
    taxes: money('All taxes, withheld ones too; negative = paid', '-3'),
    currency: money('What changes of exchange rates made, of holdings and of cash', '0'),
    price: money('realised + unrealised', '100'),
    costs: money('fees + taxes; negative = paid', '-15'),
  })
  .openapi('GainSplit', {
    description:
      'Measured from the value at the start of the range. With S104 sales are matched by its rules with what was bought in the range, then with the pool, begun with what was held at the start',
  })

const Extreme = z
  .object({
    date: z.string().openapi({ description: 'A day, or a month as YYYY-MM', example: '2026-04-09' }),
    ratio: z.number().openapi({ example: 0.021 }),
  })
  .openapi('ExtremeReturn')

const MonthReturn = z
  .object({ month: z.string().openapi({ example: '2026-04' }), twr: ratio('Of its days in the range, linked') })
  .openapi('MonthReturn')
const YearReturn = z
  .object({ year: z.string().openapi({ example: '2026' }), twr: ratio('Of its days in the range, linked') })
  .openapi('YearReturn')

export const MaxDrawdown = z
  .object({
    ratio: z.number().openapi({ description: 'How far it fell from the peak, positive', example: 0.12 }),
    from: maybeDay('The day of the peak', '2026-02-03'),
    to: maybeDay('The day of the bottom', '2026-03-20'),
    recovered_on: maybeDay('The first day at the height of the peak again; null = not yet', '2026-05-11'),
  })
  .openapi('MaxDrawdown')

const Benchmark = z
  .object({
    asset_id: assetId,
    symbol,
    twr: ratio('Change of its price, in the currency of the report, without income; null without a price before the range'),
    twr_annualised: ratio('Over a year or more only'),
    difference: ratio('twr of the portfolio less that of the benchmark', 0.012),
  })
  .openapi('BenchmarkResult')

export const PerformanceReport = z
  .object({
    ...requestRange,
    scope: echoedScope,
    start_value: money('At the end of the day before `from`', '1000'),
    end_value: money('At the end of `to`', '1595'),
    net_flows: money('In less out', '500'),
    gain: GainSplit,
    twr: ratio('Time-weighted: the daily returns linked; null where none can be believed'),
    twr_reason: NoReturnReason,
    twr_annualised: ratio('With 365 days; over a year or more only'),
    mwr: ratio('Money-weighted (XIRR), a year, act/365', 0.0812),
    mwr_reason: NoRateReason,
    simple: ratio('gain.total / (start_value + net_flows)'),
    volatility: ratio('Sample standard deviation of the daily returns x root of 252', 0.15),
    sharpe: ratio('Mean / standard deviation of the daily returns x root of 252; nothing taken off for a riskless rate', 0.9),
    sortino: ratio('Mean / root mean square of the losses x root of 252', 1.2),
    max_drawdown: MaxDrawdown.nullable(),
    best_day: Extreme.nullable(),
    worst_day: Extreme.nullable(),
    best_month: Extreme.nullable(),
    worst_month: Extreme.nullable(),
    months: z.array(MonthReturn).openapi({ description: 'Each month with a return; empty without `twr`' }),
    years: z.array(YearReturn).openapi({ description: 'The same by year' }),
    benchmark: Benchmark.nullable(),
    ...explained,
  })
  .openapi('PerformanceReport')
