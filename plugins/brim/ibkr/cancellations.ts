/** Cancelled trades stand in a report next to what they cancel. */
import { absolute, negate } from '#src/shared/decimal.ts'
import { type Book, ignore, warn } from './book.ts'
import { type Entry, tryFigure, value } from './entry.ts'

/** Whether the record takes back another one (note `Ca`). */
export function isCancellation(entry: Entry): boolean {
  const notes = value(entry, 'notes', 'code').split(/[;, ]+/)
  return notes.includes('Ca') || value(entry, 'transactiontype') === 'TradeCancel' || /\(Ca\.?\)/.test(value(entry, 'buysell'))
}

/**
 * The trades without those that are cancelled and their cancellations. A cancellation of a trade that is not in the file stays and
 * is booked the other way round.
 */
export function withoutCancelled(book: Book, entries: readonly Entry[]): Entry[] {
  const gone = new Set<Entry>()
  for (const entry of entries) {
    if (!isCancellation(entry)) continue
    const original = originalOf(
      entry,
      entries.filter((candidate) => !gone.has(candidate) && !isCancellation(candidate)),
    )
    if (original === undefined) {
      warn(
        book,
        entry,
        'cancels-earlier-trade',
        'The trade that this cancels is not in the file; it is booked as the reverse of it.',
      )
      continue
    }
    gone.add(entry)
    gone.add(original)
    ignore(book, original, `cancelled by row ${entry.row}`)
    ignore(book, entry, `cancels row ${original.row}`)
  }
  return entries.filter((entry) => !gone.has(entry))
}

function originalOf(entry: Entry, candidates: readonly Entry[]): Entry | undefined {
  const booking = value(entry, 'origtransactionid').replace(/^0$/, '')
  const trade = value(entry, 'origtradeid').replace(/^0$/, '')
  if (booking !== '') {
    const found = candidates.find((candidate) => value(candidate, 'transactionid') === booking)
    if (found) return found
  }
  const same = candidates.filter((candidate) => isOpposite(entry, candidate))
  return trade === '' ? same[0] : same.find((candidate) => value(candidate, 'tradeid') === trade)
}

function isOpposite(entry: Entry, candidate: Entry): boolean {
  const [own, other] = [tryFigure(entry, 'quantity'), tryFigure(candidate, 'quantity')]
  if (own === undefined || other === undefined) return false
  const turned = own === negate(other) || (own === other && absolute(own) === own)
  const same = (...names: string[]) => value(entry, ...names) === value(candidate, ...names)
  return (
    turned &&
    entry.account === candidate.account &&
    same('tradeprice', 'price') &&
    same('conid', 'isin', 'symbol') &&
    same('tradedate', 'datetime')
  )
}
