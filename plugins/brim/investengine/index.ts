/** InvestEngine: the trading statement. The ISIN stands behind the name; amounts have no sign. */
import { type Book, day, layout, moment, number, optional, refuse, tableImporter, text } from '#plugins/kit/index.ts'

const trading = layout({
  name: 'Trading statement',
  dates: 'dmy',
  zone: 'Europe/London',
  numbers: 'dot',
  signs: 'sizes',
  currency: 'GBP',
  columns: {
    security: text('Security / ISIN'),
    kind: text('Transaction Type'),
    quantity: number('Quantity'),
    price: number('Share Price'),
    amount: number('Total Trade Value'),
    ...moment('Trade Date/Time'),
    settledOn: optional(day('Settlement Date')),
    via: optional(text('Broker')),
  },
  rows: {
    Buy: ({ security }, book) => trade(security, book, 'BUY'),
    Sell: ({ security }, book) => trade(security, book, 'SELL'),
  },
})

function trade(security: string, book: Book, direction: 'BUY' | 'SELL'): void {
  const [, name, code] = /^(.*?)\s*\/\s*(?:ISIN\s*)?([A-Z]{2}[A-Z0-9]{9}\d)$/i.exec(security) ?? []
  if (code === undefined) refuse('no-asset', `"${security}" does not end with an ISIN.`)
  else book.trade({ asset: { isin: code.toUpperCase(), name } }, direction)
}

export const investengine = tableImporter(
  {
    code: 'investengine',
    name: 'InvestEngine',
    website: 'https://investengine.com',
    description: 'Purchases and sales at InvestEngine. Payments, dividends and fees are not in this statement.',
    docs: 'Account > Statements > Trading statement, one for each portfolio, as CSV.',
    colour: '#4b37ff',
  },
  [trading],
)
