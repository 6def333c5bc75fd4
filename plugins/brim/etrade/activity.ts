/** E*TRADE: the activity of a brokerage account, in the titles of today and in those of before 2025. */
import {
  type AssetTerms,
  type Book,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  refuse,
  text,
  unused,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMoved } from '../north-america.ts'

const columns = {
  date: day('Activity/Trade Date', 'TransactionDate'),
  settledOn: optional(day('Settlement Date')),
  type: text('Activity Type', 'TransactionType'),
  description: text('Description'),
  symbol: text('Symbol'),
  quantity: number('Quantity #', 'Quantity'),
  price: number('Price $', 'Price'),
  amount: number('Amount $', 'Amount'),
  fees: number('Commission'),
  ...unused('Transaction Date', 'Cusip', 'Category', 'Note', 'SecurityType'),
}

type Entry = Line<typeof columns>

/** Between the parts of one account: two rows that cancel each other. */
const WITHIN = /^(TRNSFR (CASH|MARGIN|SHORT) TO (CASH|MARGIN|SHORT)|INTERNAL FUND TRANSFER)/i

export const activity = layout({
  name: 'Activity',
  dates: 'mdy',
  zone: 'America/New_York',
  numbers: 'dot',
  currency: 'USD',
  columns,
  skip: ({ type, description, amount }) => {
    if (type === '' && description === '' && amount === undefined) return 'text'
    return WITHIN.test(description) ? 'moved within the account' : undefined
  },
  kind: ({ type, quantity, price }) => {
    // In 2024 downloads had a number in place of the type.
    if (type !== '0' || isZero(quantity) || isZero(price)) return type
    return quantity?.startsWith('-') === true ? 'Sold' : 'Bought'
  },
  rows: {
    'Bought|Bought To Open|Bought To Cover|Bought To Close': (line, book) => trade(line, book, 'BUY'),
    'Sold|Sold Short|Sold To Open|Sold To Close': (line, book) => trade(line, book, 'SELL'),
    'Dividend|Qualified Dividend': dividend,
    'Interest|Interest Income': (line, book) => book.cash('INTEREST', { asset: undefined, description: line.description }),
    'Margin Interest': (line, book) =>
      book.cash('INTEREST', { asset: undefined, description: line.description, tags: ['margin'] }),
    'Stock Split': (line, book) => book.add({ type: 'SPLIT', asset: book.asset(assetOf(line)), quantity: line.quantity }),
    'Fee|Service Fee': (line, book) => book.cash('FEE', { asset: undefined, description: line.description }),
    'Transfer|Online Transfer|Wire|Direct Debit|Contribution': (line, book) => {
      if (isZero(line.quantity)) book.cash('MOVE', { description: line.description })
      else bookMoved(book, line.quantity, { asset: assetOf(line) })
    },
    // Signed: what was bought leaves, what was written comes back; the shares have a row of their own.
    'Option Expired|Option Assigned|Option Exercised': (line, book) =>
      book.trade({ asset: assetOf(line), price: '0', amount: '0', fees: undefined }),
  },
})

function trade(line: Entry, book: Book, direction: 'BUY' | 'SELL'): void {
  book.trade({ asset: assetOf(line), quantity: line.quantity?.replace('-', '') }, direction)
}

/** A dividend that buys its security is a second row of the same type, without a price. */
function dividend(line: Entry, book: Book): void {
  const asset = assetOf(line)
  if (isZero(line.quantity)) bookIncome(book, line, { asset, description: line.description })
  else if (line.amount?.startsWith('-') === true) book.trade({ asset, price: isZero(line.price) ? undefined : line.price }, 'BUY')
  else
    refuse(
      'unclear-event',
      'Shares came without money: of a split or as a dividend. Look it up at the broker and enter it by hand.',
    )
}

/** The terms of an option are in the description; its symbol is that of the shares, or has them in words. */
function assetOf({ symbol, description }: Entry): AssetTerms {
  const option = optionOf(description)
  if (option !== undefined) return option
  if (/^(CALL|PUT)\s/i.test(description))
    refuse('no-option', `"${description}" is an option that this importer cannot read. Enter it by hand.`)
  if (/^-*$/.test(symbol)) refuse('no-asset', 'The row names no security.')
  const noise = /\s+(UNSOLICITED TRADE|DIVIDEND REINVESTMENT|CASH DIV|SPLIT RATIO|RECORD \d|REINVEST PRICE)\b.*$/i
  return { symbol, name: description.replace(noise, '') }
}
