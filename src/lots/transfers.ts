import { absolute, add, minimum, multiplyDivide, ONE, subtract, ZERO } from '../shared/decimal.ts'
import { shareOfWorth, subtractWorth } from './cost.ts'
import type { Carried, Entry, Replay } from './entry.ts'
import { dividedEvenly, exchangedLots, type Lot, type Share, sizeOf } from './lot.ts'
import { putLots, type Shelf, takeLots } from './position.ts'
import { disposalsOf, isOpposite, newLot, signed, takeFor, trade } from './trade.ts'
import { unitCostOf } from './unit-cost.ts'

/** A leg of a transfer or an exchange: the outgoing ones are taken along, the incoming ones bring what was. */
export function carry(replay: Replay, entry: Entry, shelf: Shelf): void {
  const source = replay.carried.get(entry.groupId ?? '')
  if (source !== undefined && source.sign !== entry.quantity > ZERO) arrive(replay, entry, shelf, source)
  else if (source === undefined && entry.quantity > ZERO && !isOpposite(shelf, entry.quantity)) trade(replay, entry, shelf)
  else carryAway(replay, entry, shelf, source)
}

function carryAway(replay: Replay, entry: Entry, shelf: Shelf, known: Carried | undefined): void {
  const size = absolute(entry.quantity)
  const { taken, missing } = isOpposite(shelf, entry.quantity)
    ? takeFor(replay, entry, shelf, size)
    : { taken: [], missing: size }
  const source = known ?? {
    sign: entry.quantity > ZERO,
    lots: [],
    assetIds: new Set<number>(),
    moved: ZERO,
    arrived: ZERO,
    share: ZERO,
  }
  source.lots.push(...taken)
  source.assetIds.add(entry.assetId)
  source.moved = add(source.moved, size)
  replay.carried.set(entry.groupId ?? '', source)
  if (missing === ZERO) return
  const worth = shareOfWorth(entry.worth, missing, size)
  putLots(shelf, [newLot(entry, signed(missing, entry), worth)])
}

/** What comes in from elsewhere first closes what stands against it. */
function arrive(replay: Replay, entry: Entry, shelf: Shelf, source: Carried): void {
  const realises = !(replay.pooled && entry.kind === 'transfer')
  const lots = evenAtZero(replay, arrivals(replay, entry, source), shelf)
  const free = lots.findIndex((lot) => !closeAgainst(replay, entry, shelf, lot, realises))
  if (free >= 0) putLots(shelf, lots.slice(free))
}

/** With one average cost, an even part of all that arrives closes what stands against it. */
function evenAtZero({ order }: Replay, lots: readonly Lot[], shelf: Shelf): readonly Lot[] {
  const [first] = lots
  const owed = absolute(shelf.total)
  if (order !== 'AVERAGE' || first === undefined || lots.length === 1 || !isOpposite(shelf, first.quantity)) return lots
  if (owed >= sizeOf(lots)) return lots
  const { taken, left } = dividedEvenly(lots, owed)
  return [...taken, ...left]
}

/** Closes what stands against a lot that comes in; false when nothing does. */
function closeAgainst(replay: Replay, entry: Entry, shelf: Shelf, lot: Lot, realises: boolean): boolean {
  if (!isOpposite(shelf, lot.quantity)) return false
  const size = absolute(lot.quantity)
  const { taken, missing } = takeLots(shelf, size)
  const closed = subtract(size, missing)
  const closing = shareOfWorth(lot.cost, closed, size)
  const made = disposalsOf({ ...entry, known: lot.known }, taken, closing, closed, replay.rule)
  if (realises) for (const one of made) replay.disposals.push(one)
  if (missing !== ZERO)
    putLots(shelf, [
      { ...lot, quantity: signed(missing, entry), cost: subtractWorth(lot.cost, closing), unitCost: unitCostOf(lot) },
    ])
  return true
}

/** The lots that come in with a leg: an exchange takes its share of the cost, a transfer that of its quantity: a unit costs what it did, whatever share of either broker counts. */
function arrivals(replay: Replay, entry: Entry, source: Carried): Lot[] {
  const known = multiplyDivide(entry.quantity, sizeOf(source.lots), source.moved)
  const share = shareOf(entry, source)
  const byCost = source.assetIds.size > 1 && source.lots.every((lot) => lot.cost.report !== ZERO)
  const unknown = subtract(entry.quantity, known)
  const lots = known === ZERO ? [] : exchangedLots(source.lots, known, share, byCost)
  const arrived = lots.map((lot) => ({
    ...lot,
    brokerId: entry.brokerId,
    assetId: entry.assetId,
    cost: lot.assetId === entry.assetId ? lot.cost : replay.relocate(lot.cost, entry.assetId, lot.acquiredOn),
  }))
  return unknown === ZERO ? arrived : [...arrived, newLot(entry, unknown, shareOfWorth(entry.worth, unknown, entry.quantity))]
}

function shareOf(entry: Entry, source: Carried): Share {
  if (entry.kind === 'exchange') {
    const from = source.share
    source.share = minimum(ONE, add(from, entry.costShare ?? subtract(ONE, from)))
    return { from, to: source.share, whole: ONE }
  }
  const from = source.arrived
  source.arrived = add(from, absolute(entry.quantity))
  return { from, to: source.arrived, whole: source.moved }
}
