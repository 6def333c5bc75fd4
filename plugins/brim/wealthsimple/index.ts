/** Wealthsimple: the activities export, in both of its layouts; holdings and monthly statements are refused. */
import {
  type AssetTerms,
  type Book,
  clock,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  optionOf,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { bookShares, convertPairs, unclearEvent, unclearOption } from '../north-america.ts'
import { otherReport } from '../other-report.ts'
import { heldBy, type Named } from '../per-unit.ts'
import { isText, REPORT_DAY, withReportDay } from '../report-day.ts'

const columns = {
  date: day('effective_date', 'transaction_date'),
  first: text('effective_date', 'transaction_date'),
  time: optional(clock('effective_time')),
  settledOn: optional(day('settlement_date')),
  account: text('account_id'),
  accountType: optional(text('account_type')),
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
    ReturnOfCapital: (line, book) => book.cash('RETURN_OF_CAPITAL', { asset: assetOf(line) }),
    NonCashDistribution: (_, book) => {
      book.skip('no money moved: only the book cost changes')
      book.note('warning', 'capital-return', 'This changes the cost for your taxes: enter it as an ADJUSTMENT.')
    },
    NonResidentTax: (line, book) => book.cash('TAX', { asset: line.symbol === '' ? undefined : assetOf(line) }),
    Interest: (line, book) => book.cash('INTEREST', { asset: undefined, description: line.text }),
    InterestCharged: (line, book) => book.cash('INTEREST', { asset: undefined, description: line.text, tags: ['margin'] }),
    BonusPayment: (line, book) => book.cash('INTEREST', { asset: undefined, tags: ['bonus'], description: line.text }),
    'Deposit|Withdrawal|Spend': (line, book) => book.cash('MOVE', { description: line.text || line.name }),
    MoneyMovement: (line, book) =>
      book.cash(/^(TRANSFER|TRANSFER_TF|IFT)$/i.test(line.sub) ? 'TRANSFER' : 'MOVE', {
        asset: undefined,
        description: line.text,
      }),
    'Fee|Refund|AdministrativePayment': (line, book) => book.cash('FEE', { asset: undefined, description: line.text }),
    // What such a row has for an amount is a value, no money.
    'SecurityTransfer|InternalSecurityTransfer': (line, book) => {
      if (/(^|_)OUT(_|$)/i.test(line.sub) && line.quantity?.startsWith('-') !== true)
        refuse('unexpected-sign', 'Nothing goes out by this transfer to another account. Enter it by hand.')
      bookShares(book, line.quantity, { asset: assetOf(line) })
    },
    'OptionExpiry|OptionExercise|OptionAssignment': endOption,
  },
  cases: {
    key: ({ kind, sub, account, date, symbol }) => {
      if (/^FxExchange$/i.test(kind)) return `exchange ${account} ${date}`
      if (!/^(Legacy)?CorporateAction$/i.test(kind)) return undefined
      return `${sub} ${account} ${date} ${/^(CONSOLIDATION|SPLIT)$/i.test(sub) ? symbol : ''}`
    },
    book: (lines, book) => (/^FxExchange$/i.test(lines[0].kind) ? convertPairs(lines, book) : reorganize(lines, book)),
  },
})

const INSTEAD = 'Take the activities export instead: Activity > Download > choose accounts and dates (CSV).'

const holdings = layout({
  name: 'Holdings report',
  holds: 'positions',
  instead: INSTEAD,
  dates: 'ymd',
  numbers: 'dot',
  columns: {
    account: text('Account Number'),
    symbol: text('Symbol'),
    name: text('Name'),
    type: text('Security Type'),
    quantity: number('Quantity'),
    price: text('Market Price'),
    quoted: unit('Market Price Currency'),
    worth: text('Market Value'),
    basis: text('Book Value (Market)'),
    unit: unit('Book Value Currency (Market)'),
    date: optional(day(REPORT_DAY)),
    ...unused('Account Name', 'Account Type', 'Account Classification', 'Exchange', 'MIC', 'Position Direction'),
    ...unused('Book Value (CAD)', 'Book Value Currency (CAD)', 'Market Value Currency'),
    ...unused('Market Unrealized Returns', 'Market Unrealized Returns Currency'),
  },
  skip: (line) => (isText(line) ? 'text' : /^(cash|currency)$/i.test(line.type) ? 'cash' : undefined),
  rows: { '*': heldBy(assetOf) },
})

const TITLES = ['date', 'transaction', 'description', 'amount', 'balance', 'currency']
const statement = otherReport('Monthly statement', INSTEAD, TITLES, { exact: true })

function assetOf({ symbol, name }: Named): AssetTerms {
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  return symbol === '' ? refuse('no-asset', 'The row names no security.') : { symbol, name }
}

function reorganize(lines: readonly [Entry, ...Entry[]], book: Book): void {
  const [first, second] = lines
  if (lines.some(({ amount }) => !isZero(amount))) unclearEvent()
  else if (second !== undefined) book.exchange(...book.pairOf(lines))
  else if (!/^SPLIT$/i.test(first.sub) || first.quantity?.startsWith('-') !== false) unclearEvent()
  else book.split({ asset: assetOf(first) })
}

/** What was bought leaves, what was written comes back, both for nothing. */
function endOption(line: Entry, book: Book): void {
  if (!/^(long|short)$/i.test(line.direction) || !isZero(line.amount)) unclearOption()
  const quantity = line.quantity?.replace('-', '')
  book.trade({ asset: assetOf(line), quantity, price: '0', amount: '0' }, /^long$/i.test(line.direction) ? 'SELL' : 'BUY')
}

/** Quantities of sales are negative; prices of another currency do not fit the amount and are left out. */
function trade(line: Entry, book: Book): void {
  const direction = /^(buy|drip|bto|btc)$/i.test(line.sub) ? 'BUY' : /^(sell|sto|stc)$/i.test(line.sub) ? 'SELL' : undefined
  if (direction === undefined) refuse('unknown-type', `"${line.sub}" is no trade that this importer knows.`)
  book.trade({ asset: assetOf(line), quantity: line.quantity?.replace('-', ''), description: line.text }, direction)
}

export const wealthsimple = tableImporter(
  {
    code: 'wealthsimple',
    name: 'Wealthsimple',
    website: 'https://www.wealthsimple.com',
    version: '2',
    description: 'The activities export of all accounts; the holdings report opens a portfolio.',
    docs: 'Activity > Download > choose accounts and dates (CSV).',
    colour: '#32302f',
    maturity: 'beta',
    prepare: withReportDay({ titles: ['Book Value (Market)'], day: /^as of (\d{4}-\d{2}-\d{2})/i, dates: 'ymd' }),
  },
  [activities, holdings, statement],
)
