/** Events of several rows: money for shares, shares for shares, and what moves within the account. */
import { type Book, isZero, plus, refuse } from '#plugins/kit/index.ts'
import { unclearEvent } from '../north-america.ts'
import { assetOf, CUSIP, type Entry, shareTransfer } from './line.ts'

type Lines = readonly [Entry, ...Entry[]]

/** Money in one row, the shares that it was paid for in the other. */
export function bookRedemption(lines: Lines, book: Book): void {
  const paid = lines.find(({ amount }) => amount !== undefined)
  const gone = lines.find(({ quantity }) => quantity !== undefined)
  if (lines.length !== 2 || paid === undefined || gone === undefined || paid === gone)
    refuse('no-pair', 'Of this event there must be two rows: the money, and the shares that it was paid for.')
  const { quantity } = gone
  if (quantity?.startsWith('-') !== true) refuse('unexpected-sign', 'The shares that this event takes do not go out.')
  book.on(paid).trade({ quantity, description: paid.kind }, 'SELL')
}

/** The old shares go out under their CUSIP and the new ones come in under the symbol: one holding that became smaller. */
export function bookReverseSplit(lines: Lines, book: Book): void {
  const [from, to] = book.pairOf(lines)
  book.exchange(from, to, { date: to.date, asset: assetOf(to), description: to.kind })
}

export function bookExchange(lines: Lines, book: Book): void {
  const pair = book.pairOf(lines)
  if (lines.some(({ amount }) => !isZero(amount))) unclearEvent()
  const group = `exchange ${pair[0].row}`
  for (const line of pair) {
    const asset = book.asset(assetOf(line))
    book.on(line).add({ type: 'EXCHANGE', date: line.date, asset, quantity: line.quantity, group, description: line.kind })
  }
  if (CUSIP.test(pair[0].symbol))
    book.note(
      'warning',
      'old-symbol',
      `The shares that went out are named by the CUSIP ${pair[0].symbol}: choose the asset that they were.`,
    )
}

/** Between the cash and the margin side the same shares go out and come in; else they move to or from another account. */
export function bookJournal(lines: Lines, book: Book): void {
  if (lines.length > 1 && plus(...lines.map(({ quantity }) => quantity)) === '0') book.skip('moved within the account')
  else for (const line of lines) shareTransfer(line, book.on(line))
}
