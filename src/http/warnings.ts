import { z } from '@hono/zod-openapi'

const WriteWarning = z
  .object({
    pointer: z.string().openapi({ example: '/create/0/currency' }),
    code: z.string().openapi({ description: 'currency-ended, currency-not-yet', example: 'currency-ended' }),
    detail: z.string().openapi({
      example: 'VEF ended on 2018-12-05. Since 2018-08-20 it is VES: 100000 VEF are one VES.',
    }),
  })
  .openapi('WriteWarning')

/** What was stored as it is and looks wrong. */
export const warnings = z
  .array(WriteWarning)
  .openapi({ description: 'Currencies that had ended, or not come, on their day; 100 at most' })
