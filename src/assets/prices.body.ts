import type { HttpContext } from '../http/route.ts'
import { AppError } from '../shared/errors.ts'
import type { PriceInput } from './prices.ts'
import { readPriceCsv } from './prices-csv.ts'

/** The prices of a body: CSV text, or the JSON that was validated already. Throws `request/content-type` (415) and `price/csv`. */
export async function readPrices(c: HttpContext, validated: string | readonly PriceInput[]): Promise<readonly PriceInput[]> {
  const type = c.req.header('content-type') ?? ''
  if (/^text\/csv\b/i.test(type)) return readPriceCsv(await c.req.text())
  if (/^application\/([a-z.+-]*\+)?json\b/i.test(type) && typeof validated !== 'string') return validated
  throw new AppError(
    'unsupported',
    'request/content-type',
    'Send prices as JSON (Content-Type: application/json) or as CSV (text/csv).',
  )
}
