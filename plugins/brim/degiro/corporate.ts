/** Corporate actions: the old holding goes out and the new one comes in, as two rows that are no sale and no purchase. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { ignore } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, decimal, formatDecimal, maximum, multiply, negate } from '#src/shared/decimal.ts'
import { lowestTerms } from '../lowest-terms.ts'
import { type Book, rowsOf, type Source } from './book.ts'

/** One side of a corporate action. */
export type Half = Source & {
  readonly date: string
  readonly time: string | undefined
  readonly asset: string
  /** Signed change of the holding. */
  readonly quantity: Decimal
  /** Signed change of the cash balance, in `currency`. */
  readonly amount: Decimal
  readonly currency: string | undefined
  readonly description: string | undefined
}

const SMALL = decimal('1')
const SMALL_SHARE = decimal('0.01')

/** Whether the money of both halves cancels out but for rounding: then nothing was sold or bought. */
export function cancelsOut(out: Half, into: Half): boolean {
  if (out.amount === 0n && into.amount === 0n) return true
  if (out.currency !== into.currency) return false
  return absolute(add(out.amount, into.amount)) <= maximum(SMALL, multiply(absolute(out.amount), SMALL_SHARE))
}

/**
 * Two halves as what they are: a split (same asset), an exchange of one asset for another with its whole cost, or nothing at all (renamed).
 * Money that is left over by rounding becomes a fee or a refund, so that the balance stays exact.
 */
export function addPair(book: Book, out: Half, into: Half): void {
  const rest = add(out.amount, into.amount)
  const renamed = out.asset === into.asset && negate(out.quantity) === into.quantity
  if (renamed && rest === 0n) {
    ignore(book, { ...into, rows: rowsOf(into, out) }, 'renamed: the same holding went out and came in again')
    return
  }
  if (!renamed && out.asset === into.asset) book.transactions.push(splitOf(out, into))
  else if (!renamed) book.transactions.push(...exchangeOf(out, into))
  if (rest !== 0n) book.transactions.push(roundingOf(out, into, rest))
}

function splitOf(out: Half, into: Half): TransactionDraft {
  return {
    rows: rowsOf(into, out),
    type: 'SPLIT',
    date: into.date,
    time: into.time,
    asset: into.asset,
    quantity: formatDecimal(add(into.quantity, out.quantity)),
    ratio: lowestTerms(into.quantity, negate(out.quantity)),
    description: into.description,
  }
}

function exchangeOf(out: Half, into: Half): TransactionDraft[] {
  const group = `exchange-${Math.min(out.rows[0], into.rows[0])}`
  return [out, into].map((half) => ({
    rows: half.rows,
    type: 'EXCHANGE',
    date: into.date,
    time: half.date === into.date ? half.time : into.time,
    asset: half.asset,
    quantity: formatDecimal(half.quantity),
    costShare: half === into ? '1' : undefined,
    group,
    description: half.description,
  }))
}

function roundingOf(out: Half, into: Half, rest: Decimal): TransactionDraft {
  return {
    rows: rowsOf(into, out),
    type: 'FEE',
    date: into.date,
    time: into.time,
    asset: into.asset,
    amount: formatDecimal(rest),
    currency: into.currency,
    description: `Rounding: ${into.description ?? 'corporate action'}`,
  }
}

/** Units that came or went without money, with what they cost (nothing). */
export function adjustmentOf(half: Half): TransactionDraft {
  return {
    rows: half.rows,
    type: 'ADJUSTMENT',
    date: half.date,
    time: half.time,
    asset: half.asset,
    quantity: formatDecimal(half.quantity),
    costBasis: half.quantity > 0n ? '0' : undefined,
    currency: half.quantity > 0n ? half.currency : undefined,
    description: half.description,
  }
}
