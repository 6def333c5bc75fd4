/** Zerodha: the tradebook of Console, which has no charges, and the ledger of the funds. */
import { clock, day, isin, layout, minus, number, optional, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'

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
    kind: text('trade_type', 'Trade Type'),
    auction: optional(text('auction', 'auto_square')),
    quantity: number('quantity'),
    price: number('price'),
    trade: text('trade_id', 'Trade ID'),
    order: text('order_id', 'Order ID'),
    ...unused('series', 'expiry_date', 'Expiry Date'),
    time: clock('order_execution_time', 'Order Execution Time'),
  },
  defaults: { id: ({ exchange, date, trade }) => (trade === '' ? undefined : `${exchange} ${date} ${trade}`) },
  skip: ({ segment }) => {
    if (/^(eq|mf)$/i.test(segment)) return undefined
    return refuse('unknown-segment', `Trades of the segment ${segment} are not imported: enter them by hand.`)
  },
  rows: { buy: 'BUY', sell: 'SELL' },
})

const ledger = layout({
  name: 'Ledger',
  dates: 'ymd',
  numbers: 'dot',
  currency: 'INR',
  columns: {
    description: text('particulars'),
    date: day('posting_date'),
    ...unused('cost_center'),
    kind: text('voucher_type'),
    debit: number('debit'),
    credit: number('credit'),
    balance: text('net_balance'),
  },
  skip: ({ description, kind }) => {
    if (/^(opening|closing) balance$/i.test(description)) return 'balance'
    const isSettled = /^book voucher$/i.test(kind) && /^net settlement for equity\b/i.test(description)
    return isSettled ? 'trades and their charges: the trades are in the tradebook' : undefined
  },
  defaults: { amount: ({ debit, credit }) => minus(credit, debit) },
  rows: {
    'Bank Receipts|Bank Payments': 'MOVE',
    'Journal Entry': ({ description }, book) => {
      if (!/^(DP charges|AMC for demat|delayed payment charges)\b/i.test(description))
        refuse('unknown-type', `"${description}" is no booking that this importer knows. Enter it by hand.`)
      book.cash('FEE')
    },
  },
})

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
