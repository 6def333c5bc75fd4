/** The statement of the first years (2019 to 2021), a table of activity codes: BUY, SELL, DIV, DIVNRA, SSP and the like. */
import type { ParsedReport, Table, TransactionDraft } from '#plugins/brim/contract.ts'
import { commonStyle, type Header, headerRows, openQueues, readRecords, squeeze, wholeEvents } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { assetRef, type Book, closeBook, ignore, openBook, type Place, refuse, warn } from './book.ts'
import type { StatementColumn } from './layout.ts'
import { marksBy, statementMarks } from './marks.ts'
import { currencyIn, dayOrder, figureOf, gives, type Stamp, stampOf } from './money.ts'
import { addSwaps } from './swaps.ts'

export type Activity = Place &
  Stamp & {
    readonly code: string
    readonly symbol: string
    readonly company: string
    readonly quantity: Decimal
    readonly price: Decimal
    readonly amount: Decimal
    readonly currency: string
  }

const TAXES = /^DIV(NRA|TW|FT|WH|TAX)$/
const SWAPS = /^(SSP|SC|MAS|NC)$/

export function parseStatement(table: Table, header: Header<StatementColumn>): ParsedReport {
  const book = openBook(headerRows(table, header))
  const activities = readActivities(table, header, book)
  const of = (pattern: RegExp) => activities.filter(({ code }) => pattern.test(code))
  const cancelled = removeCancelled(book, of(/^(BUY|SELL)( CANCEL)?$/))
  for (const activity of of(/^(BUY|SELL)( CANCEL)?$/)) if (!cancelled.has(activity)) addTrade(book, activity)
  addDividends(book, of(/^DIV(?!ADJ)/))
  addSwaps(book, of(SWAPS))
  for (const activity of activities)
    if (!/^(BUY|SELL)( CANCEL)?$/.test(activity.code) && !/^DIV(?!ADJ)/.test(activity.code) && !SWAPS.test(activity.code))
      addOther(book, activity)
  return wholeEvents(closeBook(book), marksBy(readRecords(table, header), statementMarks))
}

function readActivities(table: Table, header: Header<StatementColumn>, book: Book): Activity[] {
  const records = readRecords(table, header)
  const order = dayOrder(records.map((record) => record.get('date')))
  const columns = ['quantity', 'price', 'amount'] as const
  const style = commonStyle(records.flatMap((record) => columns.map((column) => record.get(column))))
  return records.flatMap((record) => {
    const stamp = stampOf(record.get('date'), order)
    const [quantity, price, amount] = columns.map((column) =>
      record.get(column) === '' ? ZERO : figureOf(record.get(column), style),
    )
    const currency = currencyIn(record.get('currency'))
    if (stamp && quantity !== undefined && price !== undefined && amount !== undefined && currency !== undefined) {
      const code = squeeze(record.get('type')).toUpperCase()
      return [
        {
          ...record,
          ...stamp,
          code,
          symbol: record.get('symbol'),
          company: record.get('company'),
          quantity,
          price,
          amount,
          currency,
        },
      ]
    }
    refuse(
      book,
      record,
      'unreadable-row',
      'Date, currency or a figure of this row cannot be read. Correct it in the file or enter it by hand.',
    )
    return []
  })
}

/** A trade and its cancellation of the same day cancel out; the file has both, the ledger neither. */
function removeCancelled(book: Book, trades: readonly Activity[]): Set<Activity> {
  const gone = new Set<Activity>()
  const keyOf = ({ code, date, symbol, quantity, amount }: Activity) =>
    JSON.stringify([code.replace(/ CANCEL$/, ''), date, symbol, `${absolute(quantity)}`, `${absolute(amount)}`])
  const isCancel = ({ code }: Activity) => code.endsWith(' CANCEL')
  const originals = openQueues(
    trades.filter((trade) => !isCancel(trade)),
    keyOf,
    (trade) => !gone.has(trade),
  )
  for (const cancel of trades.filter(isCancel)) {
    const original = originals.first(keyOf(cancel))
    if (!original) continue
    for (const activity of [original, cancel]) {
      gone.add(activity)
      ignore(book, activity, `cancelled on the same day (rows ${original.number} and ${cancel.number})`)
    }
  }
  return gone
}

function beginDraft(activity: Activity): Pick<TransactionDraft, 'rows' | 'date' | 'time' | 'description'> {
  return { rows: [activity.number], date: activity.date, time: activity.time, description: activity.code }
}

function assetOf(book: Book, activity: Activity): string {
  return assetRef(book, activity.symbol, { currency: activity.currency, name: activity.company })
}

