/** RBC Direct Investing: the activity export. */
import {
  type AssetTerms,
  type Book,
  type Decimal,
  day,
  decimal,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  product,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { costsBetween } from '../net-trade.ts'
import { bookForNothing, bookFraction, bookIncome, bookMoved, unclearEvent } from '../north-america.ts'

const columns = {
  date: day('Date'),
  first: text('Date'),
  kind: text('Activity'),
  symbol: text('Symbol'),
  name: text('Symbol Description'),
  quantity: number('Quantity'),
  price: number('Price'),
  settledOn: optional(day('Settlement Date')),
  account: optional(text('Account')),
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
    Buy: (line, book) => trade(line, book, 'BUY'),
    Sell: (line, book) => trade(line, book, 'SELL'),
    'Dividends|Dividend|Distribution': income,
    Interest: 'INTEREST',
    'Taxes|Tax|Withholding Tax': 'TAX',
    'Fees|Fee': 'FEE',
    'Deposits & Contributions|Withdrawals & De-registrations': (line, book) =>
      isZero(line.quantity) ? book.cash('MOVE') : unclearEvent(),
    'Return of Capital': returnOfCapital,
    Transfers: transfer,
    'Reorganization|Other': reorganize,
  },
})

/** Options have numbers of the broker's for symbols: "ASN - PUT .ZZZ 07/17/26 40". The shares of an assignment are named by their own symbol. */
function assetOf({ symbol, name, description }: Entry): AssetTerms {
  const texts = [description, name].map((one) => one.replace(/^[A-Z]{2,4}\s*-\s*/, '').replace(/^(CALL|PUT)\s+\./i, '$1 '))
  const option = texts.map(optionOf).find((one) => one !== undefined)
  if (option === undefined && texts.some((one) => /^(CALL|PUT)\s+\S+\s+\d/i.test(one)))
    refuse('no-option', `"${name}" is an option that this importer cannot read. Enter it by hand.`)
  return option === undefined || option.contract?.underlying === symbol ? { symbol, name } : option
}

function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  const asset = assetOf(line)
  book.trade({ asset, fees: commissionOf(line, direction, asset.contract?.multiplier) }, direction)
}

/** The code before the description tells a reinvestment, and shares in place of money, from dividends. */
function income(line: Entry, book: Book): void {
  const { description, quantity, amount } = line
  if (/^\s*REI\s*-/.test(description) && !isZero(amount)) book.trade()
  else if (/\bADJUSTMENT TO BOOK COST\b/i.test(description)) returnOfCapital(line, book)
  else if (!isZero(quantity) && isZero(amount)) inShares(line, book)
  else bookIncome(book, line)
}

function inShares(line: Entry, book: Book): void {
  if (/\b(STK\.?|STOCK) DIV/i.test(line.description)) bookForNothing(book, {})
  else unclearEvent()
}

/** In-kind transfers out are not always negative. */
function transfer(line: Entry, book: Book): void {
  const { quantity, description } = line
  const isOut = /^\s*(TF[OW]\b|TRANSFER OUT\b)/i.test(description)
  const moved = isOut && quantity !== undefined ? `-${quantity.replace('-', '')}` : quantity
  bookMoved(book, moved, isZero(quantity) ? {} : { quantity: moved })
}

/** What it was stands in the code before the description. */
function reorganize(line: Entry, book: Book): void {
  const { description, quantity, amount } = line
  const [, code = ''] = /^\s*([A-Z]{2,4})\s*-/.exec(description) ?? []
  const asset = assetOf(line)
  if (/^(EXP|ASN)$/.test(code) && asset.contract !== undefined && isZero(amount)) book.trade({ asset, price: '0', amount: '0' })
  else if (code === 'CIL') bookFraction(book, {})
  else if (code === 'TEN' && quantity?.startsWith('-') === true && !isZero(amount)) book.trade({}, 'SELL')
  else if (
    quantity?.startsWith('-') === false &&
    isZero(amount) &&
    /^(?!.*\b(reverse|consol)).*\b(stk|stock) split\b/i.test(description)
  )
    book.split()
  else inShares(line, book)
}

/** The value is net. Where it differs from price x quantity by no more than a commission, that is what it was. */
function commissionOf({ quantity, price, amount }: Entry, direction: 'BUY' | 'SELL', units = '1'): Decimal | undefined {
  if (quantity === undefined || price === undefined || amount === undefined) return undefined
  const fees = costsBetween(direction, product(quantity, units), price, amount)
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
    version: '2',
    description: 'The activity export of an account.',
    docs: 'Account > Activity > Export (CSV).',
    colour: '#005daa',
  },
  [activity],
)
