/** Hargreaves Lansdown: the transaction summary of an account, and the account summary, which is what is held. Prices are in pence, values in pounds. */
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
  unused,
} from '#plugins/kit/index.ts'
import { dayOfPosition, positionsDay, REPORT_DAY, withReportDay } from '../report-day.ts'

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
    'RDP CR': () =>
      refuse(
        'no-quantity',
        'A bond came to its end: the row has the money, not the units. Enter it as a sale of all that was held.',
      ),
    '*': ({ reference }) =>
      refuse('unknown-type', `The reference "${reference}" is nothing that this importer knows. Enter the row by hand.`),
  },
})

const holdings = layout({
  name: 'Account summary',
  holds: 'positions',
  instead: 'Choose the account, then Transactions, a period, and "Download as CSV".',
  dates: 'dmy',
  numbers: 'dot',
  currency: 'GBP',
  columns: {
    name: text('Stock'),
    quantity: number('Units held'),
    cost: number('Cost (£)'),
    date: optional(day(REPORT_DAY)),
    ...unused('Code', 'Price (pence)', 'Value (£)', 'Gain/loss (£)', 'Gain/loss (%)'),
    ...unused('Yield', 'Day change (pence)', 'Day change (%)'),
  },
  skip: ({ name }) => (name === '' || name === 'Totals' ? 'total' : undefined),
  rows: {
    '*': (line, book) =>
      book.position({
        date: dayOfPosition(line, book.options),
        asset: { name: line.name.replace(/ \*\d+$/, '') },
        cost: line.cost,
      }),
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
    version: '3',
    description:
      'Transaction summary of an account at Hargreaves Lansdown, dealing costs inside the values. Of an account summary it shows what is held.',
    docs: 'Choose the account, then Transactions, a period, and "Download as CSV". One file an account.',
    colour: '#1d2f6f',
    options: [positionsDay],
    prepare: withReportDay({ titles: ['Units held'], day: /^(\d{2}-\d{2}-\d{4}) \d{2}:\d{2}$/, dates: 'dmy' }),
  },
  [summary, holdings],
)
