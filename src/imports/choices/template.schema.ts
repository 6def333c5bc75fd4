import { z } from '@hono/zod-openapi'
import { boundedRecord } from '../../http/size.ts'

const MAX_TITLES = 400
const MAX_TITLE = 300
const MAX_OPTIONS = 50

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .openapi({ description: 'Unique among your templates, whatever the letter case', example: 'Kleinbank' })
const titles = z
  .array(z.string().max(MAX_TITLE))
  .min(1)
  .max(MAX_TITLES)
  .openapi({ description: 'The titles of the columns, in their order', example: ['Buchungstag', 'Art', 'Betrag'] })
const record = (description: string, example: Readonly<Record<string, unknown>>) =>
  boundedRecord(z.string().max(100), z.unknown(), MAX_OPTIONS).openapi({ maxProperties: MAX_OPTIONS, description, example })
const mapping = record('What the columns mean: `options.mapping` of the plugin', {
  columns: { date: 'Buchungstag', type: 'Art', amount: 'Betrag' },
  decimal: 'comma',
})
const options = record('Other options of the plugin', {})
const plugin = z.string().max(60).openapi({ description: 'The plugin that takes the mapping', example: 'broker_generic_csv' })

export const ImportTemplate = z
  .object({
    name,
    plugin,
    fingerprint: z.string().openapi({
      description: 'Of the titles in their order; letter case, accents and blanks around do not count',
      example: '4a44dc15364204a80fe80e9039455cc1608281820fe2b24f1e5233ade6af1dd5',
    }),
    titles,
    mapping,
    options,
    created_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    updated_at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
  })
  .openapi('ImportTemplate')

export const ImportTemplateRequest = z
  .strictObject({
    name,
    report_id: z
      .uuid()
      .optional()
      .openapi({ description: 'Takes titles, mapping and options from this report and what was chosen for it' }),
    titles: titles.optional(),
    mapping: mapping.optional(),
    options: options.optional(),
    plugin: plugin.optional(),
  })
  .openapi('ImportTemplateRequest', {
    description: 'Either `report_id`, or `titles` and `mapping`',
    example: { name: 'Kleinbank', report_id: '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11' },
  })

export const DeleteTemplateQuery = z.strictObject({
  name: z
    .string()
    .max(100)
    .openapi({ param: { name: 'name', in: 'query' }, description: 'The template', example: 'Kleinbank' }),
})

const columns = (description: string) => z.array(z.string()).openapi({ description, example: ['Gebühr'] })

/** What a report says of the templates of the one who uploaded it. */
export const templateFields = {
  template: z
    .object({ name: z.string().openapi({ example: 'Kleinbank' }) })
    .openapi('ReportTemplate')
    .nullable()
    .openapi({
      description:
        'Your template with the header of this file: parse and import use it. Null where there is none, for others, and in lists',
    }),
  near_template: z
    .object({
      name: z.string().openapi({ example: 'Kleinbank' }),
      missing: columns('Columns of the template that the file lacks'),
      unknown: columns(
        'Columns of the file that the template does not have; both lists are empty where only the order is another',
      ),
    })
    .openapi('NearTemplate')
    .nullable()
    .openapi({ description: 'Your template that the file is near to: its header has changed, so it is not used', example: null }),
}
