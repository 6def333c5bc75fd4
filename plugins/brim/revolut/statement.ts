/** The statement of the first years (2019 to 2021), a table of activity codes: BUY, SELL, DIV, DIVNRA, SSP and the like. */
import type { TransactionType } from '#plugins/brim/contract.ts'
import { type ColumnTitles, ignore, openQueues, refuse, squeeze, textOf, warn } from '#plugins/kit/index.ts'
import { absolute, type Decimal, formatDecimal, negate, subtract, sum, ZERO } from '#src/shared/decimal.ts'
import { addPriced, assetRef, type Book, beginDraft, bookEach } from './book.ts'
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
  const { trade = [], dividend = [], swap = [], other = [] } = Object.groupBy(activities, ({ kind }) => kind)
  const cancelled = removeCancelled(book, trade)
  const left = trade.filter((activity) => !cancelled.has(activity))
  bookEach(book, left, (activity) => addTrade(book, activity))
  addDividends(book, dividend)
  addSwaps(book, swap)
  bookEach(book, other, (activity) => addOther(book, activity))
}

function kindOf(code: string): 'trade' | 'dividend' | 'swap' | 'other' {
  if (/^(BUY|SELL)( CANCEL)?$/.test(code)) return 'trade'
  if (/^DIV(?!ADJ)/.test(code)) return 'dividend'
  return /^(SSP|SC|MAS|NC)$/.test(code) ? 'swap' : 'other'
}

/** `type`: the code; prices have no sign. */
function readActivity(get: Cells<StatementColumn>, { quantity = ZERO, price, amount }: Figures<StatementColumn>) {
  const currency = currencyIn(get('currency'))
  const type = squeeze(get('type')).toUpperCase()
  const kind = kindOf(type)
  if (currency === undefined || (amount === undefined && (kind === 'trade' || kind === 'dividend'))) return undefined
  const figures = { quantity, price: price !== undefined && price > 0n ? price : undefined, amount: amount ?? ZERO }
  return { type, kind, symbol: get('symbol'), name: get('company'), ...figures, currency }
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
  if (symbol === '' || quantity === 0n) refuse('incomplete-trade', 'The trade has no symbol or no quantity. Enter it by hand.')
  const isCancel = type.endsWith(' CANCEL')
  const detail = 'The cancelled trade is not in the file; what another report brought of it is taken back.'
  if (isCancel) warn(book, activity, 'cancelled-elsewhere', detail)
  const reverses = isCancel ? 'same' : undefined
  addPriced(book, activity, type.startsWith('BUY') ? 'BUY' : 'SELL', { value: absolute(amount), reverses })
}

/** Tax withheld joins the first dividend of its symbol and day. */
function addDividends(book: Book, activities: readonly Activity[]): void {
  const taxes = activities.filter(({ type, amount }) => TAXES.test(type) && amount !== 0n)
  const byPayer = Map.groupBy(taxes, payerOf)
  bookEach(book, activities, (activity) => {
    if (activity.amount === 0n) ignore(book, activity, 'no money moved')
    else if (activity.symbol === '') refuse('no-security', 'The dividend names no symbol. Enter it by hand.')
    else if (!TAXES.test(activity.type)) addDividend(book, activity, takeTaxes(byPayer, activity))
  })
  for (const tax of taxes) if (tax.symbol !== '' && byPayer.has(payerOf(tax))) addTax(book, tax)
}

function payerOf({ symbol, date, currency }: Activity): string {
  return JSON.stringify([symbol, date, currency])
}

/** Those that are less than the dividend; they are of no other then. */
function takeTaxes(byPayer: Map<string, Activity[]>, dividend: Activity): readonly Activity[] {
  const own = byPayer.get(payerOf(dividend)) ?? []
  if (withheldIn(own) >= dividend.amount) return []
  byPayer.delete(payerOf(dividend))
  return own
}

function withheldIn(taxes: readonly Activity[]): Decimal {
  return sum(taxes.map(({ amount }) => absolute(amount)))
}

function addDividend(book: Book, dividend: Activity, taxes: readonly Activity[]): void {
  const withheld = withheldIn(taxes)
  book.transactions.push({
    ...beginDraft(dividend),
    rows: [dividend.row, ...taxes.map(({ row }) => row)],
    type: dividend.type === 'DIVROC' ? 'RETURN_OF_CAPITAL' : 'DIVIDEND',
    asset: assetRef(book, dividend),
    amount: formatDecimal(subtract(dividend.amount, withheld)),
    currency: dividend.currency,
    taxes: textOf(withheld),
  })
}

function addTax(book: Book, tax: Activity): void {
  const amount = formatDecimal(negate(absolute(tax.amount)))
  book.transactions.push({ ...beginDraft(tax), type: 'TAX', asset: assetRef(book, tax), amount, currency: tax.currency })
}

function addOther(book: Book, activity: Activity): void {
  const { type, symbol, quantity, amount, currency } = activity
  if (type === 'SSO' && symbol !== '' && quantity > 0n && amount === 0n) {
    const detail = 'A spin-off is imported at a cost of zero. To move cost from the parent, change it to an exchange.'
    warn(book, activity, 'cost-unknown', detail)
    const units = { asset: assetRef(book, activity), quantity: formatDecimal(quantity), costBasis: '0', currency }
    book.transactions.push({ ...beginDraft(activity), type: 'ADJUSTMENT', ...units })
  } else {
    const detail = `"${type}" cannot be imported from this statement. Enter it by hand.`
    const [of, moved] = cashOf(type, amount) ?? refuse('unknown-type', detail)
    book.transactions.push({ ...beginDraft(activity), amount: formatDecimal(moved), currency, type: of })
  }
}

/** What a row of money alone is and did to the balance; withdrawals and fees lower it whatever their sign. */
function cashOf(code: string, amount: Decimal): [TransactionType, Decimal] | undefined {
  if (amount === 0n) return undefined
  if (code === 'CDEP' || code === 'CSD') return [amount < 0n ? 'WITHDRAWAL' : 'DEPOSIT', amount]
  if (code === 'CWD' || code === 'CSW') return ['WITHDRAWAL', negate(absolute(amount))]
  if (code === 'FEE' || code === 'CUSTODY FEE') return ['FEE', negate(absolute(amount))]
  return code === 'INT' ? ['INTEREST', amount] : undefined
}
