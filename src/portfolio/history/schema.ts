import { z } from '@hono/zod-openapi'
import { explain, explained } from '../explain/schema.ts'
import { assetId, common, day, echoedScope, maybeDay, maybeMoney, money, range, ratio, requestRange, scope } from '../schema.ts'

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

const HistoryHolding = z
  .object({
    asset_id: assetId,
    quantity: money('Units; negative = sold short', '10'),
    price: maybeMoney('In `currency`; null without one, and while nothing is held', '124'),
    price_date: maybeDay('The day that the price is of'),
    price_source: z.enum(['close', 'trade']).nullable().openapi({ example: 'close' }),
    currency: z.string().nullable().openapi({ example: 'USD' }),
  })
  .openapi('HistoryHolding', { description: 'Of the one asset that `asset_ids` names; null with several, and without' })

const HistoryPoint = z
  .object({
    date: day('The value is that of its end'),
    value: money('cash + invested', '1595'),
    cash: money('0 with scope assets', '495'),
    invested: money('Market value of the holdings', '1100'),
    net_flows: money('In less out since `from`, all days until this one together', '500'),
    put_in: money('The value at the start + net_flows: what value would be without any gain', '1500'),
    gain: money('value - put_in: what was gained since `from`', '95'),
    twr: ratio('Since `from`; null from the day on which none can be linked any more (`twr_reason` of the performance)'),
    holding: HistoryHolding.nullable(),
    ...explained,
  })
  .openapi('HistoryPoint')

export const HistoryReport = z
  .object({ ...requestRange, scope: echoedScope, points: z.array(HistoryPoint) })
  .openapi('HistoryReport')
