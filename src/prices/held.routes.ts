import { z } from '@hono/zod-openapi'
import { json, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { HeldGapQuery, HeldPriceGap, HeldSuspectPrice, HeldSuspectQuery } from './held.schema.ts'
import { listHeldPriceGaps, listHeldSuspectPrices } from './held.ts'
import { DEFAULT_GAP_DAYS } from './schema.ts'
import { suspectToWire } from './wire.ts'

const tags = ['assets']

const listHeldPriceGapsRoute = userRoute({
  operationId: 'listHeldPriceGaps',
  'x-cost': 'heavy',
  tags,
  method: 'get',
  path: '/assets/prices/gaps',
  summary: 'List where prices of what you hold are missing',
  description:
    'For every asset that the brokers hold which you have included: the same as `listPriceGaps`, by asset, oldest first. An asset without any price has no gap unless `from` is given. Follow the `Link` header for the next page.',
  request: { query: HeldGapQuery },
  responses: { 200: json(z.array(HeldPriceGap), 'The gaps'), ...problems(422) },
})

const listHeldSuspectPricesRoute = userRoute({
  operationId: 'listHeldSuspectPrices',
  tags,
  method: 'get',
  path: '/assets/prices/suspects',
  summary: 'List prices of what you hold that were held back',
  description:
    'For every asset that the brokers hold which you have included: the same as `listSuspectPrices`, newest day first. Follow the `Link` header for the next page.',
  request: { query: HeldSuspectQuery },
  responses: { 200: json(z.array(HeldSuspectPrice), 'What was held back'), ...problems(422) },
})

export function heldPriceRoutes() {
  const router = createRouter()
  router.openapi(listHeldPriceGapsRoute, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, count = false, days = DEFAULT_GAP_DAYS, asset_ids, ...range } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['number', 'string'])
    const page = await listHeldPriceGaps(c.var.ctx, { ...range, days, assetIds: asset_ids }, { limit, after, count })
    setPageHeaders(c, { nextCursor: page.next === null ? null : encodeCursor(page.next), total: page.total })
    return c.json([...page.rows], 200)
  })
  router.openapi(listHeldSuspectPricesRoute, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, count = false, asset_ids } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'number'])
    const page = await listHeldSuspectPrices(c.var.ctx, { assetIds: asset_ids }, { limit, after, count })
    setPageHeaders(c, { nextCursor: page.next === null ? null : encodeCursor(page.next), total: page.total })
    return c.json(
      page.rows.map(({ asset, ...suspect }) => ({ asset, ...suspectToWire(suspect) })),
      200,
    )
  })
  return router
}
