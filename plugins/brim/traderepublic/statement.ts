/** The broker's own export: every row with its gross amount, and fees and taxes beside it, negative where they cost something. */
import {
  type AssetTerms,
  type Book,
  day,
  isZero,
  type Line,
  layout,
  number,
  optional,
  plus,
  refuse,
  sizeOf,
  type Terms,
  text,
  unit,
  unused,
} from '#plugins/kit/index.ts'

const columns = {
  moment: optional(text('datetime')),
  date: day('date'),
  account: text('account_type'),
  category: optional(text('category')),
  kind: text('type'),
  className: text('asset_class'),
  name: text('name'),
  symbol: text('symbol'),
  quantity: number('shares'),
  price: number('price'),
  amount: number('amount'),
  fees: number('fee'),
  taxes: number('tax'),
  unit: unit('currency'),
  description: optional(text('description')),
  id: text('transaction_id'),
  ...unused('original_amount', 'original_currency', 'fx_rate'),
  settledOn: optional(day('value_date')),
  ...unused('counterparty_name', 'counterparty_iban', 'payment_reference', 'mcc_code'),
}

type Row = Line<typeof columns>
type Tag = 'card' | 'cashback' | 'bonus'

const TYPES = new Map<string, AssetTerms['type']>(
  Object.entries({ STOCK: 'STOCK', FUND: 'FUND', PRIVATE_FUND: 'FUND', BOND: 'BOND', CRYPTO: 'CRYPTO', DERIVATIVE: 'WARRANT' }),
)
const REDEMPTION = /^(final_maturity|early_redemption|redemption|warrant_exercise|tilg)$/i
const MIGRATION = /^migration$/i

export const statement = layout({
  name: 'Transaction export',
  dates: 'ymd',
  numbers: 'dot',
  amounts: 'gross',
  unique: ['id'],
  columns,
  // What is negative was paid.
  defaults: { asset: assetOf, fees: ({ fees }) => paid(fees), taxes: ({ taxes }) => paid(taxes) },
  rows: {
    'BUY|SELL|PRIVATE_MARKET_BUY|PRIVATE_MARKET_SELL': trade,
    'DIVIDEND|DISTRIBUTION|DIVIDEND_EQUIVALENT_PAYMENT|EARNINGS': (line, book) => income(line, book, 'DIVIDEND'),
    'INTEREST_PAYMENT|BOND_ACCRUED_INTEREST': (line, book) => income(line, book, 'INTEREST'),
    // Taxes on income that no row pays out: the amount is 0, and the tax alone moves cash.
    'PRE_DETERMINED_TAX_BASE|SEC_ACCOUNT|TAX_OPTIMIZATION|TAX': (line, book) => wholeSum(line, book, 'TAX'),
    'FEE|CARD_ORDERING_FEE': (line, book) => wholeSum(line, book, 'FEE'),
    'CUSTOMER_INPAYMENT|CUSTOMER_INBOUND|CUSTOMER_OUTBOUND_REQUEST|CUSTOMER_OUTBOUND|CUSTOMER_INPAYMENT_REVERSAL': move,
    'TRANSFER_INBOUND|TRANSFER_OUTBOUND|TRANSFER_INSTANT_INBOUND|TRANSFER_INSTANT_OUTBOUND|TRANSFER_IN|TRANSFER_OUT': move,
    'TRANSFER_DIRECT_DEBIT_INBOUND|VIBAN_TRANSFER_INBOUND|VIBAN_TRANSFER_OUTBOUND|GENERAL_INBOUND|MANUAL_CASH_TRANSFER|GIFT':
      move,
    'CARD_TRANSACTION|CARD_TRANSACTION_INTERNATIONAL|CARD_TRANSACTION_REFUND|CARD_TRANSACTION_REFUND_REVERSAL|CARD_REFUND': (
      line,
      book,
    ) => move(line, book, 'card'),
    BENEFITS_SAVEBACK: (line, book) => income(line, book, 'INTEREST', 'cashback'),
    'BONUS|STOCKPERK|REFERRAL|KINDERGELD_BONUS|PEA_MARKETING': (line, book) => income(line, book, 'INTEREST', 'bonus'),
    // The shares that come on top of those that were held.
    SPLIT: (_, book) => book.split(),
    FREE_RECEIPT: (_, book) => book.inKind('TRANSFER', { cost: 'market' }),
  },
  cases: {
    key: (line) =>
      REDEMPTION.test(line.kind) || MIGRATION.test(line.kind) ? `${MIGRATION.test(line.kind)} ${line.symbol}` : undefined,
    book: (lines, book) => (MIGRATION.test(lines[0].kind) ? migrate(lines, book) : redeem(lines, book)),
  },
})

