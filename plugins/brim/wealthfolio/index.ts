/** Wealthfolio: activities, and snapshots of holdings; beside them the statement that it takes for a test of its own import. */
import {
  type AssetTerms,
  type Book,
  day,
  decimal,
  isZero,
  type Line,
  layout,
  number,
  optional,
  product,
  refuse,
  tableImporter,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'
import { withChosenDays } from './days.ts'
import { CASH, holdings } from './holdings.ts'
import { statement } from './statement.ts'

const TYPES = { CRYPTO: 'CRYPTO', BOND: 'BOND', OPTION: 'OPTION', METAL: 'COMMODITY', ETF: 'ETF', FUND: 'FUND' } as const

const OWN = /^(activityType|instrumentType|subtype)$/

const columns = {
  date: day('date', 'activityDate'),
  kind: text('activityType', 'type'),
  // Of an export `symbol` is the number of the asset, and its symbol has a column of its own.
  symbol: text('assetSymbol', 'symbol'),
  quantity: number('quantity'),
  price: number('unitPrice', 'unit_price'),
  unit: unit('currency'),
  fees: number('fee'),
  amount: number('amount'),
  taxes: optional(number('tax')),
  instrument: optional(text('instrumentType')),
  exchange: optional(text('fxRate')),
  subtype: optional(text('subtype')),
  description: optional(text('comment', 'notes')),
  account: optional(text('account', 'accountName')),
  isin: optional(text('isin')),
  id: optional(text('id')),
  status: optional(text('status')),
  draft: optional(text('isDraft')),
  name: optional(text('assetName')),
  assetNumber: optional(text('symbol')),
  ...unused(
    ...['assetId', 'accountId', 'accountCurrency', 'assetDataSource', 'assetPricingMode', 'assetQuoteMode', 'exchangeMic'],
    ...['createdAt', 'updatedAt', 'needsReview', 'isUserModified', 'metadata', 'subRows'],
    ...['sourceSystem', 'sourceRecordId', 'sourceGroupId', 'idempotencyKey', 'importRunId'],
  ),
}

type Activity = Line<typeof columns>

const activities = layout({
  name: 'Activities',
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'net',
  unique: ['id'],
  columns,
  // Words that anybody's table may have; the spelling is Wealthfolio's own.
  when: ({ tables }) =>
    tables.some(({ rows }) => rows.slice(0, 5).some(({ cells }) => cells.some((cell) => OWN.test(cell.trim())))),
  skip: ({ status, draft }) =>
    (status !== '' && !/^posted$/i.test(status)) || /^true$/i.test(draft) ? `not final: ${status || 'draft'}` : undefined,
  kind: (line) => line.kind,
  rows: {
    BUY: (line, book) => book.trade({ asset: assetOf(line), amount: out(totalOf(line)) }, 'BUY'),
    SELL: (line, book) => book.trade({ asset: assetOf(line), amount: totalOf(line) }, 'SELL'),
    DIVIDEND: bookDividend,
    INTEREST: (line, book) => {
      if (line.subtype === 'STAKING_REWARD') bookStaking(line, book)
      else book.cash('INTEREST', { asset: undefined, amount: amountOf(line) })
    },
    DEPOSIT: (line, book) => book.cash('DEPOSIT', { amount: amountOf(line) }),
    WITHDRAWAL: (line, book) => book.cash('WITHDRAWAL', { amount: out(amountOf(line)) }),
    'TRANSFER_IN|ADD_HOLDING': (line, book) => bookTransfer(line, book, ''),
    'TRANSFER_OUT|REMOVE_HOLDING': (line, book) => bookTransfer(line, book, '-'),
    FEE: (line, book) => book.cash('FEE', { asset: securityOf(line), amount: out(chargeOf(line, line.fees)) }),
    TAX: (line, book) => book.cash('TAX', { asset: securityOf(line), amount: out(chargeOf(line, line.taxes)) }),
    SPLIT: bookSplit,
    CREDIT: bookCredit,
  },
})

function assetOf({ symbol, instrument, name }: Activity): AssetTerms {
  const type = Object.entries(TYPES).find(([code]) => code === instrument.toUpperCase())?.[1]
  return { symbol, ...(name === '' ? {} : { name }), ...(type === undefined ? {} : { type }) }
}

function securityOf(line: Activity): AssetTerms | undefined {
  return line.symbol === '' || CASH.test(line.symbol) ? undefined : assetOf(line)
}

const out = (figure: string | undefined) => (figure === undefined ? undefined : `-${figure}`)

/** The amount as it stands there, else quantity x price; 0 in place of nothing is none. */
function amountOf({ amount, quantity, price }: Activity): string {
  return !isZero(amount) ? (amount ?? '') : product(quantity, price)
}

/** The final amount of a trade; older versions wrote quantity x price there, without the fee. */
function totalOf({ amount, quantity, price }: Activity): string | undefined {
  if (isZero(amount) || amount === undefined) return undefined
  const isGross = quantity !== undefined && price !== undefined && decimal(product(quantity, price)) === decimal(amount)
  return isGross ? undefined : amount
}

/** A charge may stand in its own column instead of the amount. */
function chargeOf({ amount }: Activity, charge: string | undefined): string {
  return (!isZero(amount) ? amount : charge) ?? refuse('no-amount', 'The row has no amount.')
}

/** Reinvested: the dividend, and shares for the same amount; no cash is left of it. */
function bookDividend(line: Activity, book: Book): void {
  const [asset, amount] = [assetOf(line), amountOf(line)]
  book.cash('DIVIDEND', { asset, amount })
  if (line.subtype !== 'DRIP' && line.subtype !== 'DIVIDEND_IN_KIND') return
  book.trade({ asset, amount: out(amount), fees: undefined, taxes: undefined }, 'BUY')
  book.note(
    'warning',
    'dividend-reinvested',
    `Booked as a dividend and as a purchase of ${line.quantity} for the same amount. Check that these are the shares that came in.`,
  )
}

function bookStaking(line: Activity, book: Book): void {
  const cost = !isZero(line.amount) || !isZero(line.price) ? amountOf(line) : 'market'
  book.inKind('INTEREST', { asset: { ...assetOf(line), type: 'CRYPTO' }, cost, tags: ['staking'] })
}

function bookTransfer(line: Activity, book: Book, sign: '' | '-'): void {
  if (securityOf(line) === undefined) {
    book.cash('TRANSFER', { asset: undefined, amount: `${sign}${amountOf(line)}`, fees: undefined })
    return
  }
  if (line.quantity === undefined) refuse('no-quantity', 'The row has no quantity.')
  const cost = !isZero(line.price) ? product(line.quantity, line.price) : undefined
  book.inKind('TRANSFER', { asset: assetOf(line), quantity: `${sign}${line.quantity}`, cost })
  if (!isZero(line.fees)) book.cash('FEE', { asset: assetOf(line), amount: out(line.fees) })
}

/** The ratio is the amount; the template of Wealthfolio has it in the quantity. */
function bookSplit(line: Activity, book: Book): void {
  const ratio = !isZero(line.amount) ? line.amount : line.quantity
  if (isZero(ratio) || ratio?.startsWith('-')) refuse('no-ratio', 'A split needs its ratio in the amount.')
  book.add({ type: 'SPLIT', asset: book.asset(assetOf(line)), ratio: `${ratio}:1` })
  if (isZero(line.amount))
    book.note('warning', 'split-ratio', `The ratio ${ratio}:1 was taken from the quantity: the amount is empty.`)
}

function bookCredit(line: Activity, book: Book): void {
  const amount = amountOf(line)
  if (line.subtype === 'BONUS') book.cash('INTEREST', { asset: undefined, amount, tags: ['bonus'] })
  else if (/^(REBATE|REFUND)$/.test(line.subtype)) book.cash('FEE', { asset: securityOf(line), amount })
  else
    refuse('unknown-type', `A credit of the subtype "${line.subtype}" may be income or a fee that came back. Enter it by hand.`)
}

export const wealthfolio = tableImporter(
  {
    code: 'wealthfolio',
    name: 'Wealthfolio',
    broker: 'Wealthfolio',
    website: 'https://wealthfolio.app',
    version: '2',
    extensions: ['csv'],
    languages: ['en'],
    description: 'Activities of Wealthfolio, its snapshots of holdings, and statements in the form of its test data.',
    docs: 'Settings > Exports > Activities (CSV).',
    colour: '#3a7d44',
    prepare: withChosenDays,
  },
  [activities, holdings, statement],
)
