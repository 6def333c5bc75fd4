/** Money of an account statement that belongs to no trade: deposits, withdrawals, interest, fees, taxes. */
import type { TransactionDraft, TransactionType } from '#plugins/brim/contract.ts'
import { ignore, openQueues, warn } from '#plugins/kit/index.ts'
import { absolute, formatDecimal, negate } from '#src/shared/decimal.ts'
import { assetRef, type Book, draftOf, rowsOf } from './book.ts'
import type { Leg } from './conversions.ts'

export type Movement = { readonly row: Leg; readonly kind: 'reservation' | 'deposit' | 'withdrawal' }

/** One row, one draft of the given type; the security named in the row goes with fees, taxes and interest. */
export function addPlain(book: Book, row: Leg, type: TransactionType): void {
  const named = type === 'FEE' || type === 'TAX' || type === 'INTEREST' || type === 'DIVIDEND'
  const asset = named && row.isin !== '' ? assetRef(book, { isin: row.isin, name: row.product }) : undefined
  book.transactions.push(moneyOf(row, type, asset))
}

function moneyOf(row: Leg, type: TransactionType, asset?: string): TransactionDraft {
  return draftOf(row, type, { asset, amount: formatDecimal(row.amount), currency: row.currency })
}

/**
 * Deposits and withdrawals. The broker reserves the money first (`Reservation iDEAL` +, `Processed Flatex Withdrawal` -) and, days later,
 * books the reservation back and the final movement in one go. The balance moves with the reservation, so that is the day that counts;
 * the pair that makes it final joins it, or is ignored when the reservation is in an earlier report.
 */
export function addMovements(book: Book, movements: readonly Movement[]): void {
  const oldestFirst = movements.toSorted((a, b) =>
    a.row.date === b.row.date ? b.row.place - a.row.place : a.row.date < b.row.date ? -1 : 1,
  )
  const open = new Set(oldestFirst)
  const isOpen = (movement: Movement) => open.has(movement)
  const finals = openQueues(oldestFirst, ({ row, kind }) => `${kind} ${row.date} ${row.currency} ${row.amount}`, isOpen)
  const pairs: [Movement, Movement][] = []
  for (const back of oldestFirst) {
    const final = isOpen(back) ? finals.first(finalKey(back)) : undefined
    if (!final) continue
    open.delete(back)
    open.delete(final)
    pairs.push([back, final])
  }
  const reservations = openReservations(oldestFirst, isOpen)
  for (const pair of pairs) addFinal(book, pair, open, reservations(pair))
  for (const { row, kind } of open) addMovement(book, row, kind)
}

/** What the real movement looks like when this row undoes its reservation on that day. */
function finalKey({ row, kind }: Movement): string {
  const undoes = kind === 'reservation' ? row.amount < 0n : kind === 'withdrawal' && row.amount > 0n
  return undoes ? `${kind === 'reservation' ? 'deposit' : kind} ${row.date} ${row.currency} ${negate(row.amount)}` : ''
}

/** Finds the last open reservation of a pair, of its day or before. Pairs must come oldest first. */
function openReservations(
  oldestFirst: readonly Movement[],
  isOpen: (movement: Movement) => boolean,
): (pair: readonly [Movement, Movement]) => Movement | undefined {
  const keyOf = (kind: string, { row }: Movement) => `${kind} ${row.currency} ${row.amount}`
  const stacks = new Map<string, Movement[]>()
  let next = 0
  return ([back, final]) => {
    for (; next < oldestFirst.length; next++) {
      const movement = oldestFirst[next]
      if (!movement || movement.row.date > back.row.date) break
      const key = keyOf(movement.kind, movement)
      const stack = stacks.get(key)
      if (stack) stack.push(movement)
      else stacks.set(key, [movement])
    }
    const stack = stacks.get(keyOf(back.kind, final)) ?? []
    for (let last = stack.at(-1); last !== undefined && !isOpen(last); last = stack.at(-1)) stack.pop()
    return stack.at(-1)
  }
}

function addFinal(book: Book, [back, final]: [Movement, Movement], open: Set<Movement>, reserved: Movement | undefined): void {
  if (!reserved) {
    const reason = 'makes a movement final that the balance already counted when it was reserved, before this report begins'
    for (const { row } of [back, final]) ignore(book, row, reason)
    return
  }
  open.delete(reserved)
  const type = final.row.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL'
  const rows = rowsOf(reserved.row, back.row, final.row)
  book.transactions.push({ ...moneyOf(reserved.row, type), rows, description: final.row.description })
}

function addMovement(book: Book, row: Leg, kind: Movement['kind']): void {
  const type = row.amount > 0n ? 'DEPOSIT' : 'WITHDRAWAL'
  if (kind !== 'reservation' && (kind === 'deposit') !== (type === 'DEPOSIT')) {
    const detail = `The description and the sign of ${formatDecimal(row.amount)} disagree; it is imported as a ${type.toLowerCase()} of ${formatDecimal(absolute(row.amount))}. Check it.`
    warn(book, row, 'sign-contradicts', detail)
  }
  book.transactions.push(moneyOf(row, type))
}
