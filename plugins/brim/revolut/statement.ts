/** The statement of the first years (2019 to 2021), a table of activity codes: BUY, SELL, DIV, DIVNRA, SSP and the like. */
import { type ColumnTitles, fail, ignore, openQueues, squeeze, textOf, warn } from '#plugins/kit/index.ts'
import { absolute, add, formatDecimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { addPriced, assetRef, type Book, beginDraft } from './book.ts'
import { statementMarks } from './marks.ts'
import { currencyIn } from './money.ts'
import { type Cells, type Figures, type RowOf, statementOf } from './rows.ts'
import { addSwaps } from './swaps.ts'

const TITLES = {
  date: ['Trade Date'],
  settled: ['Settle Date'],
  currency: ['Currency'],
  type: ['Activity Type'],
  company: ['Company'],
  symbol: ['Symbol'],
  quantity: ['Quantity'],
  price: ['Price'],
  amount: ['Amount'],
} as const satisfies ColumnTitles<string>
export type StatementColumn = keyof typeof TITLES

export type Activity = RowOf<typeof readActivity>

const TAXES = /^DIV(NRA|TW|FT|WH|TAX)$/
const TRADES = /^(BUY|SELL)( CANCEL)?$/
const DIVIDENDS = /^DIV(?!ADJ)/
const SWAPS = /^(SSP|SC|MAS|NC)$/

export const activities = statementOf({
  name: 'Statement of activities (until 2021)',
  confidence: 0.97,
  more: ['Symbol Description'],
  titles: TITLES,
  dated: 'date',
  figures: [['quantity', 'price', 'amount']],
  unreadable: 'Date, currency or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
  make: readActivity,
  book: bookActivities,
  marks: statementMarks,
})

function bookActivities(book: Book, activities: readonly Activity[]): void {
  const of = (pattern: RegExp) => activities.filter(({ type }) => pattern.test(type))
  const trades = of(TRADES)
  const cancelled = removeCancelled(book, trades)
  for (const activity of trades) if (!cancelled.has(activity)) addTrade(book, activity)
  addDividends(book, of(DIVIDENDS))
  addSwaps(book, of(SWAPS))
  for (const activity of activities)
    if (![TRADES, DIVIDENDS, SWAPS].some((pattern) => pattern.test(activity.type))) addOther(book, activity)
}

/** `type`: the code; prices have no sign. */
function readActivity(get: Cells<StatementColumn>, { quantity = ZERO, price, amount }: Figures<StatementColumn>) {
  const currency = currencyIn(get('currency'))
  const type = squeeze(get('type')).toUpperCase()
  const isBlank = amount === undefined && [TRADES, DIVIDENDS].some((pattern) => pattern.test(type))
  if (currency === undefined || isBlank) return undefined
  const stated = price !== undefined && price > 0n ? price : undefined
  return { type, symbol: get('symbol'), name: get('company'), quantity, price: stated, amount: amount ?? ZERO, currency }
}

/** A trade and its cancellation of the same day cancel out; the file has both, the ledger neither. */
function removeCancelled(book: Book, trades: readonly Activity[]): Set<Activity> {
  const gone = new Set<Activity>()
  const keyOf = ({ type, date, symbol, quantity, amount }: Activity) => {
    const trade = type.replace(/ CANCEL$/, '')
    return `${date} ${absolute(quantity)} ${absolute(amount)} ${trade.length} ${trade}${symbol}`
  }
  const isCancel = ({ type }: Activity) => type.endsWith(' CANCEL')
  const cancels = trades.filter(isCancel)
  if (cancels.length === 0) return gone
  const originals = openQueues(
    trades.filter((trade) => !isCancel(trade)),
    keyOf,
    (trade) => !gone.has(trade),
  )
  for (const cancel of cancels) {
    const original = originals.first(keyOf(cancel))
    if (!original) continue
    for (const activity of [original, cancel]) {
      gone.add(activity)
      ignore(book, activity, `cancelled on the same day (rows ${original.row} and ${cancel.row})`)
    }
  }
  return gone
}

/** Amounts have no sign: the code tells the direction. A cancellation without its trade is that trade turned round, which another report brought. */
function addTrade(book: Book, activity: Activity): void {
  const { type, symbol, quantity, amount } = activity
  if (symbol === '' || quantity === 0n) {
    fail(book, activity, 'incomplete-trade', 'The trade has no symbol or no quantity. Enter it by hand.')
    return
  }
  const isCancel = type.endsWith(' CANCEL')
  const detail = 'The cancelled trade is not in the file; what another report brought of it is taken back.'
  if (isCancel) warn(book, activity, 'cancelled-elsewhere', detail)
  const reverses = isCancel ? 'same' : undefined
  addPriced(book, activity, type.startsWith('BUY') ? 'BUY' : 'SELL', { value: absolute(amount), reverses })
}

/** Tax withheld joins the first dividend of its symbol and day. */
function addDividends(book: Book, activities: readonly Activity[]): void {
  const taxes = new Set(activities.filter(({ type, amount }) => TAXES.test(type) && amount !== 0n))
  const byPayer = Map.groupBy(taxes, payerOf)
  for (const activity of activities) {
    if (activity.amount === 0n) ignore(book, activity, 'no money moved')
    else if (activity.symbol === '') fail(book, activity, 'no-security', 'The dividend names no symbol. Enter it by hand.')
    else if (!TAXES.test(activity.type)) addDividend(book, activity, takeTaxes(taxes, byPayer, activity))
  }
  for (const tax of taxes) if (tax.symbol !== '') addTax(book, tax)
}

function payerOf({ symbol, date, currency }: Activity): string {
  return JSON.stringify([symbol, date, currency])
}

function takeTaxes(taxes: Set<Activity>, byPayer: Map<string, Activity[]>, dividend: Activity): Activity[] {
  const own = byPayer.get(payerOf(dividend)) ?? []
  const fits = own.length > 0 && dividend.amount > 0n && sum(own.map((tax) => absolute(tax.amount))) < dividend.amount
  if (!fits) return []
  for (const tax of own) taxes.delete(tax)
  byPayer.delete(payerOf(dividend))
  return own
}

function addDividend(book: Book, dividend: Activity, taxes: readonly Activity[]): void {
  const withheld = sum(taxes.map((tax) => absolute(tax.amount)))
  book.transactions.push({
    ...beginDraft(dividend),
    rows: [dividend.row, ...taxes.map(({ row }) => row)],
    type: dividend.type === 'DIVROC' ? 'RETURN_OF_CAPITAL' : 'DIVIDEND',
    asset: assetRef(book, dividend),
    amount: formatDecimal(add(dividend.amount, negate(withheld))),
    currency: dividend.currency,
    taxes: textOf(withheld),
  })
}

function addTax(book: Book, tax: Activity): void {
  const amount = formatDecimal(negate(absolute(tax.amount)))
  book.transactions.push({ ...beginDraft(tax), type: 'TAX', asset: assetRef(book, tax), amount, currency: tax.currency })
}

function addOther(book: Book, activity: Activity): void {
  const { type, amount, currency } = activity
  const cash = { ...beginDraft(activity), amount: formatDecimal(amount), currency }
  if (type === 'SSO' && activity.symbol !== '' && activity.quantity > 0n && amount === 0n) {
    const detail = 'A spin-off is imported at a cost of zero. To move cost from the parent, change it to an exchange.'
    warn(book, activity, 'cost-unknown', detail)
    const units = { asset: assetRef(book, activity), quantity: formatDecimal(activity.quantity), costBasis: '0', currency }
    book.transactions.push({ ...beginDraft(activity), type: 'ADJUSTMENT', ...units })
  } else if (/^(CDEP|CSD|CSW|CWD)$/.test(type) && amount !== 0n) {
    const out = amount < 0n || /^(CSW|CWD)$/.test(type)
    const signed = formatDecimal(out ? negate(absolute(amount)) : amount)
    book.transactions.push({ ...cash, type: out ? 'WITHDRAWAL' : 'DEPOSIT', amount: signed })
  } else if (type === 'INT' && amount !== 0n) book.transactions.push({ ...cash, type: 'INTEREST' })
  else if (/^(FEE|CUSTODY FEE)$/.test(type) && amount !== 0n)
    book.transactions.push({ ...cash, type: 'FEE', amount: formatDecimal(negate(absolute(amount))) })
  else fail(book, activity, 'unknown-type', `"${type}" cannot be imported from this statement. Enter it by hand.`)
}
