/** Corporate actions: the old holding goes out and the new one comes in, as two rows that are no sale and no purchase. */
import type { TransactionDraft } from '#plugins/brim/contract.ts'
import { ignore } from '#plugins/kit/index.ts'
import { absolute, add, type Decimal, decimal, formatDecimal, maximum, multiply, negate } from '#src/shared/decimal.ts'
import { lowestTerms } from '../lowest-terms.ts'
import { type Book, type Dated, draftOf, rowsOf } from './book.ts'

/** One side of a corporate action. */
export type Half = Dated & {
  readonly asset: string
  /** Signed change of the holding. */
  readonly quantity: Decimal
  /** Signed change of the cash balance, in `currency`. */
  readonly amount: Decimal
  readonly currency: string | undefined
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
  const quantity = formatDecimal(add(into.quantity, out.quantity))
  const ratio = lowestTerms(into.quantity, negate(out.quantity))
  return draftOf(into, 'SPLIT', { rows: rowsOf(into, out), asset: into.asset, quantity, ratio })
}

function exchangeOf(out: Half, into: Half): TransactionDraft[] {
  const group = `exchange-${Math.min(out.rows[0], into.rows[0])}`
  return [out, into].map((half) => {
    const time = half.date === into.date ? half.time : into.time
    const costShare = half === into ? '1' : undefined
    const { asset, quantity } = half
    return draftOf(half, 'EXCHANGE', { date: into.date, time, asset, quantity: formatDecimal(quantity), costShare, group })
  })
}

function roundingOf(out: Half, into: Half, rest: Decimal): TransactionDraft {
  const { asset, currency, description = 'corporate action' } = into
  const terms = { rows: rowsOf(into, out), asset, amount: formatDecimal(rest), currency }
  return draftOf({ ...into, description: `Rounding: ${description}` }, 'FEE', terms)
}

/** Units that came or went without money, with what they cost (nothing). */
export function adjustmentOf(half: Half): TransactionDraft {
  const { asset, quantity } = half
  const [costBasis, currency] = quantity > 0n ? ['0', half.currency] : []
  return draftOf(half, 'ADJUSTMENT', { asset, quantity: formatDecimal(quantity), costBasis, currency })
}
