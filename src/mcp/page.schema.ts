import { z } from '@hono/zod-openapi'
import { HoldingsReport } from '../portfolio/holdings/schema.ts'
import { MOST_BESIDE } from './bounded.ts'

export const MOST_ROWS = 200
const ROWS = 50

/** The arguments of a tool that answers rows. */
export const pageArguments = {
  limit: z.int().min(1).max(MOST_ROWS).default(ROWS).openapi({ description: 'At most so many rows' }),
  offset: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(0)
    .openapi({ description: 'Rows to leave out: `page.next_offset` of the page before' }),
}

const count = z.int()

/** Which rows an answer has. */
export const page = z
  .object({
    offset: count,
    returned: count,
    total: count.openapi({ description: 'How many rows there are. Totals of the answer are of all of them, not of this page' }),
    next_offset: count.nullable().openapi({ description: '`offset` of the next page; null = this was the last' }),
  })
  .openapi('Page')

export const cut = z
  .array(z.object({ list: z.string().openapi({ description: 'JSON pointer into the answer' }), total: count }))
  .openapi({ description: `Other lists of which the first ${MOST_BESIDE} items are shown; ask for less to see all` })

const { severity } = HoldingsReport.shape.warnings.element.shape
const { code, detail, asset_id, pair, from, to, affects } = HoldingsReport.shape.warnings.element.shape

/** What every report says of itself. */
export const stated = {
  complete: HoldingsReport.shape.complete,
  warnings: z
    .array(z.object({ code, severity, detail, asset_id, pair, from, to, share_of_value: affects.shape.share_of_value }))
    .openapi({ description: 'What is missing or old behind the figures, worst first. Tell the user of those that matter' }),
  cut,
}
