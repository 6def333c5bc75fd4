import { absolute, type Decimal, negate, subtract, ZERO } from '../shared/decimal.ts'
import { negateWorth, shareOfWorth, subtractWorth, type Worth } from './cost.ts'
import type { Disposal, Entry, Replay } from './entry.ts'
import { type Lot, sizeOf } from './lot.ts'
import { putLots, type Shelf, takeLots, takeNamedLots } from './position.ts'
import { unitCostOf } from './unit-cost.ts'

/** Whether lots are there that an entry closes. */
export function isOpposite(shelf: Shelf, quantity: Decimal): boolean {
  return shelf.total !== ZERO && shelf.total > ZERO !== quantity > ZERO
}

/** Closes what stands against an entry, and opens a lot with the rest. */
export function trade(replay: Replay, entry: Entry, shelf: Shelf): void {
  if (!isOpposite(shelf, entry.quantity)) {
    putLots(shelf, [newLot(entry, entry.quantity, entry.worth)])
    return
  }
  const size = absolute(entry.quantity)
  const { taken, missing } = takeFor(replay, entry, shelf, size)
  const closed = subtract(size, missing)
  const closing = shareOfWorth(entry.worth, closed, size)
  if (entry.realises) for (const one of disposalsOf(entry, taken, closing, closed, replay.rule)) replay.disposals.push(one)
  if (missing === ZERO) return
  putLots(shelf, [newLot(entry, signed(missing, entry), subtractWorth(entry.worth, closing))])
}

/** The lots that an entry names, then others by the method. */
export function takeFor(replay: Replay, entry: Entry, shelf: Shelf, size: Decimal) {
  if (entry.named === null || entry.quantity > ZERO) return takeLots(shelf, size)
  const named = takeNamedLots(shelf, entry.named, size)
  for (const lot of named.missing) replay.lotMissing?.(entry, lot)
  const left = subtract(size, sizeOf(named.taken))
  if (left === ZERO) return { taken: named.taken, missing: ZERO }
  const { taken, missing } = takeLots(shelf, left)
  return { taken: [...named.taken, ...taken], missing }
}

/** A size with the sign of an entry. */
export function signed(size: Decimal, { quantity }: Entry): Decimal {
  return quantity > ZERO ? size : negate(size)
}

/** Divides what a closing brought or cost among the lots that it took, by quantity; the last gets the rest. */
export function disposalsOf(
  entry: Entry,
  taken: readonly Lot[],
  closing: Worth,
  closed: Decimal,
  rule: Disposal['rule'],
): Disposal[] {
  let left = closing
  return taken.map((lot, index) => {
    const isLast = index === taken.length - 1
    const part = isLast ? left : shareOfWorth(closing, absolute(lot.quantity), closed)
    if (!isLast) left = subtractWorth(left, part)
    return { transactionId: entry.transactionId, date: entry.date, lot, closing: part, known: entry.known && lot.known, rule }
  })
}

/** The lot that an entry opens. */
export function newLot(entry: Entry, quantity: Decimal, cost: Worth): Lot {
  const { transactionId, brokerId, assetId, known, currency } = entry
  return {
    transactionId,
    brokerId,
    assetId,
    acquiredOn: entry.date,
    mixed: false,
    joined: false,
    quantity,
    cost,
    known,
    unitCost: quantity === entry.quantity ? null : unitCostOf({ unitCost: null, cost: entry.worth, quantity: entry.quantity }),
    currency,
  }
}

/** Cost and proceeds of a disposal as positive sums, whichever came first. */
export function costAndProceeds({ lot, closing }: Disposal): { cost: Worth; proceeds: Worth } {
  return lot.quantity > ZERO
    ? { cost: lot.cost, proceeds: negateWorth(closing) }
    : { cost: closing, proceeds: negateWorth(lot.cost) }
}
