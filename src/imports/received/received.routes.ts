import { z } from '@hono/zod-openapi'
import { setLocation } from '../../http/location.ts'
import { readMultipartFiles } from '../../http/multipart.ts'
import { json, jsonBody, multipart, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { receiveFile } from '../../uploads/file-store.service.ts'
import { fileAllowance } from '../../uploads/service.ts'
import { MAX_RECEIVED } from '../listed.ts'
import { notesOf } from '../notes.ts'
import { Report } from '../schema.ts'
import { reportToWire } from '../wire.ts'
import { ReceivedAnswer, ReceivedReport, ReportReceivedRequest } from './received.schema.ts'
import { listReceived, receiveFiles, reportReceived } from './received.service.ts'
import { answerToWire, receivedToWire } from './received.wire.ts'

const tags = ['imports']
const path = '/brokers/import/received'

const listReceivedRoute = userRoute({
  operationId: 'listReceivedReports',
  'x-of-all': true,
  tags,
  method: 'get',
  path,
  summary: 'List report files that wait for their broker',
  description: 'Yours, oldest first.',
  responses: { 200: json(z.array(ReceivedReport).max(MAX_RECEIVED), 'The files') },
})

const receiveRoute = userRoute({
  operationId: 'receiveReports',
  'x-cost': 'heavy',
  'x-of-all': true,
  tags,
  method: 'post',
  path,
  summary: 'Upload report files without saying whose they are',
  description:
    'Each waits as an upload of yours; the answer says which importer knows it and which brokers it seems to be of. What is no report is `refused`, the others stay. The same bytes wait once.',
  request: {
    body: multipart({ file: { type: 'string', format: 'binary', description: 'A report; up to 100 parts' } }, ['file']),
  },
  responses: { 201: json(ReceivedAnswer, 'What waits now, and what does not'), ...problems(400, 409, 413, 415, 422, 507) },
})

const reportReceivedRoute = userRoute({
  operationId: 'reportReceived',
  'x-cost': 'heavy',
  tags,
  method: 'post',
  path: `${path}/report`,
  summary: 'Say whose report files are',
  description:
    'Files that wait become one report at a broker, as if uploaded there together. Needs EDITOR. What is refused goes on waiting.',
  request: { body: jsonBody(ReportReceivedRequest) },
  responses: { 201: json(Report, 'The stored report'), ...problems(403, 404, 409, 413, 415, 422, 507) },
})

/** Everything of `/brokers/import/received`. */
export function receivedRoutes() {
  const router = createRouter()
  router.openapi(listReceivedRoute, async (c) => c.json((await listReceived(c.var.ctx)).map(receivedToWire), 200))
  router.openapi(receiveRoute, async (c) => {
    const { ctx } = c.var
    const rules = { ...(await fileAllowance(ctx, 'report_max_mb')), maxFiles: MAX_RECEIVED, fields: {} }
    const { files } = await readMultipartFiles(c, rules, (chunks) => receiveFile(ctx.folders, chunks))
    return c.json(answerToWire(await receiveFiles(ctx, files)), 201)
  })
  router.openapi(reportReceivedRoute, async (c) => {
    const { ctx } = c.var
    const { broker_id: brokerId, file_ids: ids } = c.req.valid('json')
    const report = await reportReceived(ctx, { brokerId, ids })
    setLocation(c, `/brokers/import/files/${report.id}`)
    return c.json(reportToWire(report, await notesOf(ctx, report)), 201)
  })
  return router
}
