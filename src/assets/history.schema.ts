import { z } from '@hono/zod-openapi'
import { idParam, pageQuery } from '../http/query.ts'
import { CHANGE_ACTIONS } from './asset-change.ts'

const day = z.string().nullable().openapi({ format: 'date', example: '2026-06-30' })

export const HistoryParams = z.object({ id: idParam('id', 'The asset', 3) })
export const HistoryQuery = z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor })

export const AssetChange = z
  .object({
    id: z.int().openapi({ example: 12 }),
    at: z.string().openapi({ format: 'date-time', example: '2026-06-30T08:15:00.000Z' }),
    user_id: z
      .int()
      .nullable()
      .openapi({ description: '`null` for who is gone, and for who shares no broker with you', example: 1 }),
    username: z.string().nullable().openapi({ example: 'anna' }),
    action: z.enum(CHANGE_ACTIONS).openapi({ example: 'changed' }),
    field: z.string().nullable().openapi({ description: 'The field of the asset that was changed', example: 'name' }),
    old: z.string().nullable().openapi({ description: 'As text, 500 characters at most', example: 'Acme' }),
    new: z.string().nullable().openapi({ example: 'Acme SE' }),
    count: z.int().nullable().openapi({ description: 'How many closes', example: 250 }),
    from: day,
    to: day,
    merged_from: z
      .int()
      .nullable()
      .openapi({ description: 'The asset that this was of, before it was merged into this one', example: 4 }),
  })
  .openapi('AssetChange')
