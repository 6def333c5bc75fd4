import type { z } from '@hono/zod-openapi'
import { AppError } from '../../shared/errors.ts'
import type { Template } from '../reading/template.ts'
import type { ImportTemplate, ImportTemplateRequest } from './template.schema.ts'
import type { TemplateInput } from './template.service.ts'

export function templateToWire({ options: all, ...template }: Template): z.infer<typeof ImportTemplate> {
  const { mapping, ...options } = all
  return {
    name: template.name,
    plugin: template.plugin,
    fingerprint: template.fingerprint,
    titles: [...template.titles],
    mapping: typeof mapping === 'object' && mapping !== null ? { ...mapping } : {},
    options,
    created_at: template.createdAt,
    updated_at: template.updatedAt,
  }
}

/** Throws `request/invalid` (422) unless there is either a report, or titles and a mapping. */
export function templateInputOf(body: z.infer<typeof ImportTemplateRequest>): TemplateInput {
  const { name, report_id: reportId, titles, mapping, options = {}, plugin } = body
  const isGiven = titles !== undefined || mapping !== undefined || body.options !== undefined || plugin !== undefined
  if (reportId !== undefined && !isGiven) return { name, reportId }
  if (reportId === undefined && titles !== undefined && mapping !== undefined)
    return { name, titles, options: { ...options, mapping }, plugin }
  const detail = 'Give either report_id alone, or titles and mapping.'
  throw new AppError('invalid', 'request/invalid', detail, { errors: [{ pointer: '/report_id', detail }] })
}
