import type { z } from '@hono/zod-openapi'
import { wantsCsv } from '../http/finish.ts'
import { wrongType } from '../http/json-body.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, setPageHeaders } from '../http/page.ts'
import type { HttpContext } from '../http/route.ts'
import { csvHeader, csvRows } from '../shared/csv.ts'
import { readPriceCsv } from './csv.ts'
import { listPrices, streamPrices, type Wish } from './prices.ts'
import type { PriceInput } from './rows.ts'
import type { PriceQuery } from './schema.ts'

const COLUMNS = ['date', 'close', 'currency', 'source'] as const

/** The prices of a body: CSV text, or the JSON that was validated already. Throws `request/content-type` (415) and `price/csv`. */
export async function readPrices(c: HttpContext, validated: string | readonly PriceInput[]): Promise<readonly PriceInput[]> {
  const type = c.req.header('content-type') ?? ''
  if (/^text\/csv\b/i.test(type)) return readPriceCsv(await c.req.text())
  if (/^application\/([a-z.+-]*\+)?json\b/i.test(type) && typeof validated !== 'string') return validated
  throw wrongType(type, 'Send prices as JSON (Content-Type: application/json) or as CSV (text/csv).')
}

/** The prices of an asset as JSON page or CSV stream, which `PUT` takes again. */
export async function answerPrices(c: HttpContext, id: number, query: z.infer<typeof PriceQuery>): Promise<Response> {
  const { cursor, limit = DEFAULT_LIMIT, count = false, format, ...range } = query
  if (wantsCsv(c, format)) {
    const body = await csvStream(c, { id, ...range })
    c.header('Content-Disposition', `attachment; filename="prices-${id}.csv"`)
    return c.body(body, 200, { 'Content-Type': 'text/csv; charset=utf-8' })
  }
  const before = cursor === undefined ? undefined : decodeCursor(cursor, ['string'])[0]
  const { prices, next, total } = await listPrices(c.var.ctx, { id, ...range }, { limit, before }, count)
  setPageHeaders(c, { nextCursor: next === null ? null : encodeCursor([next]), total })
  const body = JSON.stringify(prices.map(({ createdBy: _, ...price }) => price))
  return c.body(body, 200, { 'Content-Type': 'application/json' })
}

async function csvStream(c: HttpContext, wish: Wish): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const pages = await streamPrices(c.var.ctx, wish)
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvHeader(COLUMNS))),
    async pull(controller) {
      const { value, done } = await pages.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(csvRows({ columns: COLUMNS, rows: value, texts: ['source'] })))
    },
  })
}
