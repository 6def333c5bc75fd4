import { z } from '@hono/zod-openapi'
import { MOST_GAPS } from './coverage.ts'
import { Remedy } from './remedy.schema.ts'
import { currencyCode, FxRoute } from './schema.ts'

export const CoverageQuery = z.strictObject({
  currency: currencyCode
    .optional()
    .openapi({ description: 'The currency of reports; default: that of your preferences', example: 'EUR' }),
})

const day = (description: string, example: string) => z.string().openapi({ format: 'date', description, example })
const maybeDay = (description: string, example: string | null) =>
  z.string().nullable().openapi({ format: 'date', description, example })

const FxGap = z.object({ from: day('First day', '2008-12-16'), to: day('Last day', '2018-01-31') }).openapi('FxGap')

export const FxCoverage = z
  .object({
    currency: z.string().openapi({ example: 'ISK' }),
    to: z.string().openapi({ description: 'The currency of reports', example: 'EUR' }),
    needed_from: day('First day with a line or an asset', '2007-03-01'),
    needed_to: maybeDay('Last one; null while something is held', null),
    held_from: maybeDay('First needed day with a rate that is fresh', '2007-03-01'),
    held_to: maybeDay('Day of the newest rate in use', '2026-06-30'),
    complete: z.boolean().openapi({ description: 'No day is without a rate', example: false }),
    gap_days: z.int().openapi({ description: 'Needed days without a rate', example: 3334 }),
    gap_count: z.int().openapi({ example: 1 }),
    gaps: z.array(FxGap).openapi({ description: `The first ${MOST_GAPS}` }),
    route: FxRoute.nullable().openapi({ description: 'The first of the pair' }),
    detail: z.string().openapi({ example: 'ISK to EUR has no rate on 3334 of the days needed.' }),
    remedy: Remedy.nullable().openapi({ description: 'Its path is below `/api/v1`' }),
  })
  .openapi('FxCoverage')
