import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { BreakdownQuery, BreakdownReport } from './schema.ts'

const getPerformanceBreakdownRoute = userRoute({
  operationId: 'getPerformanceBreakdown',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/performance/breakdown',
  summary: 'Returns and risk of every asset or broker',
  description:
    'The performance of each part by itself. In every row start_value + net_flows + gain.total = end_value, and values, flows and every part of the gain add up over the rows to those of `getPerformance`, to the last digit. By asset, purchases and costs are flows in, sales and income flows out; with scope total cash is a row of its own. By broker, what is transferred between brokers leaves one and reaches the other at its market value. What is realised in one row and not in the whole (a transfer, a merger, lots of one asset at several brokers) stands in the row `between`, so that nothing is hidden.',
  request: { query: BreakdownQuery },
  responses: { 200: report(BreakdownReport, 'The parts'), ...problems(422, 503) },
})

export function breakdownRoutes() {
  const router = createRouter()
  router.openapi(getPerformanceBreakdownRoute, (c) => {
    const { by, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'performance-breakdown', by }, query)
  })
  return router
}
