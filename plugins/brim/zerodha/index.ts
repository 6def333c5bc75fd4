/** Zerodha: the tradebook of Console, which has no charges, and the ledger of the funds. */
import {
  type Book,
  clock,
  day,
  decimal,
  formatDecimal,
  isin,
  layout,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  unused,
} from '#plugins/kit/index.ts'

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
    date: day('trade_date', 'Trade Date'),
    exchange: text('exchange'),
    segment: text('segment'),
    type: text('trade_type', 'Trade Type'),
    auction: optional(text('auction', 'auto_square')),
    quantity: number('quantity'),
    price: number('price'),
    trade: text('trade_id', 'Trade ID'),
    order: text('order_id', 'Order ID'),
    ...unused('series', 'expiry_date', 'Expiry Date'),
    time: clock('order_execution_time', 'Order Execution Time'),
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

const ledger = layout({
  name: 'Ledger',
  dates: 'ymd',
  numbers: 'dot',
  currency: 'INR',
  columns: {
    event: text('particulars'),
    date: day('posting_date'),
    ...unused('cost_center'),
    kind: text('voucher_type'),
    debit: number('debit'),
    credit: number('credit'),
    balance: text('net_balance'),
  },
  skip: ({ event, kind }) => {
    if (/^(opening|closing) balance$/i.test(event)) return 'balance'
    const isSettled = /^book voucher$/i.test(kind) && /^net settlement for equity\b/i.test(event)
    return isSettled ? 'trades and their charges: the trades are in the tradebook' : undefined
  },
  rows: {
    'Bank Receipts|Bank Payments': (line, book) => book.cash('MOVE', { ...changeOf(line), description: line.event }),
    'Journal Entry': (line, book) => {
      if (!/^(DP charges|AMC for demat|delayed payment charges)\b/i.test(line.event))
        refuse('unknown-type', `"${line.event}" is no booking that this importer knows. Enter it by hand.`)
      book.cash('FEE', { ...changeOf(line), description: line.event })
    },
  },
})

function changeOf({ debit, credit }: Readonly<Record<'debit' | 'credit', string | undefined>>) {
  return { amount: formatDecimal(subtract(decimal(credit ?? '0'), decimal(debit ?? '0'))) }
}

export const zerodha = tableImporter(
  {
    code: 'zerodha',
    name: 'Zerodha',
    website: 'https://zerodha.com',
    version: '3',
    maturity: 'beta',
    extensions: ['csv', 'xlsx'],
    description:
      'Purchases and sales of shares and funds at Zerodha at their prices, and the payments and charges of its ledger; charges of trades and dividends are in neither.',
    docs: 'Console > Reports > Tradebook, segment Equity or Mutual funds, then download as CSV. Reports > Ledger has the payments.',
    colour: '#387ed1',
  },
  [tradebook, ledger],
)
