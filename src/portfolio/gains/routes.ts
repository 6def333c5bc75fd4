import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { explainedOf } from '../explain/schema.ts'
import { GainsQuery, GainsReport } from './schema.ts'

const getGainsRoute = userRoute({
  operationId: 'getGains',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/gains',
  summary: 'Realised gains, per disposal and lot',
  description:
    'What was sold from `from` to `to`, with the lots that it was taken from. Cost includes buying fees and taxes and uses the rate of the day of acquisition; proceeds are net of selling ones and use the rate of the day of sale; where the broker booked a rate, that one. `price_gain` + `currency_gain` = `gain` (both null without a rate of either day), and every total is the sum of its rows. With `S104` what was bought in the 30 days after `to` counts for what was sold before.',
  request: { query: GainsQuery },
  responses: { 200: report(GainsReport, 'The gains'), ...problems(422, 503) },
})

export function gainsRoutes() {
  const router = createRouter()
  router.openapi(getGainsRoute, (c) => {
    const { explain, query } = explainedOf(c.req.valid('query'))
    return answerReport(c, { name: 'gains', explain }, query)
  })
  return router
}
