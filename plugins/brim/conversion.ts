/** Statements of several currencies tell a conversion in two rows: what went out, and what came in. */
import type { AnyLine, Book, Unit } from '#plugins/kit/index.ts'

type Row = AnyLine & { readonly amount: string | undefined; readonly unit?: Unit | undefined }

/** Books the two rows; answers with `false` where there are not exactly these. */
export function bookConversion(book: Book, lines: readonly Row[]): boolean {
  const legs = lines.flatMap(({ amount, unit }) => (amount && unit ? { asset: unit.currency, quantity: amount } : []))
  const outs = legs.filter(({ quantity }) => quantity.startsWith('-'))
  const ins = legs.filter(({ quantity }) => /^[\d.]*[1-9]/.test(quantity))
  if (lines.length !== 2 || outs.length !== 1 || ins.length !== 1) return false
  book.swap(outs, ins)
  return true
}

/** One of the two alone; the other stands in the statement of the other `account`. */
export function bookHalf(book: Book, account: 'balance' | 'currency', id?: string): void {
  book.cash('TRANSFER', id === undefined ? {} : { id })
  const detail = `The other side stands in the statement of the other ${account}: import it, too.`
  book.note('warning', 'half-a-conversion', detail)
}
