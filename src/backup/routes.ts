import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { bodyLimits, empty, file, json, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { sendStored } from '../http/stored-file.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import { adminRoute } from '../session/guard.ts'
import { deleteBackup, getArchive, listBackups } from './archives.service.ts'
import { restoreSource } from './restore.answer.ts'
import {
  Backup,
  BackupParams,
  CreatedBackup,
  ListBackupsQuery,
  RestoredBackup,
  RestoreRequest,
  VerifiedBackup,
} from './schema.ts'
import { createBackup, restoreBackup, verifyBackup } from './service.ts'
import { madeToWire, restoredToWire, toWire, verifiedToWire } from './wire.ts'

const TYPE = 'application/octet-stream'

const createBackupRoute = adminRoute({
  operationId: 'createBackup',
  tags: ['backup'],
  method: 'post',
  path: '/backup',
  summary: 'Make a backup',
  description:
    'Superusers only. One archive of everything, all of one moment; it is restored on trial before it counts. Others go on meanwhile.',
  responses: {
    201: json(CreatedBackup, 'The backup'),
    ...longAnswer('create-backup'),
    ...problems(403, 422, 507),
  },
})

const listBackupsRoute = adminRoute({
  operationId: 'listBackups',
  tags: ['backup'],
  method: 'get',
  path: '/backup',
  summary: 'List backups',
  description: 'Superusers only. Newest first.',
  request: { query: ListBackupsQuery },
  responses: { 200: json(z.array(Backup), 'The backups'), ...problems(403, 422) },
})

const getBackupContentRoute = adminRoute({
  operationId: 'getBackupContent',
  tags: ['backup'],
  method: 'get',
  path: '/backup/{id}/content',
  summary: 'Download a backup',
  description: 'Superusers only. Whoever has it has everybody’s data. One `Range` is honoured.',
  request: { params: BackupParams },
  responses: {
    200: file('The archive', TYPE),
    206: file('The bytes of the range', TYPE),
    304: empty('You have it already'),
    ...problems(403, 404, 416),
  },
})

const verifyBackupRoute = adminRoute({
  operationId: 'verifyBackup',
  tags: ['backup'],
  method: 'post',
  path: '/backup/{id}/verify',
  summary: 'Restore a backup on trial',
  description: 'Superusers only. Every hash, the schema, the ledger counted again. 422 says what is wrong. Nothing changes.',
  request: { params: BackupParams },
  responses: {
    200: json(VerifiedBackup, 'All is well'),
    ...longAnswer('verify-backup'),
    ...problems(403, 404, 422, 507),
  },
})

const restoreBackupRoute = adminRoute({
  operationId: 'restoreBackup',
  tags: ['backup'],
  method: 'post',
  path: '/backup/restore',
  summary: 'Restore a backup',
  description:
    'Superusers only, with their password. A form with `password` and `file`, or JSON with the `id` of a backup. First everything is checked: 422 `backup/damaged`, `backup/foreign`, `backup/newer`, `backup/unsafe`, `backup/not-whole`, `backup/passphrase` change nothing. Then its data are all there is: everybody signs in again. The data of before stay in the data folder until the next start.',
  request: {
    body: {
      ...bodyLimits({ kib: 16, values: 100 }),
      required: true,
      content: {
        'application/json': { schema: RestoreRequest },
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            properties: {
              password: { type: 'string' as const, maxLength: 256, description: 'Your own' },
              file: { type: 'string' as const, format: 'binary', description: 'The archive' },
            },
            required: ['password', 'file'],
          },
        },
      },
    },
  },
  responses: {
    200: json(RestoredBackup, 'It is served from now on'),
    ...longAnswer('restore-backup'),
    ...problems(400, 403, 404, 413, 415, 422, 429, 503, 507),
  },
})

const deleteBackupRoute = adminRoute({
  operationId: 'deleteBackup',
  tags: ['backup'],
  method: 'delete',
  path: '/backup/{id}',
  summary: 'Delete a backup',
  description: 'Superusers only. Not its copy at BACKUP_TARGET.',
  request: { params: BackupParams },
  responses: { 204: empty('It is gone'), ...problems(403, 404) },
})

export function backupRoutes() {
  const router = createRouter()
  router.openapi(createBackupRoute, (c) =>
    answerLong(
      c,
      { kind: 'create-backup', status: 201, toLocation: (made) => `/backup/${madeToWire(made).id}/content` },
      (job) => createBackup(c.var.ctx, job),
      madeToWire,
    ),
  )
  router.openapi(listBackupsRoute, async (c) => {
    const { limit = DEFAULT_LIMIT, cursor, count = false } = c.req.valid('query')
    const after = cursor === undefined ? undefined : decodeCursor(cursor, ['string'])[0]
    const { items, next, total } = await listBackups(c.var.ctx, { limit, after })
    setPageHeaders(c, { nextCursor: next && encodeCursor([next]), total: count ? total : null })
    return c.json(items.map(toWire), 200)
  })
  router.openapi(getBackupContentRoute, async (c) => {
    const { path, size, filename } = await getArchive(c.var.ctx, c.req.valid('param').id)
    const sha256 = createHash('sha256').update(`${filename} ${size}`).digest('hex')
    return sendStored(c, { path, size, sha256, filename, contentType: TYPE, disposition: 'attachment' })
  })
  router.openapi(verifyBackupRoute, async (c) => {
    const { path } = await getArchive(c.var.ctx, c.req.valid('param').id)
    const kind = { kind: 'verify-backup', status: 200 } as const
    return answerLong(c, kind, (job) => verifyBackup(c.var.ctx, path, job), verifiedToWire)
  })
  router.openapi(restoreBackupRoute, async (c) => {
    // A form beside JSON hides the type of the JSON; of a form it is empty.
    const body: Partial<z.infer<typeof RestoreRequest>> = c.req.valid('json' as never)
    const source = await restoreSource(c, body)
    const kind = { kind: 'restore-backup', status: 200 } as const
    const toAnswer = (staged: Parameters<typeof restoredToWire>[1]) => restoredToWire(source.filename, staged)
    return answerLong(c, kind, (job) => restoreBackup(c.var.ctx, source, job), toAnswer)
  })
  router.openapi(deleteBackupRoute, async (c) => {
    await deleteBackup(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return router
}
