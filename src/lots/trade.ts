import { absolute, type Decimal, negate, subtract, ZERO } from '../shared/decimal.ts'
import { type Cost, negateCost, shareOfCost, subtractCost } from './cost.ts'
import type { Disposal, LotEntry, MatchState } from './entry.ts'
import { type Lot, sizeOf } from './lot.ts'
import { addLots, consumeLots, consumeSpecificLots, type Position } from './position.ts'
import { unitCostOf } from './unit-cost.ts'

/** Whether lots are there that an entry closes. */
export function isOpposite(position: Position, quantity: Decimal): boolean {
  return position.total !== ZERO && position.total > ZERO !== quantity > ZERO
}

/** Closes what stands against an entry, and opens a lot with the rest. */
export function trade(state: MatchState, entry: LotEntry, position: Position): void {
  if (!isOpposite(position, entry.quantity)) {
    addLots(position, [newLot(entry, entry.quantity, entry.worth)])
    return
  }
  const size = absolute(entry.quantity)
  const { taken, missing } = takeFor(state, entry, position, size)
  const closed = subtract(size, missing)
  const closing = shareOfCost(entry.worth, closed, size)
  if (entry.realises) for (const one of disposalsOf(entry, taken, closing, closed, state.rule)) state.disposals.push(one)
  if (missing === ZERO) return
  addLots(position, [newLot(entry, signed(missing, entry), subtractCost(entry.worth, closing))])
}

/** The lots that an entry names, then others by the method. */
export function takeFor(state: MatchState, entry: LotEntry, position: Position, size: Decimal) {
  if (entry.specificLots === null || entry.quantity > ZERO) return consumeLots(position, size)
  const named = consumeSpecificLots(position, entry.specificLots, size)
  for (const lot of named.missing) state.lotMissing?.(entry, lot)
  const left = subtract(size, sizeOf(named.taken))
  if (left === ZERO) return { taken: named.taken, missing: ZERO }
  const { taken, missing } = consumeLots(position, left)
  return { taken: [...named.taken, ...taken], missing }
}

/** A size with the sign of an entry. */
export function signed(size: Decimal, { quantity }: LotEntry): Decimal {
  return quantity > ZERO ? size : negate(size)
}

/** Divides what a closing brought or cost among the lots that it took, by quantity; the last gets the rest. */
export function disposalsOf(
  entry: LotEntry,
  taken: readonly Lot[],
  closing: Cost,
  closed: Decimal,
  rule: Disposal['rule'],
  closedBy: Lot | null = null,
): Disposal[] {
  const { transactionId, date } = entry
  const isKnown = closedBy?.known ?? entry.known
  let left = closing
  return taken.map((lot, index) => {
    const isLast = index === taken.length - 1
    const part = isLast ? left : shareOfCost(closing, absolute(lot.quantity), closed)
    if (!isLast) left = subtractCost(left, part)
    return { transactionId, date, lot, closing: part, known: isKnown && lot.known, closedBy, rule }
  })
}

/** The lot that an entry opens. */
export function newLot(entry: LotEntry, quantity: Decimal, cost: Cost): Lot {
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

/** Whether the lot was bought first. A change of cost that is realised has no units: then what was got for nothing counts as that of a long one. */
export function isOfLong({ lot, closing }: Pick<Disposal, 'lot' | 'closing'>): boolean {
  if (lot.quantity !== ZERO) return lot.quantity > ZERO
  return closing.inReport === ZERO ? closing.inAsset < ZERO : closing.inReport < ZERO
}

/** Cost and proceeds of a disposal as positive sums, whichever came first. */
export function costAndProceeds({ lot, closing }: Pick<Disposal, 'lot' | 'closing'>): { cost: Cost; proceeds: Cost } {
  return isOfLong({ lot, closing })
    ? { cost: lot.cost, proceeds: negateCost(closing) }
    : { cost: closing, proceeds: negateCost(lot.cost) }
}
