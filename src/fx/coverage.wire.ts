import type { z } from '@hono/zod-openapi'
import type { FxCoverage } from './coverage.schema.ts'
import { type CoverageRow, MOST_GAPS } from './coverage.ts'
import { routeToWire } from './wire.ts'

export function coverageToWire({ route, remedy, gaps, ...row }: CoverageRow): z.infer<typeof FxCoverage> {
  return {
    currency: row.currency,
    to: row.to,
    needed_from: row.neededFrom,
    needed_to: row.neededTo,
    held_from: row.heldFrom,
    held_to: row.heldTo,
    complete: row.gapDays === 0,
    gap_days: row.gapDays,
    gap_count: gaps.length,
    gaps: gaps.slice(0, MOST_GAPS),
    route: route && routeToWire(route),
    detail: row.detail,
    remedy: remedy && {
      operation_id: remedy.operationId,
      method: remedy.method,
      path: remedy.path,
      body: Array.isArray(remedy.body) ? remedy.body : { ...remedy.body },
      figures: remedy.figures,
    },
  }
}
