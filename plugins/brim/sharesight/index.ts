/** Sharesight: the report of all trades, and the report of taxable income with several small tables in one file. */
import {
  type AssetTerms,
  type Book,
  day,
  isFiat,
  layout,
  number,
  optional,
  present,
  product,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { currencyOption } from '../currency-option.ts'

type Trade = {
  readonly market: string
  readonly code: string
  readonly name: string
  readonly quantity: string | undefined
  readonly value: string | undefined
}

const CURRENCY = { option: 'currency' } as const

const trades = layout({
  name: 'All Trades Report',
  dates: 'dmy',
  numbers: 'dot',
  amounts: 'gross',
  currency: CURRENCY,
  columns: {
    market: text('Market'),
    code: text('Code'),
    name: text('Name'),
    kind: text('Type'),
    date: day('Date'),
    quantity: number('Quantity'),
    price: number('Price *', 'Price'),
    paid: number('Brokerage *', 'Brokerage'),
    quoted: unit('Currency'),
    ...present('Exchange Rate'),
    value: number('Value'),
    description: text('Comments'),
  },
  skip: (line) => (line.market.startsWith('*') ? 'footnote' : undefined),
  rows: {
    'Buy|Sell': (line, book) => {
      if (/^fx$/i.test(line.market)) swap(line, book)
      else book.trade({ asset: assetOf(line), unit: line.quoted, amount: undefined, fees: line.paid })
    },
    'Opening Balance': (line, book) =>
      book.inKind('TRANSFER', { asset: assetOf(line), cost: product(line.quantity, line.price), unit: line.quoted }),
    'Split|Consolidation|Bonus': (line, book) => book.split({ asset: assetOf(line) }),
  },
})

/** A currency account: money or coins, valued in the currency of the portfolio. */
function swap({ code, name, quantity = '0', value = '0' }: Trade, book: Book): void {
  const own = book.options['currency']
  if (typeof own !== 'string') refuse('needs-option', 'Give the option "currency": the currency of the portfolio.')
  const held = { asset: isFiat(code) ? code : ({ symbol: code, name, type: 'CRYPTO' } as const), quantity }
  const worth = { asset: own, quantity: value }
  if (quantity.startsWith('-')) book.swap([held], [worth])
  else book.swap([worth], [held])
}

function assetOf({ code, name }: Pick<Trade, 'code' | 'name'>): AssetTerms {
  return { symbol: code, name }
}

/** The income reports put the market behind the code: `FOO.NASDAQ` is the FOO of the trades. */
function payerOf({ code, name }: Pick<Trade, 'code' | 'name'>): AssetTerms {
  return { symbol: code.replace(/\.[A-Za-z]+$/, ''), name }
}

type Income = { readonly code: string; readonly cells: readonly string[] }

/** Totals, and the headings of sections. */
function passOver({ code, cells }: Income): string | undefined {
  if (/^total\b/i.test(code)) return 'total'
  return cells.filter((cell) => cell.trim() !== '').length === 1 ? 'heading' : undefined
}

const local = layout({
  name: 'Taxable Income Report: local income',
  dates: 'dmy',
  numbers: 'dot',
  currency: CURRENCY,
  columns: {
    code: text('Code'),
    name: text('Name'),
    date: day('Date Paid'),
    amount: number('Net Dividend'),
    taxes: number('Tax Deducted'),
    ...present('Tax Credit', 'Gross Dividend'),
    description: text('Comments'),
  },
  skip: passOver,
  rows: { '*': (line, book) => book.cash('DIVIDEND', { asset: payerOf(line) }) },
})

const foreign = layout({
  name: 'Taxable Income Report: foreign income',
  dates: 'dmy',
  numbers: 'dot',
  columns: {
    code: text('Code'),
    name: text('Name'),
    date: day('Date Paid'),
    unit: unit('Currency'),
    amount: number('Net Amount'),
    taxes: number('Foreign Tax Deducted'),
    ...present('Exchange Rate', 'Gross Amount'),
    description: optional(text('Comments')),
  },
  skip: passOver,
  rows: { '*': (line, book) => book.cash('DIVIDEND', { asset: payerOf(line) }) },
})

export const sharesight = tableImporter(
  {
    code: 'sharesight',
    name: 'Sharesight',
    website: 'https://www.sharesight.com',
    extensions: ['csv', 'xlsx'],
    description: 'The reports All Trades and Taxable Income of Sharesight; days are DD/MM/YYYY.',
    docs: 'Reports > All Trades Report > Export (CSV); for dividends Reports > Taxable Income Report > Export (CSV).',
    colour: '#ff7a00',
    options: [currencyOption('The currency of the portfolio: what local income and the values of currency accounts are in.')],
  },
  [trades, local, foreign],
)
