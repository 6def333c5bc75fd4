import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { VALUE_TEXT } from '../schema.ts'
import { PerformanceQuery, PerformanceReport } from './schema.ts'

const getPerformanceRoute = userRoute({
  operationId: 'getPerformance',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/performance',
  summary: 'Returns and risk of a range of days',
  description: `start_value + net_flows + gain.total = end_value, to the last digit. The return of a day is (value at its end + outflows) / (value at its begin + inflows) - 1: money comes in at the start of a day and goes out at its end. TWR links the days; days with nothing invested count as 0. MWR is the yearly rate at which the present value of all flows and of both values is zero, act/365; null with a reason where there is none or more than one. ${VALUE_TEXT}`,
  request: { query: PerformanceQuery },
  responses: { 200: report(PerformanceReport, 'The performance'), ...problems(422, 503) },
})

export function performanceRoutes() {
  const router = createRouter()
  router.openapi(getPerformanceRoute, (c) => {
    const { benchmark = null, explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'performance', benchmark, explain }, query)
  })
  return router
}
