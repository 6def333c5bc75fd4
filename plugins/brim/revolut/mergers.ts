/** Mergers of the trading statement: units that go, units that come and the money paid for them stand in rows of their own. */
import { fail, openQueues } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate } from '#src/shared/decimal.ts'
import { assetRef, type Book } from './book.ts'
import { beginDraft, type Dated } from './rows.ts'

export type MergerRow = Dated & {
  readonly cash: boolean
  readonly type: string
  readonly ticker: string
  readonly quantity: Decimal
  readonly total: Decimal
  readonly currency: string | undefined
}

/** Of units that came on one day so many are looked at; with more than one, nobody can tell which were given for what. */
const MOST_NEIGHBOURS = 100

/** Units given for money are a sale, units given for other units of the same day an exchange; anything else is an error of the book. */
export function addMergers(book: Book, rows: readonly MergerRow[]): void {
  const open = new Set(rows)
  const units = rows.filter((row) => !row.cash)
  const isOpen = (row: MergerRow) => open.has(row)
  const givers = openQueues(
    units.filter(({ quantity }) => quantity < 0n),
    ({ ticker, date }) => `${ticker} ${date}`,
    isOpen,
  )
  for (const cash of rows.filter((row) => row.cash && row.currency !== undefined)) {
    const given = givers.first(`${cash.ticker} ${cash.date}`)
    if (!given) continue
    open.delete(cash)
    open.delete(given)
    addSale(book, given, cash)
  }
  const takers = Map.groupBy(
    units.filter(({ quantity }) => quantity > 0n),
    ({ date }) => date,
  )
  for (const given of rows) {
    const others = (takers.get(given.date) ?? []).slice(0, MOST_NEIGHBOURS).filter(isOpen)
    const [taken] = others
    if (!open.has(given) || given.cash || given.quantity >= 0n || !taken || others.length > 1) continue
    open.delete(given)
    open.delete(taken)
    addExchange(book, given, taken)
  }
  const detail =
    'The other part of this merger (units given, units received or money) is not in the file on this day. Enter it by hand.'
  for (const row of open) fail(book, row, 'half-merger', detail)
}

function addSale(book: Book, given: MergerRow, cash: MergerRow): void {
  book.transactions.push({
    ...beginDraft(given, cash.type),
    rows: [given.row, cash.row],
    type: 'SELL',
    asset: assetRef(book, given.ticker, { currency: cash.currency }),
    quantity: formatDecimal(given.quantity),
    amount: formatDecimal(absolute(cash.total)),
    currency: cash.currency,
  })
}

function addExchange(book: Book, given: MergerRow, taken: MergerRow): void {
  const group = `exchange-${Math.min(given.row, taken.row)}`
  for (const row of [given, taken])
    book.transactions.push({
      ...beginDraft(given, row.type),
      rows: [row.row],
      type: 'EXCHANGE',
      asset: assetRef(book, row.ticker, { currency: row.currency }),
      quantity: formatDecimal(row === given ? negate(absolute(row.quantity)) : row.quantity),
      costShare: row === taken ? '1' : undefined,
      group,
    })
}
