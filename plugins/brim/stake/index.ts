/** Stake: the investment activity report, with a sheet for Australia and one for Wall Street. */
import {
  add,
  type Book,
  day,
  decimal,
  layout,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'

type Entry = {
  readonly value: string | undefined
  readonly amount: string | undefined
  readonly fees: string | undefined
  readonly gst: string | undefined
}

const activity = layout({
  name: 'Investment activity',
  dates: 'ymd',
  numbers: 'dot',
  signs: 'sizes',
  columns: {
    date: day('Trade Date'),
    settledOn: optional(day('Settlement Date')),
    symbol: text('Symbol'),
    name: optional(text('Name')),
    type: text('Side'),
    id: text('Trade Identifier'),
    quantity: number('Units'),
    price: number('Avg. Price'),
    value: number('Value'),
    fees: number('Fees'),
    gst: number('GST'),
    amount: number('Total Value'),
    unit: unit('Currency'),
  },
  kind: (line) => line.type,
  rows: {
    Buy: (line, book) => trade(line, book, 'BUY'),
    Sell: (line, book) => trade(line, book, 'SELL'),
  },
})

const income = layout({
  name: 'Investment income',
  holds: 'other',
  instead: 'It does not say the currency, nor what was withheld: enter dividends by hand, and import the investment activity.',
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    exDay: optional(text('Ex-Dividend Date')),
    date: day('Payment Date'),
    symbol: text('Symbol'),
    name: optional(text('Name')),
    type: text('Type'),
    quantity: number('Units'),
    price: number('Dividend/Share'),
    amount: number('Total Amount'),
    unfranked: optional(number('Unfranked')),
    franked: optional(number('Franked')),
    credit: optional(number('Franking Credit')),
  },
  rows: { '*': { skip: 'income' } },
})

/** The goods and services tax is beside the fees or inside them: the total tells which. */
function trade({ value, amount, fees, gst }: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const [gross, net] = [decimal(value ?? '0'), decimal(amount ?? '0')]
  const costs = direction === 'BUY' ? subtract(net, gross) : subtract(gross, net)
  const own = decimal(fees ?? '0')
  if (costs === add(own, decimal(gst ?? '0'))) book.trade({ taxes: gst }, direction)
  else if (costs === own) book.trade({}, direction)
  else refuse('costs-contradicted', 'Value, fees and total of this trade do not belong together. Enter it by hand.')
}

export const stake = tableImporter(
  {
    code: 'stake',
    name: 'Stake',
    website: 'https://hellostake.com',
    maturity: 'beta',
    extensions: ['xlsx', 'csv'],
    description: 'Purchases and sales at Stake in Australia and on Wall Street.',
    docs: 'Profile > Statements & reports > Investment activity, choose the period, then download as Excel.',
    colour: '#5a31f4',
  },
  [activity, income],
)
