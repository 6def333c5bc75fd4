import { z } from '@hono/zod-openapi'
import { flagQuery } from '../http/query.ts'

export const ExportQuery = z.strictObject({
  reports: flagQuery('Also the files that brokers gave, as they were uploaded; default: true'),
})
