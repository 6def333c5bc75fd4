/** Tax that was withheld in the currency of a security, where the payment came in another. */
import { absolute, add, type Book, decimal, divide, formatDecimal, multiply, round } from '#plugins/kit/index.ts'

const HALF_A_CENT = decimal('0.005')

/** The tax at the rate at which the stated `net` became what was `paid`; nothing where the rounding of these two could move a cent of it. */
export function taxAsPaid(tax: string, net: string, paid: string): string | undefined {
  const [size, from, to] = [decimal(tax), decimal(net), decimal(paid)].map(absolute)
  if (!size || !from || !to) return undefined
  const own = divide(multiply(size, to), from)
  const slack = multiply(own, add(divide(HALF_A_CENT, from), divide(HALF_A_CENT, to)))
  return slack < HALF_A_CENT ? formatDecimal(round(own, 2)) : undefined
}

/** `currency`: what it is the currency of. */
export function noteTaxLeftOut(book: Book, currency: 'payment' | 'account'): void {
  const detail = `The tax withheld cannot be turned into the currency of the ${currency} by the figures of this row.`
  book.note('info', 'tax-left-out', detail)
}
