/** Fields that trades of securities and of currencies share. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { refuse } from '#plugins/kit/index.ts'
import { absolute, type Decimal, negate } from '#src/shared/decimal.ts'
import { type Book, momentOf } from './book.ts'
import { isCancellation } from './cancellations.ts'
import { dayIn, type Entry, requiredFigure, timeIn, value } from './entry.ts'

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
  if (isCancellation(entry) || side === '') return quantity
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
