import { z } from '@hono/zod-openapi'
import { dayQuery } from '../../http/query.ts'
import { explainEach, explained } from '../explain/schema.ts'
import { common, day, echoedScope, maybeMoney, money, ratio, request, scope } from '../schema.ts'
import { ALLOCATION_KEYS } from './report.ts'

export const AllocationQuery = z.strictObject({
  ...common,
  scope,
  as_of: dayQuery('At the end of this day; default: today'),
  ...explainEach,
  by: z.enum(ALLOCATION_KEYS).openapi({ description: 'What the value is divided by', example: 'type' }),
})

export const AllocationReport = z
  .object({
    as_of: day('The values are those of its end'),
    ...request,
    scope: echoedScope,
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