function assetOf({ symbol, name, className }: Row): AssetTerms | undefined {
  if (symbol === '') return undefined
  const type = TYPES.get(className)
  return { ...(type === 'CRYPTO' ? { symbol } : { isin: symbol }), name, ...(type === undefined ? {} : { type }) }
}

function trade(line: Row, book: Book): void {
  if (line.amount === undefined)
    refuse('no-amount', 'A trade without an amount: its money was booked before, as a pre-payment. Correct the holding by hand.')
  if (line.quantity === undefined) refuse('no-quantity', 'The row does not say how many units were traded. Enter it by hand.')
  settle(line, book, /buy$/i.test(line.kind) ? 'BUY' : 'SELL', line.quantity)
}

function settle(line: Row, book: Book, direction: 'BUY' | 'SELL', quantity: string): void {
  book.trade({ quantity }, direction)
  bookRefunds(line, book)
}

const paid = (cost = '') => (cost.startsWith('-') ? sizeOf(cost) : undefined)
const isRefund = (cost = '-') => !cost.startsWith('-') && !isZero(cost)

/** What came back is a line of its own. */
function bookRefunds({ fees, taxes }: Row, book: Book, tags?: Terms['tags']): void {
  if (isRefund(fees)) book.cash('FEE', { amount: fees, tags, id: undefined })
  if (isRefund(taxes)) book.cash('TAX', { amount: taxes, tags, id: undefined })
}

/** A negative payment takes back one of an earlier report, and the tax that comes back with it is a line of its own. An amount of 0 has a tax alone. */
function income(line: Row, book: Book, type: 'DIVIDEND' | 'INTEREST', tag?: Tag): void {
  if (isZero(line.amount)) {
    wholeSum(line, book, 'TAX')
    return
  }
  const isCorrection = line.amount?.startsWith('-') === true && type === 'DIVIDEND'
  const tags = isCorrection ? (['correction'] as const) : tag === undefined ? undefined : [tag]
  book.cash(type, { tags })
  bookRefunds(line, book, tags)
}

function move(line: Row, book: Book, tag?: Tag): void {
  const description = [line.name, line.description].filter((part) => part !== '').join(': ')
  const terms = { description, tags: tag === undefined ? undefined : [tag] }
  if (isZero(line.amount)) {
    wholeSum(line, book, 'FEE')
    return
  }
  book.cash('MOVE', terms)
  if (!isZero(line.fees)) book.cash('FEE', { ...terms, asset: undefined, amount: line.fees })
  if (!isZero(line.taxes)) book.cash('TAX', { ...terms, asset: undefined, amount: line.taxes })
}

function wholeSum(line: Row, book: Book, type: 'FEE' | 'TAX'): void {
  book.cash(type, { amount: plus(line.amount, line.fees, line.taxes) })
}

/** What is redeemed goes out by one row and its money comes by another, days later at times: the row with the money books both. */
function redeem(lines: readonly Row[], book: Book): void {
  const [paid, titles] = [lines.filter((line) => !isZero(line.amount)), lines.filter((line) => isZero(line.amount))]
  for (const line of paid) {
    const only = paid.length === 1 && titles.length === 1 ? titles[0]?.quantity : undefined
    const quantity =
      line.quantity ?? only ?? refuse('no-quantity', 'The redemption does not say of how many units. Enter it by hand.')
    settle(line, book.on(line), 'SELL', quantity)
  }
  for (const line of titles) {
    book.on(line).skip('the row that pays the redemption books it')
    if (paid.length > 0) continue
    const detail = `The money for the redemption of ${line.name} is not in this report: import the next one, or enter a sale at 0 if it was worthless.`
    book.on(line).note('warning', 'redemption-without-money', detail)
  }
}

/** Shares that are booked out and in again under the same number. */
function migrate(lines: readonly Row[], book: Book): void {
  if (plus(...lines.map(({ quantity }) => quantity)) !== '0')
    refuse('unclear-migration', 'Of this security other quantities go out than come in. Enter the event by hand.')
  book.skip('booked out and in again by the broker')
}
