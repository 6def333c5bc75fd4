import { z } from '@hono/zod-openapi'
import { setLocation } from '../http/location.ts'
import { readMultipartFiles } from '../http/multipart.ts'
import { empty, file, json, multipart, problems } from '../http/openapi.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import { createRouter } from '../http/route.ts'
import { sendStored } from '../http/stored-file.ts'
import { answerLong, longAnswer } from '../jobs/answer.ts'
import type { JobControls } from '../jobs/service.ts'
import { startPriceSources } from '../prices/suggest/suggest.answer.ts'
import { userRoute } from '../session/guard.ts'
import { receiveFile } from '../uploads/file-store.service.ts'
import { fileAllowance } from '../uploads/service.ts'
import { templateRoutes } from './choices/template.routes.ts'
import { givenAtUpload, UPLOAD_FIELDS } from './choices/upload.answer.ts'
import { expectReport } from './expect.ts'
import { importLifeRoutes } from './lifecycle.routes.ts'
import { importUploaded } from './lifecycle.ts'
import { NO_NOTES, notesOf } from './notes.ts'
import { REPORT_TYPES } from './reading/file.ts'
import { firstLinesRoutes } from './reading/first-lines.routes.ts'
import { ImportPlugin } from './reading/plugin.schema.ts'
import { pluginToWire } from './reading/plugin.wire.ts'
import { MAX_FILES, uploadFiles } from './reading/upload-files.ts'
import { receivedRoutes } from './received/received.routes.ts'
import { DeleteReportQuery, Report, ReportListQuery, ReportParams, UploadReportQuery } from './schema.ts'
import { deleteReport, downloadReport, getReport, listReports, requireUploader } from './service.ts'
import { notImported, reportToWire, uploadedToWire } from './wire.ts'

const tags = ['imports']

const listReportsRoute = userRoute({
  operationId: 'listReports',
  tags,
  method: 'get',
  path: '/brokers/import/files',
  summary: 'List broker reports',
  description: 'Of every broker that you can see, newest first; brokers without access are left out in silence.',
  request: { query: ReportListQuery },
  responses: { 200: json(z.array(Report), 'The reports'), ...problems(422) },
})

const uploadReportRoute = userRoute({
  operationId: 'uploadReport',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: '/brokers/import/upload',
  summary: 'Upload a broker report',
  description:
    'CSV, TSV, XLSX, ODS, XML or JSON, also inside a ZIP, or several files as `file` parts of one form: each goes to the importer that knows it, and together they are one report (`parts`), stored as a ZIP. Needs EDITOR. Answers which plugins recognise it; `import=true` also imports it and answers with `result`; what cannot be imported is stored and answered as a problem (422) with its `report`. The same bytes again at that broker, in any order of files, are `import/duplicate-file` (409) with the `id` of the first. A report that no plugin recognises is `failed` and says why.',
  request: {
    query: UploadReportQuery,
    body: multipart(
      {
        file: {
          type: 'string',
          format: 'binary',
          description: 'The report as the broker gave it to you. The part may be repeated: up to 100 files, one report',
        },
        account_map: {
          type: 'string',
          maxLength: UPLOAD_FIELDS.account_map.maxLength,
          description: 'With `import=true`: the `account_map` of ImportRequest, as JSON',
        },
      },
      ['file'],
    ),
  },
  responses: {
    201: json(Report, 'The stored report'),
    ...longAnswer('import-report'),
    ...problems(400, 403, 404, 409, 413, 415, 422, 507),
  },
})

const listPluginsRoute = userRoute({
  operationId: 'listImportPlugins',
  tags,
  method: 'get',
  path: '/brokers/import/plugins',
  summary: 'List the import plugins',
  description:
    'Those that are built in and those in `<data>/plugins/brim`, each with the formats that it reads and the options that it asks for. Constant while the service runs.',
  responses: { 200: json(z.array(ImportPlugin), 'The plugins') },
})

const getReportRoute = userRoute({
  operationId: 'getReport',
  tags,
  method: 'get',
  path: '/brokers/import/files/{id}',
  summary: 'Read one report',
  description: 'Needs VIEWER at its broker.',
  request: { params: ReportParams },
  responses: { 200: json(Report, 'The report'), ...problems(404) },
})

