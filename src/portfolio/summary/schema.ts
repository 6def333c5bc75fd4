import { z } from '@hono/zod-openapi'
import { dayQuery } from '../../http/query.ts'
import { NoRateReason, NoReturnReason } from '../performance/schema.ts'
import { common, complete, day, money, ratio } from '../schema.ts'

const { format: _, ...keys } = common

export const PortfolioSummaryQuery = z.strictObject({ ...keys, as_of: dayQuery('At the end of this day; default: today') })

export const PortfolioSummary = z
  .object({
    as_of: day('The values are those of its end'),
    currency: z.string().openapi({ description: 'Of every figure', example: 'EUR' }),
    complete,
    warnings: z.int().openapi({ description: 'How many the performance has', example: 0 }),
    value: money('cash + invested', '1595'),
    cash: money('Value of all cash', '495'),
    invested: money('Market value of the holdings', '1100'),
    put_in: money('In less out since the first transaction', '1500'),
    gain: money('value - put_in', '95'),
    gain_ratio: ratio('gain / put_in', 0.0633),
    day_change: money('What the last day gained, without what came in or went out', '4.5'),
    day_change_ratio: ratio('Of the value at its start and what came in', 0.0028),
    twr: ratio('Time-weighted, since the first transaction; null where none can be believed'),
    twr_reason: NoReturnReason,
    twr_annualised: ratio('Over a year or more only'),
    mwr: ratio('Money-weighted (XIRR), a year', 0.0812),
    mwr_reason: NoRateReason,
    holdings: z.int().openapi({ description: 'Assets that are held', example: 2 }),
    brokers: z.int().openapi({ description: 'Brokers that count', example: 1 }),
  })
  .openapi('PortfolioSummary')
