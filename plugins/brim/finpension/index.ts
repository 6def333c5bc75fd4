/** Finpension: the transactions of a pension portfolio, all in francs. */
import { day, isin, layout, number, optional, tableImporter, text, unit } from '#plugins/kit/index.ts'

const transactions = layout({
  name: 'Transaction report',
  dates: 'ymd',
  zone: 'Europe/Zurich',
  numbers: 'dot',
  currency: 'CHF',
  columns: {
    date: day('Date'),
    kind: text('Category'),
    name: optional(text('Asset Name')),
    isin: isin('ISIN'),
    quantity: number('Number of Shares'),
    assetUnit: unit('Asset Currency'),
    assetRate: optional(number('Currency Rate')),
    price: number('Asset Price in CHF'),
    amount: number('Cash Flow'),
    balance: optional(number('Balance')),
  },
  rows: {
    Buy: 'BUY',
    Sell: 'SELL',
    // The older name of both.
    'Portfolio Transaction': (_, book) => book.trade(),
    'Dividend|Dividend and Interest Distributions': 'DIVIDEND',
    Interests: 'INTEREST',
    'Flat-rate administrative fee|Flat-rate administration fee|Implementation fees': 'FEE',
    Deposit: 'MOVE',
    Withdrawal: 'WITHDRAWAL',
    // From or to another foundation or portfolio of the same person.
    'Transfer|Transfer vested benefits': 'TRANSFER',
  },
  stated: true,
})

export const finpension = tableImporter(
  {
    code: 'finpension',
    name: 'Finpension',
    website: 'https://finpension.ch',
    version: '2',
    description: 'Transactions of a portfolio of pillar 3a or of vested benefits at Finpension.',
    docs: 'Portfolio > Transactions > Download report (CSV), with the app in English.',
    colour: '#0f6fff',
  },
  [transactions],
)
