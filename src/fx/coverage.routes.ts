import { z } from '@hono/zod-openapi'
import { json, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { CoverageQuery, FxCoverage } from './coverage.schema.ts'
import { listCoverage } from './coverage.ts'
import { coverageToWire } from './coverage.wire.ts'

const listFxCoverageRoute = userRoute({
  operationId: 'listFxCoverage',
  'x-cost': 'heavy',
  tags: ['fx'],
  method: 'get',
  path: '/fx/coverage',
  summary: 'Which exchange rates you need, and which are missing',
  description:
    'Per currency at the brokers that you may read, by code: the days for which rates are needed, those without a fresh one, the route, and what brings the missing ones.',
  request: { query: CoverageQuery },
  responses: { 200: json(z.array(FxCoverage), 'The currencies'), ...problems(422) },
})

export function fxCoverageRoutes() {
  const router = createRouter()
  router.openapi(listFxCoverageRoute, async (c) =>
    c.json((await listCoverage(c.var.ctx, c.req.valid('query'))).map(coverageToWire), 200),
  )
  return router
}
