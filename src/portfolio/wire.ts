import { type Decimal, formatDecimal } from '../shared/decimal.ts'
import type { Asked } from './ledger/request.ts'
import type { Book } from './valuation/book.ts'

/** A figure as it leaves; `null` stays. */
export function text(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value)
}

/** What a report over days says about itself. Call it last: reading figures is what finds warnings. */
export function echoRange(book: Book, asked: Asked) {
  return { from: asked.from, to: asked.to, ...echo(book, asked) }
}

/** The same for one day. */
export function echo(book: Book, asked: Asked) {
  return {
    currency: asked.currency,
    method: asked.method,
    broker_ids: asked.brokerIds,
    owned: asked.owned,
    warnings: book.warnings
      .list()
      .map(({ code, detail, assetId, pair, from, to }) => ({ code, detail, asset_id: assetId, pair, from, to })),
  }
}
