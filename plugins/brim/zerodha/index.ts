/** Zerodha: the tradebook of Console, which has no charges. */
import { type Book, clock, day, isin, layout, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = {
  readonly date: string
  readonly exchange: string
  readonly segment: string
  readonly trade: string
}

const tradebook = layout({
  name: 'Tradebook',
  dates: 'ymd',
  zone: 'Asia/Kolkata',
  numbers: 'dot',
  currency: 'INR',
  unique: ['trade'],
  columns: {
    symbol: text('symbol'),
    isin: isin('isin'),
    date: day('trade_date'),
    exchange: text('exchange'),
    segment: text('segment'),
    series: optional(text('series')),
    type: text('trade_type'),
    auction: optional(text('auction', 'auto_square')),
    quantity: number('quantity'),
    price: number('price'),
    trade: text('trade_id'),
    order: text('order_id'),
    time: clock('order_execution_time'),
  },
  kind: (line) => line.type,
  rows: {
    buy: (line, book) => trade(line, book, 'BUY'),
    sell: (line, book) => trade(line, book, 'SELL'),
  },
})

function trade({ date, exchange, segment, trade: code }: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  if (!/^(eq|mf)$/i.test(segment))
    refuse('unknown-segment', `Trades of the segment ${segment} are not imported: enter them by hand.`)
  book.trade({ amount: undefined, id: code === '' ? undefined : `${exchange} ${date} ${code}` }, direction)
}

export const zerodha = tableImporter(
  {
    code: 'zerodha',
    name: 'Zerodha',
    website: 'https://zerodha.com',
    version: '2',
    maturity: 'beta',
    extensions: ['csv', 'xlsx'],
    description:
      'Purchases and sales of shares and funds at Zerodha at their prices; charges, payments and dividends are not in the tradebook.',
    docs: 'Console > Reports > Tradebook, segment Equity or Mutual funds, then download as CSV.',
    colour: '#387ed1',
  },
  [tradebook],
)
