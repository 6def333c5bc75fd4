/** Money of an account statement that belongs to no trade: deposits, withdrawals, interest, fees, taxes. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { absolute, formatDecimal, negate } from '#src/shared/decimal.ts'
import { assetRef, type Book, ignore, note, rowsOf } from './book.ts'
import { groupBy, type Leg } from './conversions.ts'

export type Movement = { readonly row: Leg; readonly kind: 'reservation' | 'deposit' | 'withdrawal' }

/** One row, one draft of the given type; the security named in the row goes with fees, taxes and interest. */
export function addPlain(book: Book, row: Leg, type: TransactionType): void {
  const named = type === 'FEE' || type === 'TAX' || type === 'INTEREST' || type === 'DIVIDEND'
  const asset = named && row.isin !== '' ? assetRef(book, { isin: row.isin, name: row.product }) : undefined
  book.transactions.push(draftOf(row, type, asset))
}

function draftOf(row: Leg, type: TransactionType, asset?: string): TransactionDraft {
  return {
    rows: row.rows,
    type,
    date: row.date,
    time: row.time,
    asset,
    amount: formatDecimal(row.amount),
    currency: row.currency,
    description: row.description,
  }
}

/**
 * Deposits and withdrawals. The broker reserves the money first (`Reservation iDEAL` +, `Processed Flatex Withdrawal` -) and, days later,
 * books the reservation back and the final movement in one go. The balance moves with the reservation, so that is the day that counts;
 * the pair that makes it final joins it, or is ignored when the reservation is in an earlier report.
 */
export function addMovements(book: Book, movements: readonly Movement[]): void {
  const oldestFirst = movements.toSorted((a, b) =>
    a.row.date === b.row.date ? b.row.rows[0] - a.row.rows[0] : a.row.date < b.row.date ? -1 : 1,
  )
  const open = new Set(oldestFirst)
  const perDay = groupBy(oldestFirst, ({ row }) => row.date)
  const finals: [Movement, Movement][] = []
  for (const back of oldestFirst) {
    if (!open.has(back)) continue
    const final = perDay.get(back.row.date)?.find((other) => open.has(other) && isFinal(back, other))
    if (!final) continue
    open.delete(back)
    open.delete(final)
    finals.push([back, final])
  }
  for (const pair of finals) addFinal(book, pair, open)
  for (const { row, kind } of open) addMovement(book, row, kind)
}

/** `back` undoes a reservation and `other` is the real movement, on one day. */
function isFinal(back: Movement, other: Movement): boolean {
  if (back.row.currency !== other.row.currency || back.row.amount !== negate(other.row.amount)) return false
  if (back.kind === 'reservation') return other.kind === 'deposit' && other.row.amount > 0n
  return back.kind === 'withdrawal' && other.kind === 'withdrawal' && back.row.amount > 0n
}

function addFinal(book: Book, [back, final]: [Movement, Movement], open: Set<Movement>): void {
  const reserved = [...open].findLast(
    ({ row, kind }) =>
      row.amount === final.row.amount && row.currency === final.row.currency && row.date <= back.row.date && kind === back.kind,
  )
  if (!reserved) {
    const reason = 'makes a movement final that the balance already counted when it was reserved, before this report begins'
    for (const { row } of [back, final]) ignore(book, row, reason)
    return
  }
  open.delete(reserved)
  const type = final.row.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL'
  const rows = rowsOf(reserved.row, back.row, final.row)
  book.transactions.push({ ...draftOf(reserved.row, type), rows, description: final.row.description })
}

function addMovement(book: Book, row: Leg, kind: Movement['kind']): void {
  const type = row.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL'
  if (kind !== 'reservation' && (kind === 'deposit') !== (type === 'DEPOSIT')) {
    const detail = `The description and the sign of ${formatDecimal(row.amount)} disagree; it is imported as a ${type.toLowerCase()} of ${formatDecimal(absolute(row.amount))}. Check it.`
    note(book, row, 'warning', 'sign-contradicts', detail)
  }
  book.transactions.push(draftOf(row, type))
}
