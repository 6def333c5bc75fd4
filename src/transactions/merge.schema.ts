import { z } from '@hono/zod-openapi'
import { idParam } from '../http/query.ts'

export const MergeParams = z.object({ id: idParam('id', 'The asset that vanishes', 3) })

export const MergeRequest = z
  .strictObject({
    into: z.int().positive().openapi({ description: 'The asset that stays', example: 4 }),
    dry_run: z.boolean().optional().openapi({ description: 'Tell what would be, keep nothing', example: false }),
  })
  .openapi('MergeRequest', { example: { into: 4 } })
