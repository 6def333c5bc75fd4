import type { Matched } from '../../lots/match.ts'
import { addDays } from '../../shared/date.ts'
import { ZERO } from '../../shared/decimal.ts'
import type { Asked } from '../ledger/request.ts'
import { type Booking, internalGroups } from '../returns/flows.ts'
import { matchPeriod, type Opening } from '../returns/period-parts.ts'
import { type Standing, standingOn, type Valued, valueStanding } from '../valuation/balances.ts'
import type { Book } from '../valuation/book.ts'
import { marketWorth } from '../valuation/lot-entries.ts'

/** What the figures of a range were made of, line by line. */
export type Evidence = {
  readonly before: Standing
  readonly after: Standing
  readonly opening: Valued
  readonly closing: Valued
  /** Of the lines that count, in ledger order. */
  readonly bookings: readonly Booking[]
  readonly matched: Matched
}

/** The same figures as those of `periodOf`, before they are summed: for explaining them. Nothing of it is kept. */
export function evidenceOf(book: Book, asked: Asked): Evidence {
  const start = addDays(asked.from, -1)
  const [before, after] = [standingOn(book.lines, start), standingOn(book.lines, asked.to)]
  const [opening, closing] = [valueStanding(book, before, start), valueStanding(book, after, asked.to)]
  const openings = [...before.assets].map(
    ([assetId, quantity]): Opening => ({
      assetId,
      quantity,
      worth: marketWorth(book, assetId, opening.assets.get(assetId) ?? ZERO, start),
      date: start,
    }),
  )
  const lines = book.lines.filter((line) => line.date >= asked.from && line.date <= asked.to)
  const counted = lines.filter((line) => asked.scope === 'total' || line.assetId !== null)
  const { bookings, matched } = matchPeriod(book, asked, { lines: counted, openings }, internalGroups(lines))
  return { before, after, opening, closing, bookings, matched }
}
