import { z } from '@hono/zod-openapi'
import { MAX_BROKERS, MAX_RECEIVED } from '../listed.ts'
import { Report } from '../schema.ts'
import { REASONS } from './fits.ts'

const { filename, size, content_type, problem, uploaded_at: received_at } = Report.shape
const uuid = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'

export const ReceivedReport = z
  .object({
    id: z.string().openapi({ format: 'uuid', description: 'Of the upload; `DELETE /uploads/{id}` removes it', example: uuid }),
    filename,
    size,
    content_type,
    received_at,
    files: z.int().openapi({ description: 'So many are inside, else 1', example: 1 }),
    plugin: z.string().nullable().openapi({ description: 'The importer that knows it best', example: 'degiro' }),
    plugin_name: z.string().nullable().openapi({ example: 'DEGIRO' }),
    problem,
    broker_name: z.string().nullable().openapi({
      description: 'For a new broker; null where the file does not say whose it is',
      example: 'DEGIRO',
    }),
    brokers: z
      .array(
        z
          .object({
            broker_id: z.int().openapi({ example: 1 }),
            because: z.enum(REASONS).openapi('BrokerReason', {
              description: 'Its `import_plugin`, earlier `reports` of this importer, its `name`; or it is the `only` one',
              example: 'reports',
            }),
          })
          .openapi('FittingBroker'),
      )
      .max(MAX_BROKERS)
      .openapi({ description: 'Where you may write and it seems to belong, likeliest first' }),
    same: z
      .object({ report_id: z.string().openapi({ format: 'uuid', example: uuid }), broker_id: z.int().openapi({ example: 1 }) })
      .openapi('SameReport')
      .nullable()
      .openapi({ description: 'A report with the same bytes' }),
  })
  .openapi('ReceivedReport')

export const ReceivedAnswer = z
  .object({
    files: z.array(ReceivedReport).max(MAX_RECEIVED),
    refused: z
      .array(z.object({ filename, problem: problem.unwrap() }).openapi('RefusedFile'))
      .max(MAX_RECEIVED)
      .openapi({ description: 'Not stored', example: [] }),
  })
  .openapi('ReceivedAnswer')

export const ReportReceivedRequest = z
  .strictObject({
    broker_id: z.int().min(1).openapi({ example: 1 }),
    file_ids: z
      .array(z.uuid())
      .min(1)
      .max(MAX_RECEIVED)
      .openapi({ description: 'One report of all', example: [uuid] }),
  })
  .openapi('ReportReceivedRequest')