const downloadReportRoute = userRoute({
  operationId: 'downloadReport',
  tags,
  method: 'get',
  path: '/brokers/import/files/{id}/content',
  summary: 'The report file itself',
  description: 'As it was uploaded, always as attachment. `Range` and `If-None-Match` are honoured. Needs VIEWER.',
  request: { params: ReportParams },
  responses: {
    200: file('The bytes', ...REPORT_TYPES),
    206: file('The bytes of the range', ...REPORT_TYPES),
    304: empty('You have it already'),
    ...problems(404, 416),
  },
})

const deleteReportRoute = userRoute({
  operationId: 'deleteReport',
  'x-cost': 'heavy',
  tags,
  method: 'delete',
  path: '/brokers/import/files/{id}',
  summary: 'Delete a report',
  description: 'Needs EDITOR, at each of its brokers. The transactions of an imported report stay, unless `undo=true`.',
  request: { params: ReportParams, query: DeleteReportQuery },
  responses: { 204: empty('Deleted'), ...problems(403, 404, 409, 422) },
})

/** Everything below `/brokers/import`. */
export function importRoutes() {
  const router = createRouter()
  for (const others of [importLifeRoutes(), templateRoutes(), receivedRoutes(), firstLinesRoutes()]) router.route('/', others)
  router.openapi(listReportsRoute, async (c) => {
    const { status, broker_ids, limit = DEFAULT_LIMIT, cursor, count = false } = c.req.valid('query')
    const before = cursor === undefined ? null : decodeCursor(cursor, ['string', 'string'])
    const { items, next, total } = await listReports(c.var.ctx, { brokerIds: broker_ids, status, limit, before, count })
    setPageHeaders(c, { nextCursor: next && encodeCursor(next), total })
    const shown = items.map((report) => reportToWire(report, { ...NO_NOTES, otherBrokers: report.otherBrokers }))
    return c.json(shown, 200)
  })
  router.openapi(uploadReportRoute, async (c) => {
    const { ctx } = c.var
    const { broker_id: brokerId, import: andImport = false, ...query } = c.req.valid('query')
    await requireUploader(ctx, brokerId)
    expectReport(ctx, { bytes: Number(c.req.header('content-length') ?? 0), isImported: andImport })
    const rules = { ...(await fileAllowance(ctx, 'report_max_mb')), maxFiles: MAX_FILES, fields: UPLOAD_FIELDS }
    const { files, fields } = await readMultipartFiles(c, rules, (chunks) => receiveFile(ctx.folders, chunks))
    const given = givenAtUpload(query, fields)
    const report = await uploadFiles(ctx, brokerId, files)
    const location = `/brokers/import/files/${report.id}`
    setLocation(c, location)
    if (!andImport) return c.json(reportToWire(report, await notesOf(ctx, report)), 201)
    const work = async (job: JobControls) => {
      const { refusal, ...uploaded } = await importUploaded(ctx, report, job, given)
      if (uploaded.result === null) throw notImported(uploaded.report, refusal, uploaded.notes)
      return { ...uploaded, priceSources: await startPriceSources(c, ctx) }
    }
    return answerLong(c, { kind: 'import-report', status: 201, toLocation: () => location }, work, uploadedToWire)
  })
  router.openapi(listPluginsRoute, (c) =>
    c.json(
      c.var.ctx.plugins.brim.map((plugin) => pluginToWire(c.var.ctx, plugin)),
      200,
    ),
  )
  router.openapi(getReportRoute, async (c) => {
    const report = await getReport(c.var.ctx, c.req.valid('param').id)
    return c.json(reportToWire(report, await notesOf(c.var.ctx, report)), 200)
  })
  router.openapi(downloadReportRoute, async (c) => sendStored(c, await downloadReport(c.var.ctx, c.req.valid('param').id)))
  router.openapi(deleteReportRoute, async (c) => {
    await deleteReport(c.var.ctx, { id: c.req.valid('param').id, undo: c.req.valid('query').undo ?? false })
    return c.body(null, 204)
  })
  return router
}
