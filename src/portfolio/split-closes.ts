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

/**
 * Every broker books a split, some of them days after the others: within a week it is the same one, unless it is the second of that broker. Units
 * are those of the start of a day: what is traded on it counts after the split.
 */
export function bookedSplits(lines: readonly Line[]): UnitSplit[] {
  const splits: { readonly day: number; readonly before: Decimal; after: Decimal; readonly brokers: Set<number> }[] = []
  if (!lines.some((line) => line.type === 'SPLIT')) return splits
  const held = new Map<number, Decimal>()
  const move = ({ brokerId, quantity }: Line) => held.set(brokerId, add(held.get(brokerId) ?? ZERO, quantity))
  for (const moved of Map.groupBy(lines, (line) => line.date).values()) {
    for (const line of moved.filter(({ type }) => type === 'SPLIT')) {
      const before = held.get(line.brokerId) ?? ZERO
      move(line)
      const after = held.get(line.brokerId) ?? ZERO
      const day = dayNumber(line.date)
      if (before === ZERO || after === ZERO) continue
      const near = splits.filter((one) => day - one.day <= SAME_WITHIN_DAYS)
      const same = near.find((one) => !one.brokers.has(line.brokerId))
      const today = near.find((one) => one.day === day)
      if (same) same.brokers.add(line.brokerId)
      else if (today) today.after = multiplyDivide(today.after, after, before)
      else splits.push({ day, before, after, brokers: new Set([line.brokerId]) })
    }
    for (const line of moved) if (line.type !== 'SPLIT') move(line)
  }
  return splits
}
