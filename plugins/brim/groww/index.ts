/** Groww: the order history of shares, which has no charges. */
import { isin, layout, moment, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'

const orders = layout({
  name: 'Stocks order history',
  dates: 'dmy',
  zone: 'Asia/Kolkata',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'INR',
  columns: {
    name: text('Stock name'),
    symbol: text('Symbol'),
    isin: isin('ISIN'),
    type: text('Type'),
    quantity: number('Quantity'),
    amount: number('Value'),
    exchange: optional(text('Exchange')),
    order: text('Exchange Order Id'),
    ...moment('Execution date and time'),
    status: text('Order status'),
  },
  skip: ({ status }) => {
    if (/^executed$/i.test(status)) return undefined
    if (/^(cancelled|rejected|failed|expired)$/i.test(status)) return `${status.toLowerCase()} order`
    return refuse('unknown-status', `"${status}" does not tell whether the order was executed.`)
  },
  kind: (line) => line.type,
  rows: { BUY: 'BUY', SELL: 'SELL' },
})

export const groww = tableImporter(
  {
    code: 'groww',
    name: 'Groww',
    website: 'https://groww.in',
    maturity: 'beta',
    extensions: ['csv', 'xlsx'],
    description: 'Executed orders of shares at Groww; charges, payments and dividends are not in the order history.',
    docs: 'Profile > Reports > Transactions > Stocks - Order history, choose the period, then download.',
    colour: '#00b386',
  },
  [orders],
)
