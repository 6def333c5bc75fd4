import { z } from '@hono/zod-openapi'
import { expectedRevision, revisionTag } from '../http/etag.ts'
import { setLocation } from '../http/location.ts'
import { empty, file, json, jsonBody, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter, type HttpContext } from '../http/route.ts'
import { sendStored } from '../http/stored-file.ts'
import { userRoute } from '../session/guard.ts'
import { Asset, AssetCreate, AssetParams, AssetPatch, AssetQuery } from './schema.ts'
import {
  type Asset as CatalogueAsset,
  changeAsset,
  createAsset,
  deleteAsset,
  getAsset,
  listAssets,
  openAssetIcon,
  shownTo,
} from './service.ts'
import { inputOf, toWire } from './wire.ts'

const tags = ['assets']

const listAssetsRoute = userRoute({
  operationId: 'listAssets',
  tags,
  method: 'get',
  path: '/assets',
  summary: 'List the assets that you know',
  description:
    'By symbol: those that brokers of yours use, those that you added while nobody uses them, and those that are verified. What only strangers use is not among them; with the setting `shared_data` other than `stake` all are. Follow the `Link` header for the next page. `held=true` narrows it to what your own brokers hold. `all=true` is for superusers (`asset/all-restricted`, 403).',
  request: { query: AssetQuery },
  responses: { 200: json(z.array(Asset), 'The assets'), ...problems(403, 422) },
})

const createAssetRoute = userRoute({
  operationId: 'createAsset',
  tags,
  method: 'post',
  path: '/assets',
  summary: 'Add an asset',
  description:
    "It is yours to write until others use it; strangers' imports never link to it unless a superuser verifies it. `asset/exists` (409) with the `id` of the asset that has this ISIN, currency and exchange, among those that you know (see GET /assets); the same ISIN in another currency or at another exchange is another asset. `asset/creation-restricted` (403) where the setting `shared_data` leaves it to superusers.",
  request: { body: jsonBody(AssetCreate) },
  responses: { 201: json(Asset, 'The new asset'), ...problems(400, 403, 409, 415, 422) },
})

const getAssetRoute = userRoute({
  operationId: 'getAsset',
  tags,
  method: 'get',
  path: '/assets/{id}',
  summary: 'Read one asset',
  description:
    'Also of one that nobody uses yet, whoever added it: you may book on it, and it is yours from then on. What is not verified and only strangers use is not there (404). Answers an `ETag` for `If-Match`.',
  request: { params: AssetParams },
  responses: { 200: json(Asset, 'The asset'), ...problems(404) },
})

const changeAssetRoute = userRoute({
  operationId: 'changeAsset',
  tags,
  method: 'patch',
  path: '/assets/{id}',
  summary: 'Change an asset',
  description:
    'JSON merge patch. For an EDITOR of every broker that uses the asset, for who added it while nobody uses it, and for superusers, who alone write what is verified and set `verified` (`asset/not-yours`, `asset/verify-restricted`, 403); see the setting `shared_data`. `price_quantity` stays as it is while a transaction says a price of the asset (`asset/price-quantity`, 409): recorded prices would mean other amounts. `currency` may change: transactions keep theirs. `If-Match` is honoured.',
  request: { params: AssetParams, body: jsonBody(AssetPatch) },
  responses: { 200: json(Asset, 'The asset'), ...problems(400, 403, 404, 409, 412, 415, 422) },
})

const deleteAssetRoute = userRoute({
  operationId: 'deleteAsset',
  tags,
  method: 'delete',
  path: '/assets/{id}',
  summary: 'Remove an asset',
  description:
    'For whom PATCH is. `asset/in-use` (409) while a transaction of any user names it: archive it, or merge it into another. `If-Match` is honoured.',
  request: { params: AssetParams },
  responses: { 204: empty('Removed'), ...problems(403, 404, 409, 412) },
})

const assetIconRoute = userRoute({
  operationId: 'getAssetIcon',
  tags,
  method: 'get',
  path: '/assets/{id}/icon',
  summary: "An asset's icon",
  description:
    'The uploaded image, for whoever may read the asset. `asset/no-icon` (404) without one. `If-None-Match` is honoured.',
  request: { params: AssetParams },
  responses: { 200: file('The image', 'image/*'), 304: empty('Not changed'), ...problems(404) },
})

export function assetRoutes() {
  const router = createRouter()
  router.openapi(listAssetsRoute, async (c) => {
    const {
      cursor,
      limit = DEFAULT_LIMIT,
      count = false,
      held = false,
      unsourced = false,
      archived = false,
      asset_ids: assetIds,
      ...filter
    } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'number'])
    const { assets, next, total } = await listAssets(
      c.var.ctx,
      { ...filter, assetIds, held, unsourced, archived },
      { limit, after },
      count,
    )
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    return c.json(
      (await shownTo(c.var.ctx, assets)).map((asset) => toWire(c, asset)),
      200,
    )
  })
  router.openapi(createAssetRoute, async (c) => {
    const { symbol, name, type, currency, ...rest } = c.req.valid('json')
    const asset = await createAsset(c.var.ctx, { ...inputOf(rest), symbol, name, type, currency })
    setLocation(c, `/assets/${asset.id}`)
    return await answer(c, asset, 201)
  })
  router.openapi(getAssetRoute, async (c) => {
    return await answer(c, await getAsset(c.var.ctx, c.req.valid('param').id), 200)
  })
  router.openapi(changeAssetRoute, async (c) => {
    const { verified, ...change } = c.req.valid('json')
    const id = { id: c.req.valid('param').id, revision: expectedRevision(c) }
    const asset = await changeAsset(c.var.ctx, { ...id, change: inputOf(change), verified })
    return await answer(c, asset, 200)
  })
  router.openapi(deleteAssetRoute, async (c) => {
    await deleteAsset(c.var.ctx, { id: c.req.valid('param').id, revision: expectedRevision(c) })
    return c.body(null, 204)
  })
  router.openapi(assetIconRoute, async (c) => sendStored(c, await openAssetIcon(c.var.ctx, c.req.valid('param').id)))
  return router
}

async function answer<S extends 200 | 201>(c: HttpContext, asset: CatalogueAsset, status: S) {
  c.header('ETag', revisionTag(asset.revision))
  const [shown = asset] = await shownTo(c.var.ctx, [asset])
  return c.json(toWire(c, shown), status)
}
