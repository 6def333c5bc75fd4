import { z } from '@hono/zod-openapi'
import { userRoute } from '../auth/guard.ts'
import { expectedRevision, revisionTag } from '../http/etag.ts'
import { setLocation } from '../http/location.ts'
import { empty, file, json, jsonBody, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { sendStored } from '../http/stored-file.ts'
import { Asset, AssetCreate, AssetParams, AssetPatch, AssetQuery } from './schema.ts'
import { changeAsset, createAsset, deleteAsset, getAsset, listAssets, openAssetIcon } from './service.ts'
import { inputOf, toWire } from './wire.ts'

const tags = ['assets']

const listAssetsRoute = userRoute({
  operationId: 'listAssets',
  tags,
  method: 'get',
  path: '/assets',
  summary: 'List the catalogue of assets',
  description:
    'The same for every user, by symbol. Follow the `Link` header for the next page. `held=true` narrows it to what your own brokers hold.',
  request: { query: AssetQuery },
  responses: { 200: json(z.array(Asset), 'The assets'), ...problems(422) },
})

const createAssetRoute = userRoute({
  operationId: 'createAsset',
  tags,
  method: 'post',
  path: '/assets',
  summary: 'Add an asset to the catalogue',
  description:
    'All users share the catalogue. `asset/exists` (409) with the `id` of the asset that has this ISIN, currency and exchange; the same ISIN in another currency or at another exchange is another asset. `asset/creation-restricted` (403) where the setting `shared_data` leaves it to superusers.',
  request: { body: jsonBody(AssetCreate) },
  responses: { 201: json(Asset, 'The new asset'), ...problems(400, 403, 409, 415, 422) },
})

const getAssetRoute = userRoute({
  operationId: 'getAsset',
  tags,
  method: 'get',
  path: '/assets/{id}',
  summary: 'Read one asset',
  description: 'Answers an `ETag` for `If-Match`.',
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
    'JSON merge patch, for who added it and superusers. `price_quantity` stays as it is while a transaction says a price of the asset (`asset/price-quantity`, 409): recorded prices would mean other amounts. `currency` may change: transactions keep theirs. `If-Match` is honoured.',
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
    'For who added it and superusers. `asset/in-use` (409) while a transaction of any user names it: archive it, or merge it into another. `If-Match` is honoured.',
  request: { params: AssetParams },
  responses: { 204: empty('Removed'), ...problems(403, 404, 409, 412) },
})

const assetIconRoute = userRoute({
  operationId: 'getAssetIcon',
  tags,
  method: 'get',
  path: '/assets/{id}/icon',
  summary: "An asset's icon",
  description: 'The uploaded image, for every user. `asset/no-icon` (404) without one. `If-None-Match` is honoured.',
  request: { params: AssetParams },
  responses: { 200: file('The image', 'image/*'), 304: empty('Not changed'), ...problems(404) },
})

export function assetRoutes() {
  const router = createRouter()
  router.openapi(listAssetsRoute, (c) => {
    const { cursor, limit = DEFAULT_LIMIT, count = false, held = false, archived = false, ...filter } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string', 'number'])
    const { assets, next, total } = listAssets(c.var.ctx, { ...filter, held, archived }, { limit, after }, count)
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    return c.json(
      assets.map((asset) => toWire(c, asset)),
      200,
    )
  })
  router.openapi(createAssetRoute, async (c) => {
    const { symbol, name, type, currency, ...rest } = c.req.valid('json')
    const asset = await createAsset(c.var.ctx, { ...inputOf(rest), symbol, name, type, currency })
    setLocation(c, `/assets/${asset.id}`)
    c.header('ETag', revisionTag(asset.revision))
    return c.json(toWire(c, asset), 201)
  })
  router.openapi(getAssetRoute, (c) => {
    const asset = getAsset(c.var.ctx, c.req.valid('param').id)
    c.header('ETag', revisionTag(asset.revision))
    return c.json(toWire(c, asset), 200)
  })
  router.openapi(changeAssetRoute, async (c) => {
    const asset = await changeAsset(c.var.ctx, {
      id: c.req.valid('param').id,
      revision: expectedRevision(c),
      change: inputOf(c.req.valid('json')),
    })
    c.header('ETag', revisionTag(asset.revision))
    return c.json(toWire(c, asset), 200)
  })
  router.openapi(deleteAssetRoute, async (c) => {
    await deleteAsset(c.var.ctx, { id: c.req.valid('param').id, revision: expectedRevision(c) })
    return c.body(null, 204)
  })
  router.openapi(assetIconRoute, async (c) => sendStored(c, await openAssetIcon(c.var.ctx, c.req.valid('param').id)))
  return router
}
