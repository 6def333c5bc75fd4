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
  plus,
  refuse,
  sizeOf,
  text,
} from '#plugins/kit/index.ts'
import { bookIncome, bookMoved, endOption } from '../north-america.ts'

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
}

type Entry = Line<typeof columns>

/** Between the parts of one account two rows cancel each other. */
const WITHIN = /^(TRNSFR (CASH|MARGIN|SHORT) TO (CASH|MARGIN|SHORT)|INTERNAL FUND TRANSFER)/i

export const format = { dates: 'mdy', zone: 'America/New_York', numbers: 'dot', currency: 'USD' } as const

export const activity = layout({
  ...format,
  name: 'Activity',
  columns,
  varying: /^(transaction date|cusip|category|note|securitytype)$/,
  defaults: { asset: assetOf },
  skip: ({ type, description, amount }) => (type === '' && description === '' && amount === undefined ? 'text' : undefined),
  kind: ({ type, quantity, price }) => {
    // In 2024 downloads had a number in place of the type.
    if (type !== '0' || isZero(quantity) || isZero(price)) return type
    return quantity?.startsWith('-') === true ? 'Sold' : 'Bought'
  },
  rows: {
    'Bought|Bought To Open|Bought To Cover|Bought To Close': (line, book) =>
      book.trade({ quantity: sizeOf(line.quantity) }, 'BUY'),
    'Sold|Sold Short|Sold To Open|Sold To Close': (line, book) => book.trade({ quantity: sizeOf(line.quantity) }, 'SELL'),
    'Dividend|Qualified Dividend': dividend,
    'Interest|Interest Income': (_, book) => book.cash('INTEREST', { asset: undefined }),
    'Margin Interest': (_, book) => book.cash('INTEREST', { asset: undefined, tags: ['margin'] }),
    'Fee|Service Fee': (_, book) => book.cash('FEE', { asset: undefined }),
    'Transfer|Online Transfer|Wire|Direct Debit|Contribution': ({ quantity }, book) =>
      isZero(quantity) ? book.cash('MOVE') : bookMoved(book, quantity),
    // Signed: what was bought leaves, what was written comes back; the shares have a row of their own.
    'Option Expired|Option Assigned|Option Exercised': ({ amount }, book) => endOption(book, amount),
  },
  cases: {
    key: ({ type, description, symbol, date }) =>
      WITHIN.test(description) ? `within ${symbol} ${date}` : /^stock split$/i.test(type) ? `split ${date}` : undefined,
    book: (lines, book) => (WITHIN.test(lines[0].description) ? moveWithin(lines, book) : split(lines, book)),
  },
})

/** What does not cancel out went to another account, or came from it. */
function moveWithin(lines: readonly Entry[], book: Book): void {
  const left = [plus(...lines.map(({ amount }) => amount)), plus(...lines.map(({ quantity }) => quantity))]
  if (isZero(left.join(''))) book.skip('moved within the account')
  else for (const line of lines) bookMoved(book.on(line), line.quantity)
}

/** Rows of what came on top; of a reverse split the old shares go out in one row and the new ones come in by another. */
function split(lines: readonly Entry[], book: Book): void {
  if (lines.some(({ quantity }) => quantity?.startsWith('-'))) book.exchange(...book.pairOf(lines))
  else for (const line of lines) book.on(line).split()
}

/** A dividend that buys its security is a second row of the same type, without a price. */
function dividend(line: Entry, book: Book): void {
  if (isZero(line.quantity)) bookIncome(book, line)
  else if (line.amount?.startsWith('-') === true) book.trade({ price: isZero(line.price) ? undefined : line.price }, 'BUY')
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
