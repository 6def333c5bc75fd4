import { normalize } from 'node:path'
import { z } from 'zod'

/** The name of a folder with data from before a restore. */
export const PREVIOUS = /^before-restore-\d{8}T\d{9}Z$/

const Order = z.object({
  staged: z.string().regex(/^restoring\/[0-9a-f-]{36}$/),
  previous: z.string().regex(PREVIOUS),
  restored_from: z.string().max(300),
  made_at: z.string().max(50),
  at: z.string().max(50),
})
export type RestoreOrder = z.infer<typeof Order>

/** What has to be done for staged data to be served. `staged` and `previous` are folders below the data folder. */
export function orderOf(given: { staged: string; archive: string; madeAt: string; at: Date }): RestoreOrder {
  const at = given.at.toISOString()
  const previous = `before-restore-${at.replaceAll(/[-:.]/g, '')}`
  return { staged: normalize(given.staged), previous, restored_from: given.archive, made_at: given.madeAt, at }
}

/** Throws ZodError and SyntaxError for anything that `orderOf` did not make. */
export function readOrder(text: string): RestoreOrder {
  return Order.parse(JSON.parse(text))
}
