/** Ghostfolio: the export of all activities as JSON. */
import {
  day,
  decimal,
  formatDecimal,
  layout,
  multiply,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'

const activities = layout({
  name: 'activities',
  json: 'activities',
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'net',
  signs: 'sizes',
  columns: {
    date: day('date'),
    kind: text('type'),
    symbol: text('symbol'),
    source: text('dataSource'),
    quantity: number('quantity'),
    price: number('unitPrice'),
    unit: unit('currency'),
    fees: number('fee'),
    account: optional(text('accountId')),
    description: optional(text('comment')),
    id: optional(text('id')),
    other: optional(text('tags', 'tagIds')),
  },
  kind: (line) => line.kind,
  rows: {
    'BUY|SELL': (line, book) => book.trade({ amount: undefined }, line.kind === 'BUY' ? 'BUY' : 'SELL'),
    'DIVIDEND|INTEREST': (line, book) =>
      book.cash(line.kind === 'DIVIDEND' ? 'DIVIDEND' : 'INTEREST', { amount: times(line.quantity, line.price) }),
    // Ghostfolio states a fee in the fee itself; quantity and price are 0.
    FEE: (line, book) => book.cash('FEE', { amount: line.fees, asset: undefined, description: line.description || line.symbol }),
    'ITEM|LIABILITY': { skip: 'an estimate of something that no broker holds' },
  },
})

function times(quantity: string | undefined, price: string | undefined): string {
  if (quantity === undefined || price === undefined) return refuse('no-amount', 'The activity has no quantity or price.')
  return formatDecimal(multiply(decimal(quantity), decimal(price)))
}

export const ghostfolio = tableImporter(
  {
    code: 'ghostfolio',
    name: 'Ghostfolio',
    broker: 'Ghostfolio',
    website: 'https://ghostfol.io',
    version: '1',
    extensions: ['json'],
    languages: ['en'],
    description: 'All activities of a Ghostfolio account.',
    docs: 'Portfolio > Activities > menu at the top right > Export Activities (JSON).',
    colour: '#36cfcc',
  },
  [activities],
)
