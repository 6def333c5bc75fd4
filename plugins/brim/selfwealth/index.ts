/** Selfwealth: movements of the portfolio in Australia. The brokerage is inside the total. */
import { day, layout, number, optional, tableImporter, text, unused } from '#plugins/kit/index.ts'

const movements = layout({
  name: 'Movements',
  dates: 'ymd',
  zone: 'Australia/Sydney',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'AUD',
  columns: {
    date: day('Trade Date'),
    settledOn: optional(day('Settlement Date')),
    type: text('Action'),
    reference: text('Reference'),
    symbol: text('Code'),
    name: text('Name'),
    quantity: number('Units'),
    price: number('Average Price'),
    value: number('Consideration'),
    fees: number('Brokerage'),
    amount: number('Total'),
  },
  kind: (line) => line.type,
  rows: { Buy: 'BUY', Sell: 'SELL' },
})

/** What a row is stands in free text. */
const cash = layout({
  name: 'Cash report',
  holds: 'other',
  instead:
    'Take the movements instead: Portfolio > Reports > Movements (CSV). Enter dividends, deposits and withdrawals by hand.',
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    date: text('TransactionDate'),
    comment: text('Comment'),
    credit: number('Credit'),
    debit: number('Debit'),
    // The comma of this title is not quoted.
    ...unused('Balance * Please note', 'this is not a bank statement.'),
  },
  rows: { '*': { skip: 'cash' } },
})

export const selfwealth = tableImporter(
  {
    code: 'selfwealth',
    name: 'Selfwealth',
    website: 'https://www.selfwealth.com.au',
    maturity: 'beta',
    description: 'Purchases and sales on the Australian exchange at Selfwealth.',
    docs: 'Portfolio > Reports > Movements, choose the period, then export as CSV.',
    colour: '#f26b3a',
  },
  [movements, cash],
)
