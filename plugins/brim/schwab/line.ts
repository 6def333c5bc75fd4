/** A row of the history of a brokerage account: its day, its security, and shares that it moves. */
import { type AssetTerms, type Book, day, type Line, number, optionOf, parseDay, refuse, text } from '#plugins/kit/index.ts'
import { bookShares } from '../north-america.ts'
import type { Named } from '../per-unit.ts'

export const columns = {
  date: day('Date'),
  when: text('Date'),
  kind: text('Action'),
  symbol: text('Symbol'),
  name: text('Description'),
  quantity: number('Quantity'),
  price: number('Price'),
  fees: number('Fees & Comm'),
  amount: number('Amount'),
}

export type Entry = Line<typeof columns>

/** The form of a CUSIP. */
export const CUSIP = /^(?=.*\d)[0-9A-Z]{8}\d$/

/** "04/17/2023 as of 04/15/2023": booked on the one, of the other, which is the day that counts for everything but splits. */
export function eventDay({ when, date }: Entry): string {
  const [, later] = /\bas of (.+)$/i.exec(when) ?? []
  return later === undefined ? date : (parseDay(later, 'mdy') ?? refuse('invalid-date', `Date: "${when}" is no day.`))
}

/** An option, a security by its CUSIP, or by its symbol. */
export function securityOf({ symbol, name }: Named): AssetTerms {
  const option = optionOf(symbol)
  if (option !== undefined) return { ...option, name }
  return CUSIP.test(symbol) ? { ref: symbol, name, identifiers: [{ kind: 'CUSIP', value: symbol }] } : { symbol, name }
}

/** Of securities that are no longer traded the column has the CUSIP, and the name the event. */
export function assetOf({ symbol, name }: Entry): AssetTerms {
  if (symbol === '') refuse('no-asset', 'The row names no security.')
  return securityOf({ symbol, name: CUSIP.test(symbol) ? name.replace(/\s*XXX.*$/, '') : name })
}

export function shareTransfer(line: Entry, book: Book): void {
  bookShares(book, line.quantity, { description: line.kind })
}
