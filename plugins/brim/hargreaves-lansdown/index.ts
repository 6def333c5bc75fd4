/** Hargreaves Lansdown: the transaction summary of an account. Prices are in pence, values in pounds. */
import {
  absolute,
  add,
  type Book,
  day,
  decimal,
  formatDecimal,
  layout,
  multiply,
  number,
  optional,
  refuse,
  round,
  subtract,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'

type Entry = {
  readonly reference: string
  readonly description: string
  readonly price: string | undefined
  readonly quantity: string | undefined
  readonly amount: string | undefined
}

const TRADE = /^[BS]\d+$/
/** Pence are rounded to the third place, pounds to the second. */
const HALF_PRICE = decimal('0.000005')
const PENNY = decimal('0.01')
/** More than this of the value is no cost of dealing, but another price. */
const MOST_COSTS = decimal('0.1')

const summary = layout({
  name: 'Transaction summary',
  dates: 'dmy',
  zone: 'Europe/London',
  numbers: 'dot',
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

function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const name = line.description.replace(/\s+[\d,.]+\s*@\s*[\d,.]+$/, '')
  book.trade({ asset: { name }, quoted: 'GBX', id: line.reference, fees: costsOf(line, direction) }, direction)
}

/** Dealing charge, stamp duty and levy, which no column has: what lies between the value and quantity x price, beyond their rounding. */
function costsOf({ quantity, price, amount }: Entry, direction: 'BUY' | 'SELL'): string | undefined {
  if (quantity === undefined || price === undefined || amount === undefined) return undefined
  const [units, net] = [absolute(decimal(quantity)), absolute(decimal(amount))]
  const gross = multiply(multiply(units, decimal(price)), PENNY)
  const costs = direction === 'BUY' ? subtract(net, gross) : subtract(gross, net)
  const isRounding = costs <= add(PENNY, multiply(units, HALF_PRICE))
  return isRounding || costs > multiply(gross, MOST_COSTS) ? undefined : formatDecimal(round(costs, 2))
}

export const hargreavesLansdown = tableImporter(
  {
    code: 'hargreaves-lansdown',
    name: 'Hargreaves Lansdown',
    website: 'https://www.hl.co.uk',
    version: '2',
    description: 'Transaction summary of an account at Hargreaves Lansdown, dealing costs inside the values.',
    docs: 'Choose the account, then Transactions, a period, and "Download as CSV". One file an account.',
    colour: '#1d2f6f',
  },
  [summary],
)
