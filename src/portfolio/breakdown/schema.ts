import { z } from '@hono/zod-openapi'
import { GainSplit, MaxDrawdown, PerformanceReport } from '../performance/schema.ts'
import { common, echoedScope, money, range, ratio, requestRange, scope } from '../schema.ts'
import { BREAKDOWN_KEYS } from './report.ts'

const by = z.enum(BREAKDOWN_KEYS).openapi({ description: 'What the performance is divided by', example: 'asset' })

export const BreakdownQuery = z.strictObject({ ...common, ...range, scope, by })

const BreakdownRow = z
  .object({
    key: z.string().openapi({
      description:
        'The id of the asset or broker; `cash`; `between` for what lies between the rows (it has no returns); `total` in the total',
      example: '3',
    }),
    label: z.string().openapi({ description: 'Symbol of the asset or name of the broker', example: 'ACME' }),
    start_value: money('At the end of the day before `from`', '1000'),
    end_value: money('At the end of `to`', '1595'),
    net_flows: money('In less out; what moves from one row to another is a flow of both', '500'),
    gain: GainSplit,
    contribution: ratio(
      'gain.total / (start_value + net_flows of the total); the contributions add up to `simple` of the total',
      0.06,
    ),
    twr: ratio('Time-weighted: the daily returns linked; null where none can be believed'),
    twr_reason: PerformanceReport.shape.twr_reason,
    twr_annualised: ratio('With 365 days; over a year or more only'),
    mwr: ratio('Money-weighted (XIRR), a year, act/365', 0.0812),
    mwr_reason: PerformanceReport.shape.mwr_reason,
    simple: ratio('gain.total / (start_value + net_flows)'),
    volatility: ratio('Sample standard deviation of the daily returns x root of 252', 0.15),
    sharpe: ratio('Mean / standard deviation of the daily returns x root of 252', 0.9),
    sortino: ratio('Mean / root mean square of the losses x root of 252', 1.2),
    max_drawdown: MaxDrawdown.nullable(),
  })
  .openapi('PerformancePart')

export const BreakdownReport = z
  .object({
    ...requestRange,
    scope: echoedScope,
    by,
    rows: z.array(BreakdownRow).openapi({ description: 'Largest end value first; `between` last, and only if it is not zero' }),
    total: BreakdownRow,
  })
  .openapi('PerformanceBreakdown')
