import { z } from '@hono/zod-openapi'
import { MAX_LINES, MAX_SHOWN_FILES } from './first-lines.task.ts'

export const ReportLines = z
  .object({
    files: z
      .array(
        z
          .object({
            filename: z.string().openapi({ example: 'Account.csv' }),
            lines: z
              .array(z.string())
              .max(MAX_LINES)
              .openapi({ example: ['Date;Type;Amount'] }),
            more: z.boolean().openapi({ description: 'Whether there is more than is shown', example: true }),
          })
          .openapi('FileLines'),
      )
      .max(MAX_SHOWN_FILES),
  })
  .openapi('ReportLines')
