/** RBC Direct Investing: the activity export. */
import {
  absolute,
  type Book,
  day,
  decimal,
  formatDecimal,
  layout,
  multiply,
  number,
  optional,
  refuse,
  subtract,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'

type Line = {
  readonly row: number
  readonly cells: readonly string[]
  readonly symbol: string
  readonly name: string
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly amount: string | undefined
  readonly description: string
}

/** What an order costs at most; no column has it. */
const COMMISSION = decimal('9.95')

const activity = layout({
  name: 'Activity Export',
  dates: 'mdy',
  zone: 'America/Toronto',
  numbers: 'dot',
  columns: {
    date: day('Date'),
    first: text('Date'),
    kind: text('Activity'),
    symbol: text('Symbol'),
    name: text('Symbol Description'),
    quantity: number('Quantity'),
    price: number('Price'),
    settledOn: optional(day('Settlement Date')),
    account: text('Account'),
    amount: number('Value'),
    unit: unit('Currency'),
    description: text('Description'),
  },
  skip: (line) => (line.cells.slice(1).every((cell) => cell.trim() === '') ? 'disclaimer' : undefined),
  kind: (line) => line.kind,
  rows: {
    Buy: (line, book) => trade(line, book, 'BUY'),
    Sell: (line, book) => trade(line, book, 'SELL'),
    'Dividends|Dividend|Distribution': 'DIVIDEND',
    Interest: 'INTEREST',
    'Taxes|Tax|Withholding Tax': 'TAX',
    'Fees|Fee': 'FEE',
    'Deposits & Contributions|Withdrawals & De-registrations': 'MOVE',
    'Return of Capital': returnOfCapital,
    Reorganization: (line, book) => {
      const isSplit =
        /\b(stk|stock) split\b/i.test(line.description) && line.quantity !== undefined && !/[1-9]/.test(line.amount ?? '')
      if (!isSplit)
        refuse('unclear-event', 'The row does not say what was given for what. Look it up at the broker and enter it by hand.')
      book.add({ type: 'SPLIT', asset: book.asset({ symbol: line.symbol, name: line.name }), quantity: line.quantity })
    },
  },
})

/** The value is net. Where it differs from price x quantity by no more than a commission, that is what it was. */
function trade(line: Line, book: Book, direction: 'BUY' | 'SELL'): void {
  const fees = commissionOf(line, direction)
  book.trade(fees === undefined ? {} : { fees }, direction)
}

function commissionOf({ quantity, price, amount }: Line, direction: 'BUY' | 'SELL'): string | undefined {
  if (quantity === undefined || price === undefined || amount === undefined) return undefined
  const gross = absolute(multiply(decimal(quantity), decimal(price)))
  const net = absolute(decimal(amount))
  const fees = direction === 'BUY' ? subtract(net, gross) : subtract(gross, net)
  return fees > 0n && fees <= COMMISSION ? formatDecimal(fees) : undefined
}

function returnOfCapital(line: Line, book: Book): void {
  const isPaid = line.amount !== undefined && /[1-9]/.test(line.amount)
  if (isPaid) {
    book.cash('RETURN_OF_CAPITAL')
    return
  }
  book.skip('no money moved: only the book cost changes')
  const detail = 'This changes the cost for your taxes, and the row does not say by how much: enter it as an ADJUSTMENT.'
  book.note('warning', 'capital-return', detail)
}

export const rbcDirectInvesting = tableImporter(
  {
    code: 'rbc-direct-investing',
    name: 'RBC Direct Investing',
    broker: 'RBC Direct Investing',
    website: 'https://www.rbcdirectinvesting.com',
    version: '1',
    extensions: ['csv'],
    languages: ['en'],
    description: 'The activity export of an account.',
    docs: 'Account > Activity > Export (CSV).',
    colour: '#005daa',
  },
  [activity],
)
