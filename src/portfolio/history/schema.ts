import { z } from '@hono/zod-openapi'
import { explain, explained } from '../explain/schema.ts'
import { common, day, echoedScope, money, range, ratio, requestRange, scope } from '../schema.ts'

export const HistoryQuery = z.strictObject({
  ...common,
  ...range,
  scope,
  interval: z.enum(['daily', 'weekly', 'monthly']).optional().openapi({
    description: 'A point every day, Sunday or end of a month, and always on the last day',
    default: 'daily',
    example: 'monthly',
  }),
  explain,
})

const HistoryPoint = z
  .object({
    date: day('The value is that of its end'),
    value: money('cash + invested', '1595'),
    cash: money('0 with scope assets', '495'),
    invested: money('Market value of the holdings', '1100'),
    net_flows: money('In less out since `from`, all days until this one together', '500'),
    put_in: money('The value at the start + net_flows: what value would be without any gain', '1500'),
    twr: ratio('Since `from`; null from the day on which none can be linked any more (`twr_reason` of the performance)'),
    ...explained,
  })
  .openapi('HistoryPoint')

export const HistoryReport = z
  .object({ ...requestRange, scope: echoedScope, points: z.array(HistoryPoint) })
  .openapi('HistoryReport')
