/** Hargreaves Lansdown: the transaction summary of an account. Prices are in pence, values in pounds. */
import { type Book, day, layout, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'

type Entry = { readonly reference: string; readonly description: string }

const TRADE = /^[BS]\d+$/

const summary = layout({
  name: 'Transaction summary',
  dates: 'dmy',
  zone: 'Europe/London',
  numbers: 'dot',
  amounts: 'net',
  currency: 'GBP',
  order: 'newest-first',
  columns: {
    date: day('Trade date'),
    settledOn: optional(day('Settle date')),
    reference: text('Reference'),
    description: text('Description'),
    price: number('Unit cost (p)'),
    quantity: number('Quantity'),
    amount: number('Value (£)'),
  },
  // The numbers of contract notes begin with what was done; all other references are words.
  kind: ({ reference }) => (TRADE.test(reference) ? reference.slice(0, 1) : reference),
  rows: {
    B: (line, book) => trade(line, book, 'BUY'),
    S: (line, book) => trade(line, book, 'SELL'),
    'FPC|FPD|Card Web': 'MOVE',
    Transfer: 'TRANSFER',
    INTEREST: 'INTEREST',
    'MANAGE FEE': 'FEE',
    '*': ({ reference }) =>
      refuse('unknown-type', `The reference "${reference}" is nothing that this importer knows. Enter the row by hand.`),
  },
})

function trade({ reference, description }: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const name = description.replace(/\s+[\d,.]+\s*@\s*[\d,.]+$/, '')
  book.trade({ asset: { name }, quoted: 'GBX', id: reference }, direction)
}

export const hargreavesLansdown = tableImporter(
  {
    code: 'hargreaves-lansdown',
    name: 'Hargreaves Lansdown',
    broker: 'Hargreaves Lansdown',
    website: 'https://www.hl.co.uk',
    version: '1',
    extensions: ['csv'],
    languages: ['en'],
    description: 'Transaction summary of an account at Hargreaves Lansdown, dealing costs inside the values.',
    docs: 'Choose the account, then Transactions, a period, and "Download as CSV". One file an account.',
    colour: '#1d2f6f',
  },
  [summary],
)
