import { file, problems } from '../http/openapi.ts'
import { createRouter } from '../http/route.ts'
import { userRoute } from '../session/guard.ts'
import { dayOf } from '../shared/date.ts'
import { ExportQuery } from './export.schema.ts'

const exportOwnRoute = userRoute({
  operationId: 'exportOwnData',
  'x-cost': 'heavy',
  tags: ['backup'],
  method: 'get',
  path: '/backup/export',
  summary: 'Take your own data along',
  description:
    'A ZIP of JSON and CSV with a README: every broker that you can see with your role and share, transactions, assets with their events, closes, the rates that figures need, reports, preferences and templates of imports; nobody else’s names. `POST /backup/import` of another instance gives the same figures.',
  request: { query: ExportQuery },
  responses: { 200: file('The export', 'application/zip'), ...problems(422) },
})

export function exportRoutes() {
  const router = createRouter()
  router.openapi(exportOwnRoute, async (c) => {
    const { reports = true } = c.req.valid('query')
    const { exportOwn } = await import('./export/export.service.ts')
    const archive = await exportOwn(c.var.ctx, { withReports: reports })
    const filename = `holdfast-export-${dayOf(c.var.ctx.clock())}.zip`
    return c.body(archive, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${filename}"`,
    })
  })
  return router
}
