/** Wealthsimple: the activities export, in both of its layouts. */
import {
  type AssetTerms,
  type Book,
  clock,
  day,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  refuse,
  tableImporter,
  text,
  unit,
} from '#plugins/kit/index.ts'
import { unclearOption } from '../north-america.ts'

const columns = {
  date: day('effective_date', 'transaction_date'),
  first: text('effective_date', 'transaction_date'),
  time: optional(clock('effective_time')),
  settledOn: optional(day('settlement_date')),
  account: text('account_id'),
  accountType: text('account_type'),
  kind: text('activity_type'),
  sub: text('activity_sub_type'),
  text: optional(text('description')),
  direction: text('direction'),
  symbol: text('symbol'),
  underlying: optional(text('underlying symbol', 'underlying_symbol')),
  name: text('name'),
  unit: unit('currency'),
  quantity: number('quantity'),
  price: number('unit_price'),
  fees: number('commission'),
  amount: number('net_cash_amount'),
}

type Entry = Line<typeof columns>

const activities = layout({
  name: 'Activities export',
  dates: 'ymd',
  zone: 'America/Toronto',
  numbers: 'dot',
  columns,
  skip: (line) => (/^"?as of\b/i.test(line.first) ? 'footer' : undefined),
  rows: {
    Trade: trade,
    Dividend: (line, book) => book.cash('DIVIDEND', { asset: assetOf(line) }),
    Interest: (line, book) => book.cash('INTEREST', { asset: undefined, description: line.text }),
    BonusPayment: (line, book) => book.cash('INTEREST', { asset: undefined, tags: ['bonus'], description: line.text }),
    'Deposit|Withdrawal|Spend': (line, book) => book.cash('MOVE', { description: line.text || line.name }),
    MoneyMovement: (line, book) =>
      book.cash(line.sub === 'TRANSFER' ? 'TRANSFER' : 'MOVE', { asset: undefined, description: line.text }),
    Fee: (line, book) => book.cash('FEE', { asset: undefined, description: line.text }),
    OptionExpiry: unclearOption,
  },
})

function assetOf({ symbol, name }: Entry): AssetTerms {
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  return symbol === '' ? refuse('no-asset', 'The row names no security.') : { symbol, name }
}

/** Quantities of sales are negative; prices of another currency do not fit the amount and are left out. */
function trade(line: Entry, book: Book): void {
  const direction = /^buy$/i.test(line.sub) ? 'BUY' : /^sell$/i.test(line.sub) ? 'SELL' : undefined
  if (direction === undefined) refuse('unknown-type', `"${line.sub}" is no trade that this importer knows.`)
  book.trade({ asset: assetOf(line), quantity: line.quantity?.replace('-', ''), description: line.text }, direction)
}

export const wealthsimple = tableImporter(
  {
    code: 'wealthsimple',
    name: 'Wealthsimple',
    website: 'https://www.wealthsimple.com',
    description: 'The activities export of all accounts.',
    docs: 'Activity > Download > choose accounts and dates (CSV).',
    colour: '#32302f',
    maturity: 'beta',
  },
  [activities],
)
