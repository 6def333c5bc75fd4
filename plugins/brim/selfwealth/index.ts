/** Selfwealth: movements of a portfolio, of which those of the US do not say that they are in dollars of the US. The brokerage is inside the total. */
import { day, layout, number, optional, present, tableImporter, text, unused } from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'
import { otherReport } from '../other-report.ts'

const movements = layout({
  name: 'Movements',
  dates: 'ymd',
  zone: 'Australia/Sydney',
  numbers: 'dot',
  signs: 'sizes',
  currency: { option: 'currency' },
  columns: {
    date: day('Trade Date'),
    settledOn: optional(day('Settlement Date')),
    kind: text('Action'),
    ...unused('Reference'),
    symbol: text('Code'),
    name: optional(text('Name')),
    quantity: number('Units'),
    price: number('Average Price'),
    ...present('Consideration'),
    fees: number('Brokerage'),
    amount: number('Total'),
  },
  rows: { Buy: 'BUY', Sell: 'SELL' },
})

/** What a row is stands in free text. */
const cash = otherReport(
  'Cash report',
  'Take the movements instead: Portfolio > Reports > Movements (CSV). Enter dividends, deposits and withdrawals by hand.',
  ['TransactionDate', 'Comment', 'Credit', 'Debit'],
  // The comma of this title is not quoted.
  { optional: ['Balance * Please note', 'this is not a bank statement.'], rows: { '*': { skip: 'cash' } } },
)

export const selfwealth = tableImporter(
  {
    code: 'selfwealth',
    name: 'Selfwealth',
    website: 'https://www.selfwealth.com.au',
    version: '2',
    maturity: 'beta',
    description: 'Purchases and sales of a portfolio at Selfwealth, in Australia or the US.',
    docs: 'Portfolio > Reports > Movements, choose the period, then export as CSV.',
    colour: '#f26b3a',
    options: [currencyOption('AUD, or USD for a portfolio of the US, which the file does not say.')],
  },
  [movements, cash],
)
