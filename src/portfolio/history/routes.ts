import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { HistoryQuery, HistoryReport } from './schema.ts'

const getHistoryRoute = userRoute({
  operationId: 'getHistory',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/history',
  summary: 'Value over time',
  description:
    'Value, cash, holdings, flows and time-weighted return, day by day or less often. Each day is valued as by `GET /portfolio/performance`.',
  request: { query: HistoryQuery },
  responses: { 200: report(HistoryReport, 'The points'), ...problems(422, 503) },
})

export function historyRoutes() {
  const router = createRouter()
  router.openapi(getHistoryRoute, (c) => {
    const { interval = 'daily', explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'history', interval, explain }, query)
  })
  return router
}
