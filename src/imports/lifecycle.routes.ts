import { json, jsonBody, problems } from '../http/openapi.ts'
import { problemOf } from '../http/problem.ts'
import { createRouter, type HttpContext } from '../http/route.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import { startPriceSources } from '../prices/suggest/suggest.answer.ts'
import { userRoute } from '../session/guard.ts'
import type { AppError } from '../shared/errors.ts'
import { UndoAnswer, UndoRequest } from './booking/undo.schema.ts'
import { givenChoices } from './choices/choices.wire.ts'
import { importStored, undoStored } from './lifecycle.ts'
import { answerPreview } from './preview/preview.answer.ts'
import { Preview } from './preview/preview.schema.ts'
import { ImportAnswer, ImportRequest, ParseRequest, ReportParams } from './schema.ts'
import { getReport } from './service.ts'
import { importToWire, undoneToWire } from './wire.ts'

const tags = ['imports']

const parseReportRoute = userRoute({
  operationId: 'parseReport',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/brokers/import/files/{id}/parse',
  summary: 'Preview an import',
  description:
    'Shows what an import would do and writes no transaction. Needs EDITOR, also at each broker of `account_map`. `rows` accounts for every row of the file: `total` is the sum of the others. What is chosen here is stored with the report and holds for the next parse and import; null takes it back.',
  request: { params: ReportParams, body: jsonBody(ParseRequest, { kib: 4 * 1024, values: 150_000 }) },
  responses: { 200: json(Preview, 'The preview'), ...problems(400, 403, 404, 415, 422) },
})

const importReportRoute = userRoute({
  operationId: 'importReport',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/brokers/import/files/{id}/import',
  summary: 'Import a report',
  description:
    'All its transactions or none. Needs EDITOR, also at each broker of `account_map`, of which one that was stored and that you may not use is `import/not-yours` (403). Rows that cannot be imported are in `issues`, each with its row. Certain duplicates are left out unless `duplicates` is `import`. `opening` and `short` say what becomes of rows that take out what is not there; `refuse` answers `transaction/overdraft` or `transaction/short` (409), which name all of them. With `dry_run` nothing is written, and what would be refused stands in `refused`.',
  request: { params: ReportParams, body: jsonBody(ImportRequest, { kib: 4 * 1024, values: 150_000 }) },
  responses: {
    200: json(ImportAnswer, 'What was imported'),
    ...longAnswer('import-report'),
    ...problems(400, 403, 404, 409, 415, 422),
  },
})

const undoImportRoute = userRoute({
  operationId: 'undoImport',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/brokers/import/files/{id}/undo',
  summary: 'Undo an import',
  description:
    'Removes exactly what the import made, and brings back opening positions that it changed (`openings`); the report becomes `parsed`. Needs EDITOR, at every broker that has lines of it (`import/not-yours`, 403). `import/edited` (409) lists transactions that were changed since; `force` removes them too. With `dry_run` nothing is removed, and the answer says what would be and why not.',
  request: { params: ReportParams, body: jsonBody(UndoRequest) },
  responses: { 200: json(UndoAnswer, 'The report, and what was removed'), ...problems(400, 403, 404, 409, 415, 422) },
})

/** How it was run; the problem of a dry run that would be refused, as the real one would be answered. */
function runOf(c: HttpContext, dryRun = false, refused: AppError | null) {
  const origin = { instance: c.req.path, requestId: c.var.requestId }
  return { dryRun, refused: refused === null ? null : problemOf(refused, origin) }
}

/** Preview, import and undo. */
export function importLifeRoutes() {
  const router = createRouter()
  router.openapi(parseReportRoute, async (c) => {
    return answerPreview(c, c.req.valid('param').id, c.req.valid('json'))
  })
  router.openapi(importReportRoute, async (c) => {
    const { ctx } = c.var
    const report = await getReport(ctx, c.req.valid('param').id, 'EDITOR')
    const { dry_run: dryRun = false, ...given } = c.req.valid('json')
    return answerLong(
      c,
      { kind: 'import-report', status: 200, isLook: dryRun },
      async (job) => {
        const result = await importStored(ctx, report, { given: givenChoices(given), dryRun }, job)
        return { ...result, priceSources: dryRun ? null : await startPriceSources(c, ctx) }
      },
      ({ priceSources, ...result }) => importToWire(result, { ...runOf(c, dryRun, result.refused), priceSources }),
    )
  })
  router.openapi(undoImportRoute, async (c) => {
    const { force = false, dry_run: dryRun = false } = c.req.valid('json')
    const result = await undoStored(c.var.ctx, { ...c.req.valid('param'), force, dryRun })
    return c.json(undoneToWire(result, runOf(c, dryRun, result.refused)), 200)
  })
  return router
}
