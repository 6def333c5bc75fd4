import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { explainedOf } from '../explain/schema.ts'
import { AllocationQuery, AllocationReport } from './schema.ts'

const getAllocationRoute = userRoute({
  operationId: 'getAllocation',
  tags: ['portfolio'],
  method: 'get',
  path: '/portfolio/allocation',
  summary: 'What the value consists of',
  description:
    'The value at the end of a day by asset, type, broker, currency, country or sector; largest first. An asset with parts in several countries or sectors counts in each; what is not said is `unknown`. The slices add up to the value to the last digit.',
  request: { query: AllocationQuery },
  responses: { 200: report(AllocationReport, 'The allocation'), ...problems(422, 503) },
})

export function allocationRoutes() {
  const router = createRouter()
  router.openapi(getAllocationRoute, (c) => {
    const { by, ...given } = c.req.valid('query')
    const { explain, query } = explainedOf(given)
    return answerReport(c, { name: 'allocation', by, explain }, query)
  })
  return router
}
