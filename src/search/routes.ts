import { json, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { DEFAULT_HITS, SearchEverythingQuery, SearchResult } from './schema.ts'
import { search } from './service.ts'
import { toWire } from './wire.ts'

const searchRoute = userRoute({
  operationId: 'search',
  'x-cost': 'heavy',
  tags: ['search'],
  method: 'get',
  path: '/search',
  summary: 'Look for anything',
  description:
    'Assets, brokers, transactions, reports and pages that have every word, whatever letter case and accents; the best first, of equals what is held and the newest. Days (`2024-03-01`, `1.3.2024`, `2024-03`) and amounts (`1,234.56`) find transactions.',
  request: { query: SearchEverythingQuery },
  responses: { 200: json(SearchResult, 'What was found'), ...problems(422) },
})

export function searchRoutes() {
  const router = createRouter()
  router.openapi(searchRoute, async (c) => {
    const { q, kinds, broker_ids, limit = DEFAULT_HITS } = c.req.valid('query')
    return c.json(toWire(await search(c.var.ctx, { q, kinds, brokerIds: broker_ids, limit })), 200)
  })
  return router
}
