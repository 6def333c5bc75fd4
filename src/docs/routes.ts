import type { OpenAPIHono } from '@hono/zod-openapi'
import { notModified } from '../http/etag.ts'
import { empty, json, problems } from '../http/openapi.ts'
import { createRouter, type HttpContext, type HttpEnv, publicRoute } from '../http/route.ts'
import { AssetParams, OpenApiDocument } from './schema.ts'
import { type DescribedApi, readApi, readPage } from './service.ts'
import type { VIEWERS } from './viewers.ts'

const tags = ['docs']

const getOpenApiRoute = publicRoute({
  operationId: 'getOpenApi',
  tags,
  method: 'get',
  path: '/openapi.json',
  summary: 'The OpenAPI document',
  description: 'OpenAPI 3.1, for people and for client generators. Also printed by `holdfast openapi`.',
  responses: { 200: json(OpenApiDocument, 'The document'), 304: empty('You have it already') },
})

const page = (operationId: string, path: '/docs' | '/redoc' | '/scalar', viewer: string) =>
  publicRoute({
    operationId,
    tags,
    method: 'get',
    path,
    summary: `This documentation in ${viewer}`,
    description: 'Works without internet.',
    responses: {
      200: {
        description: 'The page',
        content: { 'text/html': { schema: { type: 'string' as const }, example: '<!doctype html>' } },
      },
    },
  })

const getDocsRoute = page('getSwaggerUi', '/docs', 'Swagger UI, where operations can be tried')
const getRedocRoute = page('getRedoc', '/redoc', 'ReDoc')
const getScalarRoute = page('getScalar', '/scalar', 'Scalar')

const getAssetRoute = publicRoute({
  operationId: 'getDocsAsset',
  tags,
  method: 'get',
  path: '/docs/assets/{version}/{name}',
  summary: 'A file of the documentation pages',
  description: 'Never changes under its address.',
  request: { params: AssetParams },
  responses: {
    200: {
      description: 'The file',
      content: {
        'text/javascript': { schema: { type: 'string' as const } },
        'text/css': { schema: { type: 'string' as const } },
      },
    },
    ...problems(404),
  },
})

/** `rooms` gives the router with every room, which the document describes. */
export function docsRoutes(rooms: () => Promise<OpenAPIHono<HttpEnv>>) {
  const router = createRouter()
  let api: Promise<DescribedApi> | undefined
  router.openapi(getOpenApiRoute, async (c) => {
    const { config } = c.var.deps
    api ??= readApi(rooms, config)
    const { json: text, tag } = await api
    c.header('ETag', tag)
    c.header('Cache-Control', 'no-cache')
    if (notModified(c, tag)) return c.body(null, 304)
    return c.body(text, 200, { 'Content-Type': 'application/json' })
  })
  router.openapi(getDocsRoute, (c) => sendPage(c, 'docs'))
  router.openapi(getRedocRoute, (c) => sendPage(c, 'redoc'))
  router.openapi(getScalarRoute, (c) => sendPage(c, 'scalar'))
  router.openapi(getAssetRoute, (c) => sendAsset(c, c.req.valid('param').name))
  return router
}

async function sendPage(c: HttpContext, viewer: keyof typeof VIEWERS): Promise<Response> {
  const { html, policy } = await readPage(c, viewer)
  c.header('Content-Security-Policy', policy)
  c.header('Cache-Control', 'no-cache')
  return c.html(html)
}

async function sendAsset(c: HttpContext, name: string): Promise<Response> {
  const { findAsset } = await import('./assets.ts')
  const asset = await findAsset(c.var.deps.memory, name)
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  c.header('Vary', 'Accept-Encoding')
  const isPacked = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (isPacked) c.header('Content-Encoding', 'gzip')
  return c.body(isPacked ? await asset.packed() : asset.bytes, 200, { 'Content-Type': asset.contentType })
}
