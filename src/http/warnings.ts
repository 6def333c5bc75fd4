import { z } from '@hono/zod-openapi'

const WriteWarning = z
  .object({
    pointer: z.string().openapi({ example: '/create/0/currency' }),
    code: z.string().openapi({ description: 'currency-ended, currency-not-yet', example: 'currency-ended' }),
    detail: z.string().openapi({ example: 'VEF ended on 2018-12-05.' }),
  })
  .openapi('WriteWarning')

/** What was stored as it is and looks wrong. */
export const warnings = z.array(WriteWarning).openapi({ description: 'Currencies that are wrong on their day, 100 at most' })
