/** A row of the history of a brokerage account: its day, its security, and shares that it moves. */
import { type AssetTerms, type Book, optionOf, parseDay, refuse } from '#plugins/kit/index.ts'

export type Line = {
  readonly row: number
  readonly cells: readonly string[]
  readonly when: string
  readonly date: string
  readonly action: string
  readonly symbol: string
  readonly name: string
  readonly quantity: string | undefined
  readonly amount: string | undefined
}

/** The form of a CUSIP. */
export const CUSIP = /^(?=.*\d)[0-9A-Z]{8}\d$/

/** "04/17/2023 as of 04/15/2023": booked on the one, of the other, which is the day that counts for everything but splits. */
export function eventDay({ when, date }: Line): string {
  const [, later] = /\bas of (.+)$/i.exec(when) ?? []
  return later === undefined ? date : (parseDay(later, 'mdy') ?? refuse('invalid-date', `Date: "${when}" is no day.`))
}

export function assetOf({ symbol, name }: Line): AssetTerms {
  const option = optionOf(symbol)
  if (option) return { ...option, name }
  // Of securities that are no longer traded the column has the CUSIP, and the name the event.
  const plainName = name.replace(/\s*XXX.*$/, '')
  if (CUSIP.test(symbol)) return { ref: symbol, name: plainName, identifiers: [{ kind: 'CUSIP', value: symbol }] }
  return symbol === '' ? refuse('no-asset', 'The row names no security.') : { symbol, name }
}

export function shareTransfer(line: Line, book: Book): void {
  book.inKind('TRANSFER', { date: eventDay(line), asset: assetOf(line), description: line.action })
  if (line.quantity?.startsWith('-') === true) return
  book.note('warning', 'cost-unknown', 'These shares came from another account; the file does not say what they had cost.')
}
