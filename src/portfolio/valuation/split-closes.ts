import { type CarriedClose, type CloseColumns, carried, closeOf, columnsOf } from '../../prices/service.ts'
import { dayNumber } from '../../shared/day-number.ts'
import { add, type Decimal, multiplyDivide, ZERO } from '../../shared/decimal.ts'
import type { Line } from '../ledger/lines.repository.ts'
import { SAME_WITHIN_DAYS } from '../unbooked/catalogue-split.ts'

/** From `day` on there are `after` units for each `before`. */
export type UnitSplit = { readonly day: number; readonly before: Decimal; readonly after: Decimal }

/**
 * The closes of an asset in the units of the ledger, day by day: where the catalogue does not know of a split, the last close before it counts from
 * its day on in the new units, until there is a newer one; where the two have one split on different days, closes between them are turned into the
 * units that are held. `lines` = those that move units of the asset, in their order.
 */
export function withBookedSplits(columns: CloseColumns, lines: readonly Line[]): CloseColumns {
  if (!lines.some((line) => line.type === 'SPLIT')) return columns
  const { days, splits = [] } = columns
  const booked = bookedSplits(lines)
  const listed = listedSplitsOf(splits, booked)
  const known = new Set(days)
  const later = booked.filter(({ day }) => day > (days[0] ?? day))
  const unknown = later.filter((split) => !known.has(split.day) && !listed.has(split))
  const moved = booked.flatMap((split) => {
    const same = listed.get(split)
    return same === undefined || same.day === split.day ? [] : [{ day: split.day, listed: same }]
  })
  if (unknown.length === 0 && moved.length === 0) return columns
  const rows = Array.from(days, (day, index) => ({ day, ...closeOf(columns, index) }))
  for (const { day, before, after } of unknown) repeat(rows, day, (close) => carried(close, before, after))
  for (const { day, listed } of moved) {
    if (!known.has(day)) repeat(rows, day, (close) => close)
    const [[after, before], isLate] = [listed.ratio, listed.day < day]
    for (const [index, row] of rows.entries())
      if (isLate && row.day >= listed.day && row.day < day)
        rows[index] = { ...row, fraction: undefined, ...carried(row, after, before) }
      else if (!isLate && row.day >= day && row.day < listed.day)
        rows[index] = { ...row, fraction: undefined, ...carried(row, before, after) }
  }
  return { ...columnsOf(rows), splits }
}

type Row = CarriedClose & { readonly day: number; readonly currency: string }

/** Says the last close before a day again on it. */
function repeat(rows: Row[], day: number, inUnits: (close: CarriedClose) => CarriedClose): void {
  const place = rows.findLastIndex((row) => row.day < day)
  const last = rows[place]
  if (last !== undefined) rows.splice(place + 1, 0, { ...last, fraction: undefined, ...inUnits(last), day })
}

type ListedSplit = NonNullable<CloseColumns['splits']>[number]

/** Which split of the catalogue each of the ledger is: that of its day, else the nearest within a week that no other is. */
function listedSplitsOf(splits: readonly ListedSplit[], booked: readonly UnitSplit[]): Map<UnitSplit, ListedSplit> {
  const found = new Map<UnitSplit, ListedSplit>()
  const free = new Set(splits)
  for (const within of [0, SAME_WITHIN_DAYS])
    for (const split of booked) {
      const distance = ({ day }: ListedSplit) => Math.abs(day - split.day)
      const [nearest] = [...free].filter((listed) => distance(listed) <= within).sort((a, b) => distance(a) - distance(b))
      if (nearest === undefined || found.has(split)) continue
      found.set(split, nearest)
      free.delete(nearest)
    }
  return found
}

/** The splits that these closes go through: those of the catalogue, on the day of the ledger where it has them too, and what only the ledger has. */
export function unitSplits({ splits = [] }: CloseColumns, lines: readonly Line[]): UnitSplit[] {
  const booked = bookedSplits(lines)
  const listed = listedSplitsOf(splits, booked)
  const days = new Map([...listed].map(([{ day }, split]) => [split, day]))
  const own = splits.map((split) => ({ day: days.get(split) ?? split.day, before: split.ratio[1], after: split.ratio[0] }))
  return [...own, ...booked.filter((split) => !listed.has(split))]
}

/**
 * Every broker books a split, some of them days after the others: within a week it is the same one, unless it is the second of that broker. Units
 * are those of the start of a day: what is traded on it counts after the split. What makes a short holding of a long one is no split of units.
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
      if (before === after || before === ZERO || after === ZERO || before > ZERO !== after > ZERO) continue
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
