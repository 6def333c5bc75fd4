import { z } from '@hono/zod-openapi'

export const OpenApiDocument = z.record(z.string(), z.unknown()).openapi('OpenApiDocument', {
  description: 'OpenAPI 3.1',
  example: { openapi: '3.1.0', info: { title: 'Holdfast' }, paths: {} },
})

export const AssetParams = z.object({
  version: z
    .string()
    .openapi({ param: { name: 'version', in: 'path' }, description: 'Changes with the bytes', example: '2k1x9z' }),
  name: z.string().openapi({ param: { name: 'name', in: 'path' }, description: 'Name of the file', example: 'redoc.js' }),
})
