/** RBC Direct Investing: the activity export. */
import {
  type Book,
  type Decimal,
  day,
  decimal,
  isZero,
  type Line,
  layout,
  number,
  optional,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { costsBetween } from '../net-trade.ts'

const columns = {
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
}

type Entry = Line<typeof columns>

/** What an order costs at most; no column has it. */
const COMMISSION = decimal('9.95')

const activity = layout({
  name: 'Activity Export',
  dates: 'mdy',
  zone: 'America/Toronto',
  numbers: 'dot',
  columns,
  skip: (line) => (line.cells.slice(1).every((cell) => cell.trim() === '') ? 'disclaimer' : undefined),
  rows: {
    Buy: (line, book) => book.trade({ fees: commissionOf(line, 'BUY') }, 'BUY'),
    Sell: (line, book) => book.trade({ fees: commissionOf(line, 'SELL') }, 'SELL'),
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
      book.split()
    },
  },
})

/** The value is net. Where it differs from price x quantity by no more than a commission, that is what it was. */
function commissionOf({ quantity, price, amount }: Entry, direction: 'BUY' | 'SELL'): Decimal | undefined {
  if (quantity === undefined || price === undefined || amount === undefined) return undefined
  const fees = costsBetween(direction, quantity, price, amount)
  return fees > 0n && fees <= COMMISSION ? fees : undefined
}

function returnOfCapital(line: Entry, book: Book): void {
  if (!isZero(line.amount)) {
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
    website: 'https://www.rbcdirectinvesting.com',
    description: 'The activity export of an account.',
    docs: 'Account > Activity > Export (CSV).',
    colour: '#005daa',
  },
  [activity],
)
