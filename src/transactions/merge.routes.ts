import { Asset } from '../assets/schema.ts'
import { shownTo } from '../assets/service.ts'
import { toWire } from '../assets/wire.ts'
import { expectedRevision, revisionTag } from '../http/etag.ts'
import { json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { MergeParams, MergeRequest } from './merge.schema.ts'
import { mergeAssets } from './merge.ts'

const mergeAssetsRoute = userRoute({
  operationId: 'mergeAssets',
  'x-cost': 'heavy',
  tags: ['assets'],
  method: 'post',
  path: '/assets/{id}/merge',
  summary: 'Merge an asset into another',
  description:
    'Every transaction of the asset becomes one of `into`; balances follow. The asset is removed; its identifiers, and its symbol as a ticker, go to `into`. For whoever may write both assets: EDITOR at every broker that uses either, or who added one that nobody uses; verified ones are for superusers, who may merge all, at all brokers (`asset/not-yours`, 403). There is no way back but a backup: look first with `dry_run`, which answers the asset as it would be and keeps nothing. Prices and events of the asset go to `into` where that has none of the day. `If-Match` (of the asset that vanishes) is honoured. `asset/price-quantity` (409) when the two have prices for different quantities and transactions say prices.',
  request: { params: MergeParams, body: jsonBody(MergeRequest) },
  responses: { 200: json(Asset, 'The asset that stays'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

export function mergeRoutes() {
  const router = createRouter()
  router.openapi(mergeAssetsRoute, async (c) => {
    const { into, dry_run = false } = c.req.valid('json')
    const { id } = c.req.valid('param')
    const asset = await mergeAssets(c.var.ctx, { id, into, revision: expectedRevision(c), dryRun: dry_run })
    c.header('ETag', revisionTag(asset.revision))
    const [shown = asset] = await shownTo(c.var.ctx, [asset])
    return c.json(toWire(c, shown), 200)
  })
  return router
}
