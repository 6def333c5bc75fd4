/** AJ Bell: the portfolio, which is no list of transactions, and the cash statement, which has no quantities. */
import { day, layout, number, optional, tableImporter, text, unit, unused } from '#plugins/kit/index.ts'
import { bookHeld } from '../per-unit.ts'

const INSTEAD =
  'AJ Bell offers no one report with quantities and money: download "Transaction history" (your account > Transaction history > Download), add the titles date, type, name, quantity, amount, and import it as a table of your own.'

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
    change: optional(number('Change (£)')),
    ...unused('Change (%)', 'Price +/- today (%)'),
    quoted: optional(unit('Valuation currency')),
    market: optional(unit('Market currency')),
    rate: optional(number('Exchange rate')),
    date: day('Date'),
    time: optional(text('Time')),
    account: optional(text('Portfolio')),
    symbol: text('Ticker'),
  },
  rows: {
    '*': (line, book) => bookHeld(book, {}, line),
  },
})

const cash = layout({
  name: 'Cash statement',
  holds: 'other',
  instead: INSTEAD,
  dates: 'dmy',
  numbers: 'dot',
  columns: {
    date: day('Date'),
    description: text('Description'),
    receipt: number('Receipt (GBP)'),
    payment: number('Payment (GBP)'),
    balance: number('Balance (GBP)'),
  },
  rows: { '*': { skip: 'cash statement' } },
})

export const ajBell = tableImporter(
  {
    code: 'aj-bell',
    name: 'AJ Bell',
    website: 'https://www.ajbell.co.uk',
    version: '2',
    description:
      'Recognises the portfolio and the cash statement of AJ Bell, shows what is held, offers its closes, and says why neither can be booked.',
    docs: INSTEAD,
    colour: '#c8102e',
  },
  [portfolio, cash],
)
