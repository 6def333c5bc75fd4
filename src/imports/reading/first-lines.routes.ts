import { json, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { ReportParams } from '../schema.ts'
import { ReportLines } from './first-lines.schema.ts'
import { firstLinesOf } from './first-lines.task.ts'

const firstLinesRoute = userRoute({
  operationId: 'peekReport',
  tags: ['imports'],
  method: 'get',
  path: '/brokers/import/files/{id}/lines',
  summary: 'How a report begins',
  description: 'The first lines of its first files, of a sheet its rows, also where no importer knows it. Needs VIEWER.',
  request: { params: ReportParams },
  responses: { 200: json(ReportLines, 'The lines'), ...problems(404, 422) },
})

/** The beginning of a stored file, to be looked at. */
export function firstLinesRoutes() {
  const router = createRouter()
  router.openapi(firstLinesRoute, async (c) => {
    const files = await firstLinesOf(c.var.ctx, c.req.valid('param').id)
    const shown = files.map(({ filename, lines, hasMore }) => ({ filename, lines: [...lines], more: hasMore }))
    return c.json({ files: shown }, 200)
  })
  return router
}
