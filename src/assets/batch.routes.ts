import { json, jsonBody, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { AssetBatch, AssetBatchQuery, AssetBatchResult } from './batch.schema.ts'
import { changeAssets } from './batch.ts'
import { shownTo } from './service.ts'
import { inputOf, toWire } from './wire.ts'

const changeAssetsRoute = userRoute({
  operationId: 'changeAssets',
  'x-cost': 'heavy',
  tags: ['assets'],
  method: 'patch',
  path: '/assets/batch',
  summary: 'Change many assets, all or nothing',
  description:
    'Up to 1,000 items, each with the fields and for whom `PATCH /assets/{id}` is. A fault names its item (`/3/price_source/identifier`) and nothing is stored: with the code of the single change where all items have the same one, else `asset/batch-refused` (409).',
  request: { query: AssetBatchQuery, body: jsonBody(AssetBatch, { kib: 4 * 1024, values: 200_000 }) },
  responses: { 200: json(AssetBatchResult, 'What was done'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

export function assetBatchRoutes() {
  const router = createRouter()
  router.openapi(changeAssetsRoute, async (c) => {
    const dryRun = c.req.valid('query').dry_run ?? false
    const items = c.req.valid('json').map(({ id, revision, verified, ...change }) => {
      return { id, revision, verified, change: inputOf(change) }
    })
    const done = await changeAssets(c.var.ctx, items, dryRun)
    const shown = await shownTo(
      c.var.ctx,
      done.map(({ asset }) => asset),
    )
    const answers = shown.map((asset, index) => {
      return { id: asset.id, fields: [...(done[index]?.fields ?? [])], asset: toWire(c, asset) }
    })
    return c.json({ items: answers, dry_run: dryRun }, 200)
  })
  return router
}
