/** Mergers of the trading statement: units that go, units that come and the money paid for them stand in rows of their own. */
import { fail, openQueues } from '#plugins/kit/index.ts'
import { absolute, formatDecimal } from '#src/shared/decimal.ts'
import { addExchange, assetRef, type Book, beginDraft } from './book.ts'
import type { Line } from './trading.ts'

/** Of units that came on one day so many are looked at; with more than one, nobody can tell which were given for what. */
const MOST_NEIGHBOURS = 100

/** Units given for money are a sale, units given for other units of the same day an exchange; anything else is an error of the book. */
export function addMergers(book: Book, rows: readonly Line[]): void {
  const open = new Set(rows)
  const isOpen = (row: Line) => open.has(row)
  const isCash = ({ type }: Line) => type.endsWith('CASH')
  const givers = rows.filter((row) => !isCash(row) && row.quantity < 0n)
  const bySecurity = openQueues(givers, ({ symbol, date }) => `${symbol} ${date}`, isOpen)
  for (const cash of rows.filter((row) => isCash(row) && row.currency !== undefined)) {
    const given = bySecurity.first(`${cash.symbol} ${cash.date}`)
    if (!given) continue
    for (const row of [given, cash]) open.delete(row)
    addSale(book, given, cash)
  }
  const takers = Map.groupBy(
    rows.filter((row) => !isCash(row) && row.quantity > 0n),
    ({ date }) => date,
  )
  for (const given of givers.filter(isOpen)) {
    const [taken, other] = (takers.get(given.date) ?? []).slice(0, MOST_NEIGHBOURS).filter(isOpen)
    if (!taken || other) continue
    for (const row of [given, taken]) open.delete(row)
    addExchange(book, given, taken, given.time)
  }
  const detail =
    'The other part of this merger (units given, units received or money) is not in the file on this day. Enter it by hand.'
  for (const row of open) fail(book, row, 'half-merger', detail)
}

function addSale(book: Book, given: Line, cash: Line): void {
  book.transactions.push({
    ...beginDraft(given, cash.type),
    rows: [given.row, cash.row],
    type: 'SELL',
    asset: assetRef(book, cash),
    quantity: formatDecimal(given.quantity),
    amount: formatDecimal(absolute(cash.total)),
    currency: cash.currency,
  })
}
