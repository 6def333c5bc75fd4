import { problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerReport, report } from '../answer.ts'
import { explainedOf } from '../explain/schema.ts'
import { CashFlowsReport, CostsReport, IncomeReport, StatementQuery } from './schema.ts'

const tags = ['portfolio']
const SUMS =
  'Each amount is converted at the rate of its day, or at the one that the broker booked; every total is the sum of its rows.'

const getIncomeRoute = userRoute({
  operationId: 'getIncome',
  tags,
  method: 'get',
  path: '/portfolio/income',
  summary: 'Dividends and interest',
  description: `Payments of a range, per month and asset, and what the next twelve months may bring. In kind they count by the market value of the day. ${SUMS}`,
  request: { query: StatementQuery },
  responses: { 200: report(IncomeReport, 'The income'), ...problems(422, 503) },
})

const getCashFlowsRoute = userRoute({
  operationId: 'getCashFlows',
  tags,
  method: 'get',
  path: '/portfolio/cash-flows',
  summary: 'What came in and went out',
  description: `Deposits, withdrawals, transfers from and to outside and gifts; units at their market value, before fees. Their sum is \`net_flows\` of the performance. ${SUMS}`,
  request: { query: StatementQuery },
  responses: { 200: report(CashFlowsReport, 'The flows'), ...problems(422, 503) },
})

const getCostsRoute = userRoute({
  operationId: 'getCosts',
  tags,
  method: 'get',
  path: '/portfolio/costs',
  summary: 'Fees and taxes',
  description: `Those of trades, those withheld from income, and those booked on their own; refunds are negative. ${SUMS}`,
  request: { query: StatementQuery },
  responses: { 200: report(CostsReport, 'The costs'), ...problems(422, 503) },
})

export function incomeRoutes() {
  const router = createRouter()
  router.openapi(getIncomeRoute, (c) => {
    const { explain, query } = explainedOf(c.req.valid('query'))
    return answerReport(c, { name: 'income', explain }, query)
  })
  return router
}

export function cashFlowAndCostRoutes() {
  const router = createRouter()
  router.openapi(getCashFlowsRoute, (c) => {
    const { explain, query } = explainedOf(c.req.valid('query'))
    return answerReport(c, { name: 'cash-flows', explain }, query)
  })
  router.openapi(getCostsRoute, (c) => {
    const { explain, query } = explainedOf(c.req.valid('query'))
    return answerReport(c, { name: 'costs', explain }, query)
  })
  return router
}
