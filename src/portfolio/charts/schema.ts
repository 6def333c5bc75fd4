import { z } from '@hono/zod-openapi'
import { dayQuery, integerQuery } from '../../http/query.ts'
import { checkedText } from '../../http/text.ts'
import { findLanguage } from '../../shared/language.ts'
import { ALLOCATION_KEYS } from '../allocation/report.ts'
import { common, range, scope } from '../schema.ts'
import { SIZE, THEMES } from './options.ts'

const { format: _, ...request } = common

/** Query keys of every picture. */
const options = {
  theme: z.enum(THEMES).optional().openapi({
    description: '`auto` follows the system of who looks at an SVG, and is light in a PNG. Default: your preference',
    example: 'light',
  }),
  width: integerQuery({ ...SIZE.width, description: 'Pixels', example: 800 }),
  height: integerQuery({ ...SIZE.height, description: 'Pixels', example: 400 }),
  language: checkedText(
    (tag) => findLanguage(tag) !== undefined,
    35,
    'Must be a BCP 47 language tag that has a name, such as en or de-AT.',
  )
    .optional()
    .openapi({
      description:
        'BCP 47. Numbers and dates are written as usual there; words are in English, French, German, Italian or Spanish, in English for other languages. Default: your preference',
      example: 'en',
    }),
}

const asOf = { as_of: dayQuery('The same as `to`, which counts if both are given') }

export const BookingsChartQuery = z.strictObject({ ...request, ...range, ...asOf, ...options })
export const ValueChartQuery = z.strictObject({ ...request, ...range, ...asOf, scope, ...options })
export const PerformanceChartQuery = z.strictObject({
  ...request,
  ...range,
  ...asOf,
  scope,
  benchmark: integerQuery({
    description: 'An asset to compare with: its price over the same days, in the currency of the report',
    example: 7,
  }),
  ...options,
})
export const AllocationChartQuery = z.strictObject({
  ...request,
  scope,
  as_of: dayQuery('At the end of this day; default: today'),
  to: dayQuery('The same as `as_of`; this one counts if both are given'),
  by: z
    .enum(ALLOCATION_KEYS)
    .optional()
    .openapi({ description: 'What the value is divided by', default: 'asset', example: 'type' }),
  ...options,
})
