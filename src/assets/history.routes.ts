import { z } from '@hono/zod-openapi'
import { json, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { AssetChange, HistoryParams, HistoryQuery } from './history.schema.ts'
import { type Change, listAssetHistory } from './history.ts'

const listAssetHistoryRoute = userRoute({
  operationId: 'listAssetHistory',
  tags: ['assets'],
  method: 'get',
  path: '/assets/{id}/history',
  summary: 'List who changed an asset',
  description:
    'Its fields, closes, events, price source and what was merged into it, newest first; what providers fetch is not among it. Closes that were entered or removed together are one entry with their number and days. For whoever may read the asset; users who share no broker with you are not named. Follow the `Link` header for the next page.',
  request: { params: HistoryParams, query: HistoryQuery },
  responses: { 200: json(z.array(AssetChange), 'The changes'), ...problems(404, 422) },
})

export function historyRoutes() {
  const router = createRouter()
  router.openapi(listAssetHistoryRoute, async (c) => {
    const { cursor, limit = DEFAULT_LIMIT } = c.req.valid('query')
    const before = cursor === undefined ? undefined : decodeCursor(cursor, ['number'])[0]
    const { changes, next } = await listAssetHistory(c.var.ctx, c.req.valid('param').id, { before, limit })
    setPageHeaders(c, { nextCursor: next === null ? null : encodeCursor([next]) })
    return c.json(changes.map(changeToWire), 200)
  })
  return router
}

function changeToWire({ userId, firstDay, lastDay, mergedFrom, ...rest }: Change): z.infer<typeof AssetChange> {
  return { ...rest, user_id: userId, from: firstDay, to: lastDay, merged_from: mergedFrom }
}
