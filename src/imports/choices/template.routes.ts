import { z } from '@hono/zod-openapi'
import { empty, json, jsonBody, problems } from '../../http/openapi.ts'
import { createRouter } from '../../http/route.ts'
import { userRoute } from '../../session/guard.ts'
import { MAX_TEMPLATES } from '../listed.ts'
import { DeleteTemplateQuery, ImportTemplate, ImportTemplateRequest } from './template.schema.ts'
import { deleteTemplate, listTemplates, putTemplate } from './template.service.ts'
import { templateInputOf, templateToWire } from './template.wire.ts'

const tags = ['imports']
const path = '/brokers/import/templates'

const listTemplatesRoute = userRoute({
  operationId: 'listImportTemplates',
  tags,
  method: 'get',
  path,
  summary: 'List your import templates',
  description: 'By name. A file with the header of one of them is read by its mapping, without further words.',
  responses: { 200: json(z.array(ImportTemplate).max(MAX_TEMPLATES), 'Your templates, at most 100') },
})

const putTemplateRoute = userRoute({
  operationId: 'putImportTemplate',
  tags,
  method: 'put',
  path,
  summary: 'Save an import template',
  description:
    'In place of the one of the same name. From a report whose mapping was parsed or imported (`report_id`; needs VIEWER at its broker), or from titles and a mapping. Another template with the same header is `import/template-header` (409).',
  request: { body: jsonBody(ImportTemplateRequest, { kib: 256 }) },
  responses: { 200: json(ImportTemplate, 'The template'), ...problems(400, 404, 409, 415, 422) },
})

const deleteTemplateRoute = userRoute({
  operationId: 'deleteImportTemplate',
  tags,
  method: 'delete',
  path,
  summary: 'Delete an import template',
  description: 'Reports that it was used for stay as they are.',
  request: { query: DeleteTemplateQuery },
  responses: { 204: empty('Deleted'), ...problems(404, 422) },
})

/** Everything of `/brokers/import/templates`. */
export function templateRoutes() {
  const router = createRouter()
  router.openapi(listTemplatesRoute, async (c) => c.json((await listTemplates(c.var.ctx)).map(templateToWire), 200))
  router.openapi(putTemplateRoute, async (c) =>
    c.json(templateToWire(await putTemplate(c.var.ctx, templateInputOf(c.req.valid('json')))), 200),
  )
  router.openapi(deleteTemplateRoute, async (c) => {
    await deleteTemplate(c.var.ctx, c.req.valid('query').name)
    return c.body(null, 204)
  })
  return router
}
