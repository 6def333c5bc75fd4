import type { z } from '@hono/zod-openapi'
import { readMultipart } from '../http/multipart.ts'
import { json, multipart, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import { userRoute } from '../session/guard.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { fileAllowance } from '../uploads/service.ts'
import type { Brought } from './bring/bring.service.ts'
import { ImportExportQuery, ImportedExport } from './import.schema.ts'

const importExportRoute = userRoute({
  operationId: 'importExport',
  'x-cost': 'heavy',
  tags: ['backup'],
  method: 'post',
  path: '/backup/import',
  summary: 'Bring an export of another instance in',
  description:
    'What `GET /backup/export` gave, all or nothing: its brokers are made as new ones, yours alone; a name that is taken gets a number. Assets that you know by ISIN, currency and exchange (without an ISIN by symbol and name) are used as they are; others are added. No close, event or rate that is there is replaced. Reports of brokers stay in the file. `backup/export-damaged`, `-foreign`, `-newer` and `-invalid` (422), `-large` (413). Larger than `report_max_mb`: export without `reports`.',
  request: {
    query: ImportExportQuery,
    body: multipart({ file: { type: 'string', format: 'binary', description: 'The export' } }, ['file']),
  },
  responses: {
    200: json(ImportedExport, 'What was brought'),
    ...longAnswer('import-export'),
    ...problems(400, 403, 409, 413, 415, 422, 507),
  },
})

export function importExportRoutes() {
  const router = createRouter()
  router.openapi(importExportRoute, async (c) => {
    const { dry_run: dryRun = false } = c.req.valid('query')
    const { ctx } = c.var
    const rules = { ...(await fileAllowance(ctx, 'report_max_mb')), fields: {} }
    const { file } = await readMultipart(c, rules, (chunks) => receiveFile(ctx.folders, chunks))
    return answerLong(
      c,
      { kind: 'import-export', status: 200, isLook: dryRun },
      async (job) => {
        try {
          const [{ bringExport }] = await Promise.all([import('./bring/bring.service.ts'), ctx.loadPlugins?.()])
          return await bringExport(ctx, Bun.file(file.path), { dryRun }, job)
        } finally {
          await file.discard()
        }
      },
      (brought) => toWire(brought, dryRun),
    )
  })
  return router
}

function toWire({ lotsLeftOut, ...brought }: Brought, dryRun: boolean): z.infer<typeof ImportedExport> {
  const { brokers, assets, preferences } = brought
  return {
    ...brought,
    dry_run: dryRun,
    lots_left_out: lotsLeftOut,
    brokers: [...brokers],
    assets: { ...assets, differing: [...assets.differing] },
    preferences: [...preferences],
  }
}
