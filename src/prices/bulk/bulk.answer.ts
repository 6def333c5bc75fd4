import type { z } from '@hono/zod-openapi'
import { wrongType } from '../../http/json-body.ts'
import type { HttpContext } from '../../http/route.ts'
import { dayOf } from '../../shared/date.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { type CloseBook, createBook } from './book.ts'
import type { ManyPricesWritten, NamedPriceList } from './bulk.schema.ts'
import type { ManyWritten } from './put-many.ts'
import { readClosesCsv } from './read-csv.ts'

const MAX_ASSETS = 1_000
const ROWS_A_LOOK = 200

/** The closes of a body, gathered by asset: CSV text, or the JSON that was validated already. Throws `request/content-type` (415) and `price/csv`. */
export async function readBook(c: HttpContext, validated: string | z.output<typeof NamedPriceList>): Promise<CloseBook> {
  const type = c.req.header('content-type') ?? ''
  const isFile = /^text\/csv\b/i.test(type)
  const book = createBook(dayOf(c.var.ctx.clock()), isFile)
  if (isFile) await readClosesCsv(new Uint8Array(await c.req.arrayBuffer()), book)
  else if (Array.isArray(validated)) await enterAll(book, validated)
  else throw wrongType(type, 'Send prices as JSON (Content-Type: application/json) or as CSV (text/csv).')
  return book
}

/** As it is on the wire: the first 1,000 assets, and how many there are. */
export function writtenToWire(
  { assets, warnings, ...counts }: ManyWritten,
  isDryRun: boolean,
): z.infer<typeof ManyPricesWritten> {
  return {
    ...counts,
    dry_run: isDryRun,
    assets: assets.slice(0, MAX_ASSETS).map(({ assetId, symbol, name, added, updated, unchanged, first, last }) => ({
      ...{ asset_id: assetId, symbol, name, added, updated, unchanged },
      ...{ from: first, to: last },
    })),
    assets_total: assets.length,
    warnings: [...warnings],
  }
}

async function enterAll(book: CloseBook, prices: z.output<typeof NamedPriceList>): Promise<void> {
  const yieldWhenDue = createYielder()
  for (const [line, { asset_id, isin = '', symbol = '', date, close, currency = '' }] of prices.entries()) {
    const assetId = asset_id === undefined ? '' : String(asset_id)
    const name = { assetId, isin: isin.trim(), symbol: symbol.trim() }
    book.add({ ...name, date, close: formatDecimal(close), currency, line })
    const pause = line % ROWS_A_LOOK === 0 ? yieldWhenDue() : undefined
    if (pause !== undefined) await pause
  }
}
