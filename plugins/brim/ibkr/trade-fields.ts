/** What trades of securities and of currencies share: their days, quantity and costs. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, formatDecimal, negate, ZERO } from '#src/shared/decimal.ts'
import { type Book, externalIdPart, momentOf } from './book.ts'
import { isCancellation } from './cancellations.ts'
import { currencyNamed, dayIn, type Entry, figure, requiredFigure, timeIn, value } from './entry.ts'

/** When a trade was made and settles. */
export function tradeDays(book: Book, entry: Entry): Pick<TransactionDraft, 'date' | 'time' | 'settledOn'> {
  const date =
    dayIn(entry, book.slashOrder, 'tradedate', 'datetime') ??
    refuse('date-missing', 'The trade has no date. Add the field Trade Date to the query.')
  const moment = momentOf(book, entry, date)
  const settledOn = dayIn(entry, book.slashOrder, 'settledatetarget', 'settledate')
  return { date, time: timeIn(value(entry, 'tradetime')) ?? moment.time, settledOn }
}

/** The signed change of the holding; the sign follows from buy or sell, a cancellation turns it round. */
export function signedQuantity(entry: Entry): Decimal {
  const quantity = requiredFigure(entry, 'quantity')
  const side = value(entry, 'buysell').toUpperCase()
  if (side === '' || isCancellation(entry)) return quantity
  if (!/^[BS]/.test(side))
    refuse('side-unknown', `${JSON.stringify(side)} is neither BUY nor SELL. Correct it or enter the trade by hand.`)
  return side.startsWith('S') ? negate(absolute(quantity)) : absolute(quantity)
}

/** What a record about a trade can be recognised by: its trade id, and account, security and day. */
export function tradeMarks(entry: Entry): string[] {
  const id = value(entry, 'tradeid')
  const day = value(entry, 'tradedate', 'date', 'datetime').replace(/\D/g, '').slice(0, 8)
  return [...(id === '' ? [] : [`id:${id}`]), `on:${entry.account}|${value(entry, 'conid', 'isin', 'symbol')}|${day}`]
}

/** What the costs of a trade are called that are bookings of their own. */
const NAMES = { FEE: 'Commission', TAX: 'Transaction tax' } as const

/**
 * The costs of a trade in `currencies`; the first of them is the one of taxes and net cash. `fees` and `taxes` can be part of the
 * trade, `feeCurrency` says in which currency; they are >= 0 unless it is a reversal, which takes them back. What cannot (a refund,
 * another currency) stands in `apart`. `inNetCash` is what the report's net cash holds of all of it, signed.
 */
export function costsOf(entry: Entry, currencies: readonly [string, ...string[]], isReversal = false) {
  const [currency] = currencies
  const commission = figure(entry, 'ibcommission', 'commission') ?? ZERO
  const feeCurrency = currencyNamed(value(entry, 'ibcommissioncurrency', 'commissioncurrency') || currency)
  const stated = figure(entry, 'taxes', 'tax') ?? ZERO
  const tax = stated !== ZERO && isCancellation(entry) ? absolute(stated) : negate(absolute(stated))
  const isWithin = (commission <= 0n || isReversal) && currencies.includes(feeCurrency)
  const isTaxWithin = tax <= 0n || isReversal
  return {
    fees: isWithin ? negate(commission) : ZERO,
    feeCurrency,
    taxes: isTaxWithin ? negate(tax) : ZERO,
    inNetCash: add(feeCurrency === currency ? commission : ZERO, tax),
    apart: [
      ...(isWithin || commission === 0n ? [] : [{ type: 'FEE' as const, size: commission, currency: feeCurrency }]),
      ...(isTaxWithin ? [] : [{ type: 'TAX' as const, size: tax, currency }]),
    ],
  }
}

export type Costs = ReturnType<typeof costsOf>

/** The costs that cannot be part of the trade, as bookings of their own. */
export function costDrafts({ apart }: Costs, trade: TransactionDraft): TransactionDraft[] {
  const { rows, date, time, asset, externalId: id } = trade
  return apart.map(({ type, size, currency }) => {
    const [amount, externalId] = [formatDecimal(size), externalIdPart(id, type.toLowerCase())]
    return { rows, date, time, asset, type, amount, currency, externalId, description: NAMES[type] }
  })
}
