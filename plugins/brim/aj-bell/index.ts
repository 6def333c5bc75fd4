/** AJ Bell: the transaction history; the portfolio, which is no list of transactions, and the cash statement, which has no quantities. */
import {
  type Book,
  day,
  type Line,
  layout,
  made,
  number,
  optional,
  refuse,
  sizeOf,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { bookNetTrade } from '../net-trade.ts'
import { otherReport } from '../other-report.ts'
import { bookHeld } from '../per-unit.ts'

const INSTEAD = 'Take the transaction history, which has quantities: your account > Transaction history > Download.'

const name = text('Description')
const columns = {
  date: day('Date'),
  kind: text('Transaction'),
  ...{ name, asset: made(name, (text) => ({ name: text.replace(/ \([A-Z]+:[A-Z0-9.-]+\)$/i, '') })) },
  quantity: number('Quantity'),
  price: optional(number('Price')),
  amount: number('Amount (GBP)'),
  id: text('Reference'),
}

const history = layout({
  name: 'Transaction history',
  dates: 'dmy',
  zone: 'Europe/London',
  numbers: 'dot',
  currency: 'GBP',
  order: 'newest-first',
  columns,
  rows: {
    Purchase: (line, book) => trade(line, book, 'BUY'),
    Sale: (line, book) => trade(line, book, 'SELL'),
  },
})

/** The kind of the row tells which way units and money go; a sign that says otherwise may be that of a cancellation. */
function trade(line: Line<typeof columns>, book: Book, direction: 'BUY' | 'SELL'): void {
  const [size = '', quantity] = [sizeOf(line.amount), sizeOf(line.quantity)]
  if (size === '') refuse('no-amount', 'The row has no amount.')
  const against = direction === 'BUY' ? line.quantity : line.amount
  if (against?.startsWith('-')) refuse('unexpected-sign', `A ${line.kind} of ${against}: the sign is wrong. Enter it by hand.`)
  const amount = direction === 'BUY' ? `-${size}` : size
  bookNetTrade(book, { asset: line.asset, quantity, price: line.price, quoted: 'GBP', amount, unit: 'GBP' }, direction)
}

const portfolio = layout({
  name: 'Portfolio',
  holds: 'positions',
  instead: INSTEAD,
  dates: 'dmy',
  numbers: 'dot',
  currency: 'GBP',
  columns: {
    name: text('Investment'),
    quantity: number('Quantity'),
    price: number('Price'),
    worth: number('Value (£)'),
    cost: number('Cost (£)'),
    quoted: optional(unit('Valuation currency')),
    ...unused('Change (£)', 'Change (%)', 'Price +/- today (%)', 'Market currency'),
    rate: optional(number('Exchange rate')),
    date: day('Date'),
    time: optional(text('Time')),
    account: optional(text('Portfolio')),
    symbol: text('Ticker'),
  },
  rows: { '*': (line, book) => bookHeld(book, {}, line) },
})

const cash = otherReport('Cash statement', INSTEAD, ['Date', 'Description', 'Receipt (GBP)', 'Payment (GBP)'], {
  optional: ['Balance (GBP)', 'Reference', 'Settlement date'],
  rows: { '*': { skip: 'cash statement' } },
})

export const ajBell = tableImporter(
  {
    code: 'aj-bell',
    name: 'AJ Bell',
    website: 'https://www.ajbell.co.uk',
    version: '3',
    description:
      'Purchases and sales at AJ Bell, from the transaction history. Of the portfolio it shows what is held; the cash statement has no quantities.',
    docs: 'Your account > Transaction history > Download.',
    maturity: 'beta',
    colour: '#c8102e',
  },
  [history, portfolio, cash],
)
