/** Rows of an account statement whose description starts with a corporate action: `AANDELENSPLIT: Verkoop 10 @ 5 EUR`. */
import { fail, openQueues, warn } from '#plugins/kit/index.ts'
import { absolute, formatDecimal, multiply, negate, ZERO } from '#src/shared/decimal.ts'
import type { AccountRow } from './account-rows.ts'
import { assetRef, type Book } from './book.ts'
import type { Leg } from './conversions.ts'
import { addPair, adjustmentOf, cancelsOut, type Half } from './corporate.ts'
import type { Trade } from './orders.ts'
import type { TradeText } from './trade-text.ts'
import { eventOf } from './words.ts'

type Entry = {
  readonly row: AccountRow
  readonly text: TradeText
  readonly event: ReturnType<typeof eventOf>
  readonly half: Half
}

/** Adds splits, exchanges and units that came or went without money. Answers those that are real trades: money and no counterpart. */
export function addEvents(book: Book, rows: readonly { row: AccountRow; text: TradeText }[]): Trade[] {
  const entries = rows.flatMap((entry) => entryOf(book, entry.row, entry.text) ?? [])
  const trades: Trade[] = []
  const single = new Set(entries)
  for (const group of Map.groupBy(entries, ({ row, event }) => `${row.date} ${event}`).values()) {
    if (group[0]?.event === 'rights') continue
    for (const [out, into] of pairsOf(group)) {
      if (!cancelsOut(out.half, into.half)) continue
      single.delete(out)
      single.delete(into)
      addPair(book, out.half, into.half)
    }
  }
  for (const entry of single) {
    if (entry.half.amount !== 0n) trades.push({ row: entry.row as Leg, text: entry.text })
    else addSingle(book, entry)
  }
  return trades
}

function entryOf(book: Book, row: AccountRow, text: TradeText): Entry | undefined {
  const asset = assetRef(book, { isin: row.isin || text.isin, name: row.product, currency: text.priceCurrency })
  if (asset === undefined || text.side === undefined) {
    const detail = 'The row does not tell which security came or went. Enter the corporate action by hand.'
    fail(book, row, 'unclear-corporate-action', detail)
    return undefined
  }
  const quantity = text.side === 'buy' ? text.quantity : negate(text.quantity)
  const currency = row.currency === '' ? text.priceCurrency : row.currency
  const half: Half = { ...row, asset, quantity, amount: row.amount ?? ZERO, currency }
  return { row, text, event: eventOf(text.prefix), half }
}

/** Out and in again: the same asset first, then the same quantity, then the only two there are. */
function pairsOf(group: readonly Entry[]): [Entry, Entry][] {
  const outs = new Set(group.filter(({ half }) => half.quantity < 0n))
  const intos = new Set(group.filter(({ half }) => half.quantity > 0n))
  const pairs: [Entry, Entry][] = []
  const match = (keyOf: (half: Half) => string) => {
    const free = openQueues(
      intos,
      ({ half }) => keyOf(half),
      (into) => intos.has(into),
    )
    for (const out of outs) {
      const into = free.first(keyOf(out.half))
      if (!into) continue
      outs.delete(out)
      intos.delete(into)
      pairs.push([out, into])
    }
  }
  match(({ asset }) => asset)
  match(({ quantity }) => `${absolute(quantity)}`)
  if (outs.size === 1 && intos.size === 1) match(() => '')
  return pairs
}

/** Units without money and without a counterpart. */
function addSingle(book: Book, { row, text, event, half }: Entry): void {
  if (event === 'split' || event === 'rename') {
    const detail = 'Only one half of this corporate action is in the file. Export a period that has both, or enter it by hand.'
    fail(book, row, 'half-corporate-action', detail)
  } else if (event === 'stock-dividend' && half.quantity > 0n) {
    const worth = { costBasis: formatDecimal(multiply(text.quantity, text.price)), currency: text.priceCurrency }
    book.transactions.push({ ...adjustmentOf(half), ...worth, type: 'DIVIDEND' })
  } else if (event === 'delisting' && half.quantity < 0n) {
    const money = { amount: '0', currency: half.currency, costBasis: undefined }
    book.transactions.push({ ...adjustmentOf(half), ...money, type: 'SELL' })
  } else {
    book.transactions.push(adjustmentOf(half))
    const detail =
      'Units came or went without money; they are imported at a cost of zero. Where cost moved from another holding, change it to an exchange.'
    warn(book, row, 'cost-unknown', detail)
  }
}
