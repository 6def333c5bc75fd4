/** Schwab: the history of equity awards, as JSON (two generations) and CSV. */
import {
  absolute,
  add,
  type Book,
  day,
  decimal,
  divide,
  formatDecimal,
  isZero,
  type Line,
  layout,
  multiply,
  number,
  optional,
  parseNumber,
  product,
  refuse,
  round,
  subtract,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { BETWEEN, FACTOR, WHOLE } from './details.ts'

const columns = {
  date: day('Date', 'eventDate'),
  kind: text('Action'),
  symbol: text('Symbol'),
  quantity: number('Quantity'),
  ...unused('Description'),
  fees: number('FeesAndCommissions', 'totalCommissionsAndFees'),
  election: text('DisbursementElection'),
  amount: number('Amount'),
  // Of the details; `prepareAwards` puts them into the row that they belong to.
  net: optional(number('NetSharesDeposited')),
  salePrices: optional(text('SalePrice')),
  fairPrice: optional(number('VestFairMarketValue', 'FairMarketValuePrice')),
  purchaseFairPrice: optional(number('PurchaseFairMarketValue')),
  award: optional(text('AwardId', 'AwardName', 'GrantId')),
  factor: optional(text(FACTOR)),
  whole: optional(text(WHOLE)),
  // Known, and not needed.
  details: optional(text('TransactionDetails')),
  ...unused('typeName', 'eventDateSortValue', 'quantitySortValue', 'totalCommissionsAndFeesSortValue', 'amountSortValue'),
  ...unused('AwardDate', 'VestDate'),
  withheld: optional(text('SharesSoldWithheldForTaxes', 'SharesWithheld')),
  taxes: optional(text('Taxes')),
  type: optional(text('Type')),
  shares: optional(text('Shares')),
  ...unused('GrossProceeds', 'PurchaseDate', 'PurchasePrice', 'SubscriptionDate', 'SubscriptionFairMarketValue'),
}

type Award = Line<typeof columns>

const format = {
  columns,
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  order: 'newest-first',
} as const

const shares = {
  ...format,
  rows: {
    Deposit: bookDeposit,
    Lapse: { skip: 'vesting: the shares come with their deposit, here or in the brokerage account (upload both files together)' },
    'Sale|Forced Quick Sell': bookSale,
    Dividend: 'DIVIDEND',
    'Tax Withholding': 'TAX',
    'Journal|Wire Transfer|Forced Disbursement': (_: Award, book: Book) => book.cash('TRANSFER', { asset: undefined }),
  },
} as const

/** A row, and below it those of its details. */
export const awards = layout({ ...shares, name: 'Equity awards', cases: { key: (line) => line.whole || undefined } })

export const awardRecords = layout({ ...shares, name: 'Equity awards (JSON)', json: 'Transactions' })

/** The first generation states what sales brought before fees. */
export const oldAwardRecords = layout({ ...shares, name: 'Equity awards (JSON, 2022)', json: 'transactions', amounts: 'gross' })

/** Shares come in without those that were withheld for taxes, at what they were worth on that day. */
function bookDeposit(line: Award, book: Book): void {
  const quantity = line.net ?? line.quantity ?? refuse('no-quantity', 'The row has no quantity.')
  const price = line.fairPrice ?? line.purchaseFairPrice
  book.inKind('TRANSFER', { quantity, cost: price === undefined ? 'market' : product(quantity, price) })
}

function bookSale(line: Award, book: Book): void {
  const stated = line.quantity ?? refuse('no-quantity', 'The row has no quantity.')
  const prices = [...new Set(line.salePrices.split(BETWEEN).filter((one) => one !== ''))]
  const [first = '', ...others] = prices
  const price = others.length === 0 ? parseNumber(first, 'dot') : undefined
  if (line.factor === 'unclear')
    refuse('unclear-split', 'Some of the shares were bought before a split and others after it. Enter the sale by hand.')
  const sold = price === undefined ? stated : withDecimals(line, book, stated, price)
  if (line.factor === '') book.trade({ quantity: sold, price }, 'SELL')
  else bookOldSale(line, book, sold, price)
}

/** A sale of before a split, in shares of after it, which the deposits are stated in. */
function bookOldSale(line: Award, book: Book, sold: string, price: string | undefined): void {
  const quantity = product(sold, line.factor)
  book.trade({ quantity, price: price && divide(decimal(price), decimal(line.factor)) }, 'SELL')
  const detail = `A split of ${line.factor}:1 came after this sale of ${sold}. The file states the deposits in shares of after the split, so the sale is booked as ${quantity}.`
  book.note('warning', 'split-adjusted', detail)
}

/** Some exports leave the decimals of a quantity out; price and amount then tell it exactly. */
function withDecimals({ amount, fees }: Award, book: Book, stated: string, price: string): string {
  if (amount === undefined || isZero(price) || stated.includes('.')) return stated
  for (const gross of [decimal(amount), add(decimal(amount), decimal(fees ?? '0'))]) {
    const exact = round(divide(gross, decimal(price)), 3)
    const isMore = subtract(exact, decimal(stated)) > 0n && subtract(exact, decimal(stated)) < decimal('1')
    if (!isMore || absolute(subtract(multiply(exact, decimal(price)), gross)) > decimal('0.005')) continue
    const quantity = formatDecimal(exact)
    book.note('warning', 'quantity-completed', `The file says ${stated} shares, but price and amount make ${quantity}.`)
    return quantity
  }
  return stated
}
