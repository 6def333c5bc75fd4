/** CommSec: confirmations of trades, and transactions of the trading account, where what was traded stands in the text. */
import { day, layout, minus, number, optional, tableImporter, text, unused } from '#plugins/kit/index.ts'

const TRADE = /^(B|BUY|S|SELL) ([\d,]+) ([A-Z0-9]+) @ ([\d.]+)$/i
/** Money from or to a bank, and such a transfer that was rejected. */
const MOVED = /^(Direct Transfer|Rej D\/Tsfer)\b(?!.*\b(fees?|charges?)\b)/i

const confirmations = layout({
  name: 'Confirmations',
  dates: 'dmy',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'AUD',
  columns: {
    symbol: text('Code'),
    name: optional(text('Company')),
    date: day('Date'),
    kind: text('Type'),
    quantity: number('Quantity'),
    price: number('Unit Price ($)'),
    fees: number('Brokerage+GST ($)'),
    ...unused('Trade Value ($)', 'GST ($)', 'Contract Note'),
    amount: number('Total Value ($)'),
  },
  rows: { Buy: 'BUY', Sell: 'SELL' },
})

const account = layout({
  name: 'Transactions',
  dates: 'dmy',
  numbers: 'dot',
  currency: 'AUD',
  columns: {
    date: day('Date'),
    reference: text('Reference'),
    description: text('Details'),
    debit: number('Debit($)', 'Debit ($)'),
    credit: number('Credit($)', 'Credit ($)'),
    balance: optional(text('Balance($)', 'Balance ($)')),
  },
  defaults: { amount: ({ debit, credit }) => minus(credit, debit) },
  kind: (line) => line.description,
  phrases: [
    // The brokerage is inside, and not stated.
    [
      TRADE,
      ({ description, reference }, book) => {
        const [, word = '', quantity, asset, price] = TRADE.exec(description) ?? []
        const terms = { asset, quantity: quantity?.replaceAll(',', ''), price, id: reference }
        book.trade(terms, /^b/i.test(word) ? 'BUY' : 'SELL')
      },
    ],
    [MOVED, 'MOVE'],
  ],
})

export const commsec = tableImporter(
  {
    code: 'commsec',
    name: 'CommSec',
    website: 'https://www.commsec.com.au',
    version: '2',
    maturity: 'beta',
    description:
      'Purchases and sales at CommSec, from the confirmations or from the transactions of the account: take one of them, not both.',
    docs: 'Portfolio > Accounts > Confirmations (or Transactions), choose the period, then Downloads > CSV.',
    colour: '#ffcc00',
  },
  [confirmations, account],
)
