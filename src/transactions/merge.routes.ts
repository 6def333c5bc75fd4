import { Asset } from '../assets/schema.ts'
import { toWire } from '../assets/wire.ts'
import { userRoute } from '../auth/guard.ts'
import { revisionTag } from '../http/etag.ts'
import { json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { MergeParams, MergeRequest } from './merge.schema.ts'
import { mergeAssets } from './merge.ts'

const mergeAssetsRoute = userRoute({
  operationId: 'mergeAssets',
  tags: ['assets'],
  method: 'post',
  path: '/assets/{id}/merge',
  summary: 'Merge an asset into another',
  description:
    'Every transaction of the asset, at all brokers of all users, becomes one of `into`; balances follow. The asset is removed; its identifiers, and its symbol as a ticker, go to `into`. For who added the vanishing asset and superusers. There is no way back but a backup. `asset/price-quantity` (409) when the two have prices for different quantities and transactions say prices.',
  request: { params: MergeParams, body: jsonBody(MergeRequest) },
  responses: { 200: json(Asset, 'The asset that stays'), ...problems(400, 403, 404, 409, 415, 422) },
})

export function mergeRoutes() {
  const router = createRouter()
  router.openapi(mergeAssetsRoute, async (c) => {
    const asset = await mergeAssets(c.var.ctx, { id: c.req.valid('param').id, into: c.req.valid('json').into })
    c.header('ETag', revisionTag(asset.revision))
    return c.json(toWire(c, asset), 200)
  })
  return router
}
