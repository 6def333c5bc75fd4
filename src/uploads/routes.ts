import { z } from '@hono/zod-openapi'
import { notModified } from '../http/etag.ts'
import { setLocation } from '../http/location.ts'
import { readMultipart } from '../http/multipart.ts'
import { empty, file, json, jsonBody, multipart, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter, type HttpContext } from '../http/route.ts'
import { FILE_POLICY, sendStored } from '../http/stored-file.ts'
import { userRoute } from '../session/guard.ts'
import { CONTENT_TYPES } from './file-kinds.ts'
import { receiveFile } from './file-store.service.ts'
import { findPluginAsset, type PluginAsset } from './plugin-assets.service.ts'
import {
  ChangeUploadRequest,
  ListUploadsQuery,
  PluginAssetParams,
  PluginAssetParts,
  PluginAssetQuery,
  UploadContentQuery,
  Upload as UploadOnWire,
  UploadParams,
  UploadUsage,
} from './schema.ts'
import {
  createUpload,
  deleteUpload,
  downloadUpload,
  fileAllowance,
  getUpload,
  listUploads,
  type Upload,
  updateUpload,
} from './service.ts'
import { readUsage } from './usage.service.ts'

const listUploadsRoute = userRoute({
  operationId: 'listUploads',
  tags: ['uploads'],
  method: 'get',
  path: '/uploads',
  summary: 'List your files',
  description: 'Newest first.',
  request: { query: ListUploadsQuery },
  responses: { 200: json(z.array(UploadOnWire), 'The files'), ...problems(403, 422) },
})

const createUploadRoute = userRoute({
  operationId: 'createUpload',
  tags: ['uploads'],
  method: 'post',
  path: '/uploads',
  summary: 'Upload a file',
  description:
    'PNG JPEG GIF WebP AVIF SVG PDF CSV TSV TXT JSON XML XLSX ODS ZIP, recognised by the bytes. 415 `upload/executable` for programs, scripts and pages, `upload/type-mismatch` where name or declared type differ, `upload/type-unsupported`. 413 `upload/too-large`, `upload/quota`: settings `upload_max_mb`, `storage_quota_mb_per_user`.',
  request: {
    body: multipart(
      {
        file: { type: 'string', format: 'binary', description: 'The file, with its name' },
        description: { type: 'string', maxLength: 500, description: 'At most 500 characters' },
      },
      ['file'],
    ),
  },
  responses: { 201: json(UploadOnWire, 'The stored file'), ...problems(400, 413, 415, 422, 507) },
})

const uploadUsageRoute = userRoute({
  operationId: 'getUploadUsage',
  tags: ['uploads'],
  method: 'get',
  path: '/uploads/usage',
  summary: 'Your room for files',
  description: 'Files and reports together, in bytes.',
  responses: { 200: json(UploadUsage, 'Room') },
})

const getUploadRoute = userRoute({
  operationId: 'getUpload',
  tags: ['uploads'],
  method: 'get',
  path: '/uploads/{id}',
  summary: 'Read what is known of a file',
  description: 'The files of others are `upload/not-found` (404).',
  request: { params: UploadParams },
  responses: { 200: json(UploadOnWire, 'The file'), ...problems(404) },
})

const updateUploadRoute = userRoute({
  operationId: 'updateUpload',
  tags: ['uploads'],
  method: 'patch',
  path: '/uploads/{id}',
  summary: 'Rename or describe a file',
  description: 'A new name must have an extension of its type (`upload/filename`, 422).',
  request: { params: UploadParams, body: jsonBody(ChangeUploadRequest) },
  responses: { 200: json(UploadOnWire, 'The file'), ...problems(404, 422) },
})

const deleteUploadRoute = userRoute({
  operationId: 'deleteUpload',
  tags: ['uploads'],
  method: 'delete',
  path: '/uploads/{id}',
  summary: 'Delete a file for good',
  description: '`upload/in-use` (409) while it is the icon of a broker or an asset.',
  request: { params: UploadParams },
  responses: { 204: empty('It is gone'), ...problems(404, 409) },
})

const getUploadContentRoute = userRoute({
  operationId: 'getUploadContent',
  tags: ['uploads'],
  method: 'get',
  path: '/uploads/file/{id}',
  summary: 'The bytes of a file',
  description:
    'Images and PDF inline, else as attachment. One `Range`, `If-Range` and `If-None-Match` are honoured; the ETag is the SHA-256. No script in it runs in this origin.',
  request: { params: UploadParams, query: UploadContentQuery },
  responses: {
    200: file('The bytes', ...CONTENT_TYPES),
    206: file('The bytes of the range', ...CONTENT_TYPES),
    304: empty('You have it already'),
    ...problems(404, 416, 422),
  },
})

