/** Morgan Stanley at Work (Shareworks): releases and withdrawals, which belong together. */
import {
  type AssetTerms,
  add,
  type Book,
  type Decimal,
  day,
  decimal,
  divide,
  formatDecimal,
  layout,
  multiply,
  negate,
  nth,
  number,
  optional,
  refuse,
  tableImporter,
  text,
} from '#plugins/kit/index.ts'
import { costsBetween } from '../net-trade.ts'
import { otherReport } from '../other-report.ts'

type Line = {
  readonly row: number
  readonly cells: readonly string[]
  readonly date: string
  readonly first: string
  readonly plan: string
  readonly kind: string
  readonly status: string
  readonly quantity: string | undefined
  readonly price: string | undefined
  readonly amount: string | undefined
  readonly shares: string | undefined
}

/** Alphabet split its shares 20:1 after this day: releases are stated as of after it, withdrawals of before as they were. */
const ALPHABET = { lastDay: '2022-07-15', factor: decimal('20'), plan: /^GSU Class [AC]$/ }
const SYMBOLS: Readonly<Record<string, string>> = { 'GSU Class C': 'GOOG', 'GSU Class A': 'GOOGL' }
/** What a sale costs at most, as a share of its worth. */
const MOST_COSTS = decimal('0.02')

const format = { dates: 'dmy', zone: 'America/New_York', numbers: 'dot', currency: 'USD' } as const

const columns = {
  order: text('Order Number'),
  kind: text('Type'),
  price: number('Price'),
  quantity: number('Quantity'),
  taxMethod: optional(text('Tax Payment Method')),
}

const releases = layout({
  ...format,
  name: 'Releases Report',
  columns: {
    ...columns,
    date: day('Vest Date'),
    first: text('Vest Date'),
    plan: text('Plan'),
    status: text('Status'),
    amount: number('Net Cash Proceeds'),
    shares: number('Net Share Proceeds'),
  },
  skip: unfinished,
  rows: { Release: bookRelease },
})

const withdrawals = layout({
  ...format,
  name: 'Withdrawals Report',
  columns: {
    ...columns,
    date: day('Execution Date'),
    first: text('Execution Date'),
    plan: text('Plan'),
    status: text('Order Status'),
    amount: number('Net Amount'),
    shares: number('Net Share Proceeds'),
  },
  skip: unfinished,
  rows: { Sale: (line, book) => (line.plan === 'Cash' ? withdraw(line, book) : bookSale(line, book)) },
})

const netShares = layout({
  ...format,
  name: 'Releases Net Shares Report',
  holds: 'other',
  instead: 'The Releases Report has the same releases: take it and the Withdrawals Report.',
  columns: {
    ...columns,
    date: day('Date'),
    plan: text('Plan'),
    status: text('Order Status'),
    cash: text(nth('Net Share Proceeds', 1)),
    shares: text(nth('Net Share Proceeds', 2)),
  },
})

const wires = otherReport(
  'Withdrawal Wire Report',
  'The Withdrawals Report has the same money: take it and the Releases Report.',
  ['Order Number', 'Type', 'Price', 'Quantity', 'Date', 'Symbol', 'Order Status', 'Net Cash Proceeds', 'Net Share Proceeds'],
  { zone: format.zone, optional: ['Tax Payment Method'] },
)

/** Notes below the rows, and orders that never came to anything. */
function unfinished({ first, status }: Line): string | undefined {
  if (/^please note\b/i.test(first)) return 'note'
  if (/^(complete|completed|staged)$/i.test(status)) return undefined
  if (/^(cancell?ed|rejected|expired)$/i.test(status)) return `status ${status}`
  return refuse('unknown-status', `"${status}" is no status that this importer knows.`)
}

function assetOf({ plan }: Line): AssetTerms {
  return plan === '' ? refuse('no-asset', 'The row names no plan.') : { ref: plan, name: plan, symbol: SYMBOLS[plan] }
}

/** The shares that are left after taxes, at what they were worth. */
function bookRelease(line: Line, book: Book): void {
  const { shares, price } = line
  if (line.amount !== undefined && /[1-9]/.test(line.amount))
    refuse('unclear-release', 'Money came of this release too. Look it up at the broker and enter it by hand.')
  if (shares === undefined || price === undefined) refuse('no-quantity', 'A release needs its net shares and their price.')
  const cost = formatDecimal(multiply(decimal(shares), decimal(price)))
  book.inKind('TRANSFER', { asset: assetOf(line), quantity: shares, cost, description: line.kind })
}

/** Money that leaves is the sale of "Cash" at 1.00. */
function withdraw({ amount }: Line, book: Book): void {
  if (amount === undefined) refuse('no-amount', 'The row has no amount.')
  book.cash('WITHDRAWAL', { amount: formatDecimal(negate(decimal(amount))) })
}

function bookSale(line: Line, book: Book): void {
  const { quantity, price, amount } = line
  if (quantity === undefined || price === undefined || amount === undefined)
    refuse('no-quantity', 'A sale needs quantity, price and amount.')
  const costs = costsBetween('SELL', quantity, price, amount)
  const fees = costs > 0n && costs <= multiply(add(decimal(amount), costs), MOST_COSTS) ? costs : undefined
  const isOld = ALPHABET.plan.test(line.plan) && line.date <= ALPHABET.lastDay
  if (isOld) bookOldSale(line, book, decimal(quantity), decimal(price), fees)
  else book.trade({ asset: assetOf(line), fees }, 'SELL')
}

function bookOldSale(line: Line, book: Book, quantity: Decimal, price: Decimal, fees: Decimal | undefined): void {
  const sold = formatDecimal(multiply(quantity, ALPHABET.factor))
  book.trade({ asset: assetOf(line), fees, quantity: sold, price: formatDecimal(divide(price, ALPHABET.factor)) }, 'SELL')
  const detail = `Alphabet's split of 20:1 came after this sale of ${line.quantity}. The releases are stated in shares of after the split, so the sale is booked as ${sold}.`
  book.note('warning', 'split-adjusted', detail)
}

export const morganStanley = tableImporter(
  {
    code: 'morgan-stanley',
    name: 'Morgan Stanley',
    website: 'https://www.morganstanley.com/atwork',
    description: 'Stock plans at Morgan Stanley at Work: releases and withdrawals, as one set of files.',
    docs: 'Activity > Reports > choose the period > Download: Releases Report and Withdrawals Report (CSV).',
    colour: '#002b51',
    together: true,
  },
  [releases, withdrawals, netShares, wires],
)
