/** Groww: the order histories of shares and of funds, which have no charges. */
import { day, isin, layout, moment, number, optional, refuse, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { otherReport } from '../other-report.ts'

const orders = layout({
  name: 'Stocks order history',
  dates: 'dmy',
  zone: 'Asia/Kolkata',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'INR',
  columns: {
    name: text('Stock name'),
    symbol: optional(text('Symbol')),
    isin: isin('ISIN'),
    kind: text('Type'),
    quantity: number('Quantity'),
    amount: number('Value'),
    ...unused('Exchange'),
    order: optional(text('Exchange Order Id')),
    ...moment('Execution date and time'),
    status: text('Order status'),
  },
  skip: ({ status }) => {
    if (/^executed$/i.test(status)) return undefined
    if (/^(cancelled|rejected|failed|expired)$/i.test(status)) return `${status.toLowerCase()} order`
    return refuse('unknown-status', `"${status}" does not tell whether the order was executed.`)
  },
  rows: { BUY: 'BUY', SELL: 'SELL' },
})

/** Units and prices are rounded: what was paid is right. */
const funds = layout({
  name: 'Mutual funds order history',
  dates: 'dmy',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'INR',
  columns: {
    name: text('Scheme Name'),
    kind: text('Transaction Type'),
    quantity: number('Units'),
    price: number('NAV'),
    amount: number('Amount'),
    date: day('Date'),
  },
  rows: {
    PURCHASE: (line, book) => book.trade({ asset: { name: line.name, type: 'FUND' } }, 'BUY'),
    'REDEEM|REDEMPTION': (line, book) => book.trade({ asset: { name: line.name, type: 'FUND' } }, 'SELL'),
  },
})

const holdings = otherReport(
  'Holdings statement',
  'Take the order history of Groww: Profile > Reports > Transactions > Stocks - Order history.',
  ['Stock Name', 'ISIN', 'Quantity', 'Average buy price', 'Buy value', 'Closing price', 'Closing value', 'Unrealised P&L'],
  { rows: { '*': { skip: 'position' } } },
)

export const groww = tableImporter(
  {
    code: 'groww',
    name: 'Groww',
    website: 'https://groww.in',
    version: '2',
    maturity: 'beta',
    extensions: ['csv', 'xlsx'],
    description:
      'Executed orders of shares and of mutual funds at Groww; charges, payments and dividends are not in the order histories.',
    docs: 'Profile > Reports > Transactions > Stocks - Order history (or Mutual funds), choose the period, then download.',
    colour: '#00b386',
  },
  [orders, funds, holdings],
)