const pluginAsset = {
  tags: ['uploads'],
  summary: 'A file of a plugin, such as its icon',
  description: '`path` is `<code>/<name>`, its slash also as `%2F`. It never changes under its `icon_url`.',
  responses: { 200: file('The file', 'image/svg+xml'), 304: empty('You have it already'), ...problems(404) },
}

const getPluginAssetRoute = userRoute({
  ...pluginAsset,
  operationId: 'getPluginAsset',
  method: 'get',
  path: '/uploads/plugin/{type}/{path}',
  request: { params: PluginAssetParams, query: PluginAssetQuery },
})

const getPluginAssetByPartsRoute = userRoute({
  ...pluginAsset,
  operationId: 'getPluginAssetByParts',
  method: 'get',
  path: '/uploads/plugin/{type}/{plugin}/{asset}',
  request: { params: PluginAssetParts, query: PluginAssetQuery },
  hide: true,
})

export function uploadRoutes() {
  const router = createRouter()
  router.openapi(listUploadsRoute, async (c) => {
    const { all = false, limit = DEFAULT_LIMIT, cursor, count = false } = c.req.valid('query')
    const before = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string'])
    const { items, next, total } = await listUploads(c.var.ctx, { all, limit, before, count })
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    return c.json(
      items.map((upload) => toWire(c, upload)),
      200,
    )
  })
  router.openapi(createUploadRoute, async (c) => {
    const { ctx } = c.var
    const rules = { ...(await fileAllowance(ctx, 'upload_max_mb')), fields: { description: { maxLength: 500 } } }
    const form = await readMultipart(c, rules, (chunks) => receiveFile(ctx.folders, chunks))
    const upload = await createUpload(ctx, { ...form, description: form.fields['description'] })
    setLocation(c, `/uploads/${upload.id}`)
    return c.json(toWire(c, upload), 201)
  })
  router.openapi(uploadUsageRoute, async (c) => c.json(await readUsage(c.var.ctx), 200))
  router.openapi(getUploadRoute, async (c) => c.json(toWire(c, await getUpload(c.var.ctx, c.req.valid('param').id)), 200))
  router.openapi(updateUploadRoute, async (c) => {
    const { filename, description } = c.req.valid('json')
    return c.json(toWire(c, await updateUpload(c.var.ctx, { ...c.req.valid('param'), filename, description })), 200)
  })
  router.openapi(deleteUploadRoute, async (c) => {
    await deleteUpload(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(getUploadContentRoute, async (c) => {
    const { download = false } = c.req.valid('query')
    return sendStored(c, await downloadUpload(c.var.ctx, { ...c.req.valid('param'), download }))
  })
  router.openapi(getPluginAssetRoute, async (c) => {
    const { type, path } = c.req.valid('param')
    await c.var.ctx.loadPlugins?.()
    return sendAsset(c, findPluginAsset(c.var.ctx, type, path))
  })
  router.openapi(getPluginAssetByPartsRoute, async (c) => {
    const { type, plugin, asset } = c.req.valid('param')
    await c.var.ctx.loadPlugins?.()
    return sendAsset(c, findPluginAsset(c.var.ctx, type, `${plugin}/${asset}`))
  })
  return router
}

function sendAsset(c: HttpContext, asset: PluginAsset): Response {
  const tag = `"${asset.sha256}"`
  c.header('ETag', tag)
  c.header('Cache-Control', 'private, max-age=31536000, immutable')
  c.header('Content-Security-Policy', FILE_POLICY)
  if (notModified(c, tag)) return c.body(null, 304)
  return c.body(asset.text, 200, { 'Content-Type': asset.contentType })
}

function toWire(c: HttpContext, upload: Upload): z.infer<typeof UploadOnWire> {
  return {
    id: upload.id,
    filename: upload.filename,
    content_type: upload.contentType,
    size: upload.size,
    sha256: upload.sha256,
    description: upload.description,
    url: `${c.var.deps.config.basePath}/api/v1/uploads/file/${upload.id}`,
    uploaded_by: upload.uploadedBy,
    created_at: upload.createdAt,
    updated_at: upload.updatedAt,
  }
}
