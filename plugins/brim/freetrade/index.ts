/** Freetrade: the activity feed, with amounts in the currency of the account and after costs. */
import {
  absolute,
  type Book,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  isin,
  type Line,
  layout,
  moment,
  multiply,
  number,
  optional,
  refuse,
  round,
  subtract,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { noteTaxLeftOut } from '../withheld.ts'

const columns = {
  name: text('Title'),
  kind: text('Type'),
  ...moment('Timestamp'),
  unit: unit('Account Currency'),
  amount: number('Total Amount', 'Total Amount in Account Currency'),
  side: text('Buy / Sell'),
  symbol: optional(text('Ticker')),
  isin: isin('ISIN'),
  price: number('Price per Share in Account Currency'),
  stamp: number('Stamp Duty'),
  quantity: number('Quantity'),
  id: optional(text('Order ID')),
  instrumentUnit: optional(unit('Instrument Currency')),
  value: optional(text('Total Shares Amount', 'Total Amount in Instrument Currency')),
  baseRate: optional(number('Base FX Rate')),
  exchangeFee: optional(number('FX Fee Amount')),
  netPaid: optional(number('Dividend Net Distribution Amount')),
  withheld: optional(number('Dividend Withheld Tax Amount')),
  ...unused('Venue', 'Order Type', 'Price per Share', 'FX Rate', 'FX Fee (BPS)', 'Dividend Ex Date', 'Dividend Pay Date'),
  ...unused('Dividend Eligible Quantity', 'Dividend Amount Per Share', 'Dividend Gross Distribution Amount'),
  ...unused('Dividend Withheld Tax Percentage', 'Stock Split Ex Date', 'Stock Split Pay Date', 'Stock Split New ISIN'),
  ...unused('Stock Split Rate of Share Outturn From', 'Stock Split Rate of Share Outturn To'),
  ...unused('Stock Split Maintain Holding of Initial ISIN', 'Stock Split New Share Quantity'),
  ...unused('Stock Split Rate of Cash Outturn Amount', 'Stock Split Rate of Cash Outturn Currency'),
  ...unused('Stock Split Cash Outturn Received Amount', 'Stock Split Has Fractional Payout'),
  ...unused('Stock Split Rate of Fractional Payout Amount', 'Stock Split Rate of Fractional Payout Currency'),
  ...unused('Stock Split Fractional Payout Cash Received Amount', 'Stock Split Fractional Payout Cash Received Currency'),
}

type Row = Line<typeof columns>

const PENNY = decimal('0.01')

const activity = layout({
  name: 'Activity feed',
  dates: 'ymd',
  zone: 'UTC',
  numbers: 'dot',
  signs: 'sizes',
  order: 'newest-first',
  columns,
  rows: {
    ORDER: (line, book) => {
      const side =
        line.side === 'BUY' || line.side === 'SELL'
          ? line.side
          : refuse('unknown-side', `"${line.side}" is neither BUY nor SELL.`)
      book.trade({ fees: line.exchangeFee, taxes: line.stamp }, side)
    },
    // No cash moves: the total is what the share was worth.
    FREESHARE_ORDER: (line, book) => book.inKind('INTEREST', { cost: line.amount, tags: ['bonus'] }),
    'DIVIDEND|SPECIAL_DIVIDEND|PROPERTY': (line, book) =>
      book.cash('DIVIDEND', { taxes: taxOf(line, book), description: undefined }),
    TOP_UP: (line, book) => book.cash('DEPOSIT', { description: line.name }),
    WITHDRAWAL: (line, book) => book.cash('WITHDRAWAL', { description: line.name }),
    INTEREST_FROM_CASH: (line, book) => book.cash('INTEREST', { description: line.name }),
    // Between two accounts of one customer; the title tells which way.
    INTERNAL_TRANSFER: (line, book) => {
      const way = /^internal transfer (to|from) /i.exec(line.name)?.[1]?.toLowerCase()
      const size = (line.amount ?? refuse('no-amount', 'The row has no amount.')).replace('-', '')
      if (way === undefined) refuse('unclear-transfer', `"${line.name}" does not tell which way the money went.`)
      book.add({
        type: 'TRANSFER',
        amount: way === 'to' ? `-${size}` : size,
        currency: line.unit?.currency,
        description: line.name,
      })
    },
    'MONTHLY_STATEMENT|MONTHLY_SHARE_LENDING_STATEMENT|TAX_CERTIFICATE': { skip: 'the marker of a document' },
  },
})

/** The tax that was withheld, in the currency of the account: stated in that of the share, at a rate that the amount proves. */
function taxOf(line: Row, book: Book): string | undefined {
  const { withheld, netPaid, amount, instrumentUnit, unit: own } = line
  if (withheld === undefined || decimal(withheld) === 0n) return undefined
  if (instrumentUnit?.currency === own?.currency) return withheld
  const rate = rateOf(line)
  if (rate !== undefined && netPaid !== undefined && amount !== undefined) {
    const off = absolute(subtract(multiply(decimal(netPaid), rate), decimal(amount)))
    if (off <= PENNY) return formatDecimal(round(multiply(decimal(withheld), rate), 2))
  }
  noteTaxLeftOut(book, 'account')
  return undefined
}

/** Units of the account's currency for one of the share's; the file has it either way round. */
function rateOf({ baseRate, netPaid, amount }: Row): Decimal | undefined {
  if (baseRate === undefined || netPaid === undefined || amount === undefined || decimal(baseRate) === 0n) return undefined
  const rate = decimal(baseRate)
  const inverse = divide(decimal('1'), rate)
  const off = (one: Decimal) => absolute(subtract(multiply(decimal(netPaid), one), decimal(amount)))
  return off(rate) <= off(inverse) ? rate : inverse
}

export const freetrade = tableImporter(
  {
    code: 'freetrade',
    name: 'Freetrade',
    website: 'https://freetrade.io',
    description: 'Activity of one account (GIA, ISA or SIPP) at Freetrade.',
    docs: 'Activity > Export > all activity (CSV, sent by e-mail).',
    colour: '#fe6bba',
  },
  [activity],
)