/** Amounts have no sign: the code tells the direction. A cancellation without its trade goes the other way. */
function addTrade(book: Book, activity: Activity): void {
  const cancel = activity.code.endsWith(' CANCEL')
  const buys = activity.code.startsWith('BUY') !== cancel
  const [quantity, amount] = [absolute(activity.quantity), absolute(activity.amount)]
  if (activity.symbol === '' || quantity === 0n) {
    refuse(book, activity, 'incomplete-trade', 'The trade has no symbol or no quantity. Enter it by hand.')
    return
  }
  if (cancel)
    warn(
      book,
      activity,
      'cancelled-elsewhere',
      'The cancelled trade is not in the file; the cancellation is imported as the opposite trade.',
    )
  const priced = activity.price > 0n && gives(quantity, activity.price, amount)
  if (!priced) book.unpriced.push(activity.number)
  book.transactions.push({
    ...beginDraft(activity),
    type: buys ? 'BUY' : 'SELL',
    asset: assetOf(book, activity),
    quantity: formatDecimal(buys ? quantity : negate(quantity)),
    price: priced ? formatDecimal(activity.price) : undefined,
    amount: formatDecimal(buys ? negate(amount) : amount),
    currency: activity.currency,
  })
}

/** Tax withheld joins the first dividend of its symbol and day. */
function addDividends(book: Book, activities: readonly Activity[]): void {
  const taxes = new Set(activities.filter(({ code, amount }) => TAXES.test(code) && amount !== 0n))
  const byPayer = taxesByDividend(taxes)
  for (const activity of activities) {
    if (activity.amount === 0n) ignore(book, activity, 'no money moved')
    else if (activity.symbol === '') refuse(book, activity, 'no-security', 'The dividend names no symbol. Enter it by hand.')
    else if (!TAXES.test(activity.code)) addDividend(book, activity, takeTaxes(taxes, byPayer, activity))
  }
  for (const tax of taxes) if (tax.symbol !== '') addTax(book, tax)
}

function taxesByDividend(taxes: ReadonlySet<Activity>): Map<string, Activity[]> {
  return Map.groupBy(taxes, payerOf)
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
  if (dividend.code === 'DIVROC')
    warn(book, dividend, 'capital-return', 'A return of capital is imported as a dividend; its cost basis is not lowered.')
  book.transactions.push({
    ...beginDraft(dividend),
    rows: [dividend.number, ...taxes.map((tax) => tax.number)],
    type: 'DIVIDEND',
    asset: assetOf(book, dividend),
    amount: formatDecimal(add(dividend.amount, negate(withheld))),
    currency: dividend.currency,
    taxes: withheld === 0n ? undefined : formatDecimal(withheld),
  })
}

function addTax(book: Book, tax: Activity): void {
  const amount = formatDecimal(negate(absolute(tax.amount)))
  book.transactions.push({ ...beginDraft(tax), type: 'TAX', asset: assetOf(book, tax), amount, currency: tax.currency })
}

function addOther(book: Book, activity: Activity): void {
  const { code, amount, currency } = activity
  const cash = { ...beginDraft(activity), amount: formatDecimal(amount), currency }
  if (code === 'SSO' && activity.symbol !== '' && activity.quantity > 0n && amount === 0n) {
    warn(
      book,
      activity,
      'cost-unknown',
      'A spin-off is imported at a cost of zero. To move cost from the parent, change it to an exchange.',
    )
    const units = { asset: assetOf(book, activity), quantity: formatDecimal(activity.quantity), costBasis: '0', currency }
    book.transactions.push({ ...beginDraft(activity), type: 'ADJUSTMENT', ...units })
  } else if (/^(CDEP|CSD|CSW|CWD)$/.test(code) && amount !== 0n) {
    const out = amount < 0n || /^(CSW|CWD)$/.test(code)
    const signed = formatDecimal(out ? negate(absolute(amount)) : amount)
    book.transactions.push({ ...cash, type: out ? 'WITHDRAWAL' : 'DEPOSIT', amount: signed })
  } else if (code === 'INT' && amount !== 0n) book.transactions.push({ ...cash, type: 'INTEREST' })
  else if (/^(FEE|CUSTODY FEE)$/.test(code) && amount !== 0n)
    book.transactions.push({ ...cash, type: 'FEE', amount: formatDecimal(negate(absolute(amount))) })
  else refuse(book, activity, 'unknown-type', `"${code}" cannot be imported from this statement. Enter it by hand.`)
}
