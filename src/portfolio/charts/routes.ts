import type { z } from '@hono/zod-openapi'
import { empty, file, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { answerPng, answerSvg } from './answer.ts'
import { AllocationChartQuery, BookingsChartQuery, PerformanceChartQuery, ValueChartQuery } from './schema.ts'

const LOOK = 'The picture says how many warnings there are, or that there is nothing to show. Has an `ETag`.'
const SVG = 'As SVG: letters are those of who looks at it.'
const PNG = 'As PNG; languages in other scripts are written in English.'

/** What a chart is called and shows, for its two operations. */
type Subject<P extends string, Q> = {
  readonly operationId: string
  readonly path: P
  readonly summary: string
  readonly description: string
  readonly query: Q
}

function svgRoute<P extends string, Q extends z.ZodObject>({ query, description, ...subject }: Subject<P, Q>) {
  return userRoute({
    ...subject,
    tags: ['portfolio'],
    method: 'get',
    description: `${description} ${SVG} ${LOOK}`,
    request: { query },
    responses: { 200: file('The picture', 'image/svg+xml'), 304: empty('Not changed'), ...problems(422, 503) },
  })
}

function pngRoute<P extends string, Q extends z.ZodObject>({ query, description, ...subject }: Subject<P, Q>) {
  return userRoute({
    ...subject,
    tags: ['portfolio'],
    method: 'get',
    description: `${description} ${PNG} ${LOOK}`,
    request: { query },
    responses: { 200: file('The picture', 'image/png'), 304: empty('Not changed'), ...problems(422, 503) },
  })
}

const HISTORY = {
  summary: 'Value over time, drawn',
  description:
    'Value at the end of each day, made of holdings and cash, and the money that was put in: the value at the start and what came in net since. The figures of `GET /portfolio/history`: daily, weekly or monthly, as the width shows them.',
  query: ValueChartQuery,
}
const PERFORMANCE = {
  summary: 'Returns over time, drawn',
  description:
    'The daily returns linked since the start of the range (TWR), and the change of a benchmark. The figures of `GET /portfolio/performance`.',
  query: PerformanceChartQuery,
}
const DRAWDOWN = {
  summary: 'Falls below the peak, drawn',
  description:
    'How far the linked returns stood below their highest point so far, with `max_drawdown` of `GET /portfolio/performance`.',
  query: ValueChartQuery,
}
const ALLOCATION = {
  summary: 'What the value consists of, drawn',
  description:
    'A bar for each slice of `GET /portfolio/allocation`, largest first; where there is no room for all, the smallest are drawn as one.',
  query: AllocationChartQuery,
}
const INCOME = {
  summary: 'Dividends and interest, drawn',
  description:
    'Per month, or per year where months have no room: net, tax and fees on top of each other make the gross of `GET /portfolio/income`.',
  query: BookingsChartQuery,
}
const GAINS = {
  summary: 'Realised gains per year, drawn',
  description: '`totals.by_year` of `GET /portfolio/gains`.',
  query: BookingsChartQuery,
}

const getHistorySvgRoute = svgRoute({ operationId: 'getHistorySvg', path: '/portfolio/charts/history.svg', ...HISTORY })
const getHistoryPngRoute = pngRoute({ operationId: 'getHistoryPng', path: '/portfolio/charts/history.png', ...HISTORY })
const getPerformanceSvgRoute = svgRoute({
  operationId: 'getPerformanceSvg',
  path: '/portfolio/charts/performance.svg',
  ...PERFORMANCE,
})
const getPerformancePngRoute = pngRoute({
  operationId: 'getPerformancePng',
  path: '/portfolio/charts/performance.png',
  ...PERFORMANCE,
})
const getDrawdownSvgRoute = svgRoute({ operationId: 'getDrawdownSvg', path: '/portfolio/charts/drawdown.svg', ...DRAWDOWN })
const getDrawdownPngRoute = pngRoute({ operationId: 'getDrawdownPng', path: '/portfolio/charts/drawdown.png', ...DRAWDOWN })
const getAllocationSvgRoute = svgRoute({
  operationId: 'getAllocationSvg',
  path: '/portfolio/charts/allocation.svg',
  ...ALLOCATION,
})
const getAllocationPngRoute = pngRoute({
  operationId: 'getAllocationPng',
  path: '/portfolio/charts/allocation.png',
  ...ALLOCATION,
})
const getIncomeSvgRoute = svgRoute({ operationId: 'getIncomeSvg', path: '/portfolio/charts/income.svg', ...INCOME })
const getIncomePngRoute = pngRoute({ operationId: 'getIncomePng', path: '/portfolio/charts/income.png', ...INCOME })
const getGainsSvgRoute = svgRoute({ operationId: 'getGainsSvg', path: '/portfolio/charts/gains.svg', ...GAINS })
const getGainsPngRoute = pngRoute({ operationId: 'getGainsPng', path: '/portfolio/charts/gains.png', ...GAINS })

/** Reports as pictures. */
export function chartRoutes() {
  const router = createRouter()
  router.openapi(getHistorySvgRoute, (c) => answerSvg(c, { name: 'history' }, c.req.valid('query')))
  router.openapi(getHistoryPngRoute, (c) => answerPng(c, { name: 'history' }, c.req.valid('query')))
  router.openapi(getPerformanceSvgRoute, (c) => {
    const { benchmark = null, ...query } = c.req.valid('query')
    return answerSvg(c, { name: 'performance', benchmark }, query)
  })
  router.openapi(getPerformancePngRoute, (c) => {
    const { benchmark = null, ...query } = c.req.valid('query')
    return answerPng(c, { name: 'performance', benchmark }, query)
  })
  router.openapi(getDrawdownSvgRoute, (c) => answerSvg(c, { name: 'drawdown' }, c.req.valid('query')))
  router.openapi(getDrawdownPngRoute, (c) => answerPng(c, { name: 'drawdown' }, c.req.valid('query')))
  router.openapi(getAllocationSvgRoute, (c) => {
    const { by = 'asset', ...query } = c.req.valid('query')
    return answerSvg(c, { name: 'allocation', by }, query)
  })
  router.openapi(getAllocationPngRoute, (c) => {
    const { by = 'asset', ...query } = c.req.valid('query')
    return answerPng(c, { name: 'allocation', by }, query)
  })
  router.openapi(getIncomeSvgRoute, (c) => answerSvg(c, { name: 'income' }, c.req.valid('query')))
  router.openapi(getIncomePngRoute, (c) => answerPng(c, { name: 'income' }, c.req.valid('query')))
  router.openapi(getGainsSvgRoute, (c) => answerSvg(c, { name: 'gains' }, c.req.valid('query')))
  router.openapi(getGainsPngRoute, (c) => answerPng(c, { name: 'gains' }, c.req.valid('query')))
  return router
}
