import type { z } from '@hono/zod-openapi'
import type { TypedResponse } from 'hono'
import { json, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport } from '../answer.ts'
import { PortfolioSummary, PortfolioSummaryQuery } from './schema.ts'

const getPortfolioSummaryRoute = userRoute({
  operationId: 'getPortfolioSummary',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/summary',
  summary: 'The figures of a dashboard in one flat object',
  description:
    'Value, gain, the change of the last day and returns since the first transaction: those of the performance. Made for widgets; what is missing or old behind it is in the `warnings` of the other reports.',
  request: { query: PortfolioSummaryQuery },
  responses: { 200: json(PortfolioSummary, 'The figures'), ...problems(422, 503) },
})

type SummaryResponse = Response & TypedResponse<z.infer<typeof PortfolioSummary>, 200, 'json'>

export function summaryRoutes() {
  const router = createRouter()
  router.openapi(getPortfolioSummaryRoute, async (c) => {
    const response = await answerReport(c, { name: 'summary' }, { ...c.req.valid('query'), format: 'json' })
    return response as SummaryResponse // what the task writes is of this shape: a test parses it
  })
  return router
}
