import { z } from '@hono/zod-openapi'
import { flagQuery, pageQuery, uuidParam } from '../http/query.ts'

const filename = z
  .string()
  .min(1)
  .max(255)
  .openapi({ description: 'For display and for saving; without any folder', example: 'statement-2026.pdf' })
const description = z.string().max(500)

export const Upload = z
  .object({
    id: z.uuid().openapi({ example: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' }),
    filename,
    content_type: z.string().openapi({ description: 'By its bytes', example: 'application/pdf' }),
    size: z.int().openapi({ description: 'In bytes', example: 48_213 }),
    sha256: z.string().openapi({
      description: 'Of the bytes, lower-case hex',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
    description: description.nullable().openapi({ example: 'Yearly statement' }),
    url: z.string().openapi({
      description: 'Path of the content on this host',
      example: '/api/v1/uploads/file/0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11',
    }),
    uploaded_by: z.int().openapi({ description: 'User id', example: 1 }),
    created_at: z.iso.datetime().openapi({ example: '2026-06-30T09:15:00.000Z' }),
    updated_at: z.iso.datetime().openapi({ example: '2026-06-30T09:15:00.000Z' }),
  })
  .openapi('Upload')

const byteCount = (description: string, example: number) => z.int().openapi({ description, example })

export const UploadUsage = z
  .object({
    used: byteCount('So far', 1_204_224),
    quota: byteCount('At most', 1_073_741_824),
    largest: byteCount('One file', 26_214_400),
  })
  .openapi('UploadUsage')

export const ChangeUploadRequest = z
  .strictObject({
    filename: filename.optional(),
    description: description
      .nullable()
      .optional()
      .openapi({ description: 'At most 500 characters; null clears it', example: 'Yearly statement' }),
  })
  .openapi('ChangeUploadRequest')

export const UploadParams = z.object({ id: uuidParam('id', 'Upload') })

export const ListUploadsQuery = z.strictObject({ all: flagQuery('Those of every user; superusers only'), ...pageQuery })

export const UploadContentQuery = z.strictObject({ download: flagQuery('Always as a download, never shown inline') })

const pluginType = z
  .enum(['brim', 'fx', 'assets'])
  .openapi('PluginType', { param: { name: 'type', in: 'path' }, description: 'Kind of plugin', example: 'brim' })
const segment = (name: string, example: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .openapi({ param: { name, in: 'path' }, description: 'Code of the plugin and name of its file', example })

export const PluginAssetQuery = z.strictObject({
  v: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: 'As `icon_url` has it: another one for other bytes', example: '1a2b3c4d' }),
})

export const PluginAssetParams = z.object({ type: pluginType, path: segment('path', 'degiro/icon.svg') })

export const PluginAssetParts = z.object({
  type: pluginType,
  plugin: segment('plugin', 'degiro'),
  asset: segment('asset', 'icon.svg'),
})
