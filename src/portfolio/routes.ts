import { problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { answerReport, report } from './answer.ts'
import { breakdownRoutes } from './breakdown/routes.ts'
import { GainsQuery, GainsReport } from './gains/schema.ts'
import { HoldingsQuery, HoldingsReport } from './holdings/schema.ts'
import { statementRoutes } from './income-and-costs/routes.ts'
import { HistoryQuery, HistoryReport, PerformanceQuery, PerformanceReport } from './performance/schema.ts'

const tags = ['portfolio']

const VALUE =
  'The value at the end of a day is the sum of quantity x last known close x exchange rate, and cash. Without a close the last trade price stands in, flagged `price_source: trade`. Nothing is valued at zero in silence: `warnings` lists every price or rate that is missing or stale, with the days on which it mattered.'

const getHoldingsRoute = userRoute({
  operationId: 'getHoldings',
  tags,
  method: 'get',
  path: '/portfolio/holdings',
  summary: 'What is held, and what it earned',
  description: `Per asset over all brokers, at the end of a day. ${VALUE} Cost basis includes buying fees and taxes and uses the rate of the day of acquisition. Closed holdings are left out.`,
  request: { query: HoldingsQuery },
  responses: { 200: report(HoldingsReport, 'The holdings'), ...problems(422, 503) },
})

const getHistoryRoute = userRoute({
  operationId: 'getHistory',
  tags,
  method: 'get',
  path: '/portfolio/history',
  summary: 'Value over time',
  description: `Value, cash, holdings, flows and time-weighted return, day by day or less often. ${VALUE}`,
  request: { query: HistoryQuery },
  responses: { 200: report(HistoryReport, 'The points'), ...problems(422, 503) },
})

const getPerformanceRoute = userRoute({
  operationId: 'getPerformance',
  tags,
  method: 'get',
  path: '/portfolio/performance',
  summary: 'Returns and risk of a range of days',
  description: `start_value + net_flows + gain.total = end_value, to the last digit. The return of a day is (value at its end + outflows) / (value at its begin + inflows) - 1: money comes in at the start of a day and goes out at its end. TWR links the days; days with nothing invested count as 0. MWR is the yearly rate at which the present value of all flows and of both values is zero, act/365; null with a reason where there is none or more than one. ${VALUE}`,
  request: { query: PerformanceQuery },
  responses: { 200: report(PerformanceReport, 'The performance'), ...problems(422, 503) },
})

const getGainsRoute = userRoute({
  operationId: 'getGains',
  tags,
  method: 'get',
  path: '/portfolio/gains',
  summary: 'Realised gains, per disposal and lot',
  description:
    'What was sold from `from` to `to`, with the lots that it was taken from. Cost includes buying fees and taxes and uses the rate of the day of acquisition; proceeds are net of selling ones and use the rate of the day of sale; where the broker booked a rate, that one. `price_gain` + `currency_gain` = `gain` (both null without a rate of either day), and every total is the sum of its rows. With `S104` what was bought in the 30 days after `to` counts for what was sold before.',
  request: { query: GainsQuery },
  responses: { 200: report(GainsReport, 'The gains'), ...problems(422, 503) },
})

export function portfolioRoutes() {
  const router = createRouter()
  router.openapi(getGainsRoute, (c) => {
    const { explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'gains', explain }, query)
  })
  router.openapi(getHoldingsRoute, (c) => {
    const { lots = false, explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'holdings', lots, explain }, query)
  })
  router.openapi(getHistoryRoute, (c) => {
    const { interval = 'daily', explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'history', interval, explain }, query)
  })
  router.openapi(getPerformanceRoute, (c) => {
    const { benchmark = null, explain = false, ...query } = c.req.valid('query')
    return answerReport(c, { name: 'performance', benchmark, explain }, query)
  })
  router.route('/', breakdownRoutes())
  router.route('/', statementRoutes())
  return router
}
