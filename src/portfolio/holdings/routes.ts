import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { explainedOf } from '../explain/schema.ts'
import { VALUE_TEXT } from '../schema.ts'
import { HoldingsQuery, HoldingsReport } from './schema.ts'

const getHoldingsRoute = userRoute({
  operationId: 'getHoldings',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/holdings',
  summary: 'What is held, and what it earned',
  description: `Per asset over all brokers, at the end of a day. ${VALUE_TEXT} Cost basis includes buying fees and taxes and uses the rate of the day of acquisition. Closed holdings are left out.`,
  request: { query: HoldingsQuery },
  responses: { 200: report(HoldingsReport, 'The holdings'), ...problems(422, 503) },
})

export function holdingsRoutes() {
  const router = createRouter()
  router.openapi(getHoldingsRoute, (c) => {
    const { lots = false, ...given } = c.req.valid('query')
    const { explain, query } = explainedOf(given)
    return answerReport(c, { name: 'holdings', lots, explain }, query)
  })
  return router
}
