import { type CloseColumns, closeOf } from '../assets/service.ts'
import { dayNumber } from '../shared/day-number.ts'
import { add, type Decimal, multiplyDivide, ZERO } from '../shared/decimal.ts'
import type { Line } from './lines.repository.ts'

/** A split that the catalogue tells of so many days before the one in the ledger is the same one: closes are in the new units already. */
const SAME_WITHIN_DAYS = 7

/** From `day` on there are `after` units for each `before`. */
export type UnitSplit = { readonly day: number; readonly before: Decimal; readonly after: Decimal }

/**
 * The closes of an asset with those that a split in the ledger made: where the catalogue does not know of the split, the last close before it counts
 * from its day on in the new units, until there is a newer one. `lines` = those that move units of the asset, in their order.
 */
export function withBookedSplits(columns: CloseColumns, lines: readonly Line[]): CloseColumns {
  if (!lines.some((line) => line.type === 'SPLIT')) return columns
  const { days, splits = [] } = columns
  const known = new Set(days)
  const unknown = bookedSplits(lines).filter(
    ({ day }) =>
      day > (days[0] ?? day) && !known.has(day) && !splits.some((told) => told.day <= day && day - told.day <= SAME_WITHIN_DAYS),
  )
  if (unknown.length === 0) return columns
  const rows = Array.from(days, (day, index) => ({ day, ...closeOf(columns, index) }))
  for (const { day, before, after } of unknown) {
    const place = rows.findLastIndex((row) => row.day < day)
    const last = rows[place]
    if (last !== undefined) rows.splice(place + 1, 0, { ...last, day, close: multiplyDivide(last.close, before, after) })
  }
  const exact = rows.map((row) => row.close)
  return {
    days: Int32Array.from(rows, (row) => row.day),
    scaled: Float64Array.from(exact, Number),
    exact,
    currencies: rows.map((row) => row.currency),
    splits,
  }
}

/** What the catalogue tells of, and what only the ledger does: not within a week of one that the catalogue knows. */
export function unitSplits({ splits = [] }: CloseColumns, lines: readonly Line[]): UnitSplit[] {
  const told = splits.map(({ day, ratio: [after, before] }) => ({ day, before, after }))
  const isTold = ({ day }: UnitSplit) => told.some((one) => Math.abs(one.day - day) <= SAME_WITHIN_DAYS)
  return [...told, ...bookedSplits(lines).filter((split) => !isTold(split))]
}

/** One split is booked at every broker; it counts once a day. */
export function bookedSplits(lines: readonly Line[]): UnitSplit[] {
  const splits = new Map<number, UnitSplit>()
  const held = new Map<number, Decimal>()
  for (const { type, date, brokerId, quantity } of lines) {
    const before = held.get(brokerId) ?? ZERO
    const after = add(before, quantity)
    held.set(brokerId, after)
    const day = type === 'SPLIT' ? dayNumber(date) : null
    if (day !== null && before !== ZERO && after !== ZERO && !splits.has(day)) splits.set(day, { day, before, after })
  }
  return [...splits.values()]
}
