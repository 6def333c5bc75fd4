import { absolute, add, minimum, multiplyDivide, ONE, subtract, ZERO } from '../shared/decimal.ts'
import { shareOfCost, subtractCost } from './cost.ts'
import type { LotEntry, MatchState, PendingTransfer } from './entry.ts'
import { dividedEvenly, exchangedLots, type Lot, type Share, sizeOf } from './lot.ts'
import { addLots, consumeLots, type Position } from './position.ts'
import { disposalsOf, isOpposite, newLot, signed, takeFor, trade } from './trade.ts'
import { unitCostOf } from './unit-cost.ts'

/** A leg of a transfer or an exchange: the outgoing ones are taken along, the incoming ones bring what was. */
export function transferLeg(state: MatchState, entry: LotEntry, position: Position): void {
  const source = state.pendingTransfers.get(entry.groupId ?? '')
  if (source !== undefined && source.sign !== entry.quantity > ZERO) transferIn(state, entry, position, source)
  else if (source === undefined && entry.quantity > ZERO && !isOpposite(position, entry.quantity)) trade(state, entry, position)
  else transferOut(state, entry, position, source)
}

function transferOut(state: MatchState, entry: LotEntry, position: Position, known: PendingTransfer | undefined): void {
  const size = absolute(entry.quantity)
  const { taken, missing } = isOpposite(position, entry.quantity)
    ? takeFor(state, entry, position, size)
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
  state.pendingTransfers.set(entry.groupId ?? '', source)
  if (missing === ZERO) return
  const worth = shareOfCost(entry.worth, missing, size)
  addLots(position, [newLot(entry, signed(missing, entry), worth)])
}

/** What comes in from elsewhere first closes what stands against it. */
function transferIn(state: MatchState, entry: LotEntry, position: Position, source: PendingTransfer): void {
  const realises = !(state.pooled && entry.kind === 'transfer')
  const lots = evenAtZero(state, arrivals(state, entry, source), position)
  const free = lots.findIndex((lot) => !closeAgainst(state, entry, position, lot, realises))
  if (free >= 0) addLots(position, lots.slice(free))
}

/** With one average cost, an even part of all that arrives closes what stands against it. */
function evenAtZero({ order }: MatchState, lots: readonly Lot[], position: Position): readonly Lot[] {
  const [first] = lots
  const owed = absolute(position.total)
  if (order !== 'AVERAGE' || first === undefined || lots.length === 1 || !isOpposite(position, first.quantity)) return lots
  if (owed >= sizeOf(lots)) return lots
  const { taken, left } = dividedEvenly(lots, owed)
  return [...taken, ...left]
}

/** Closes what stands against a lot that comes in; false when nothing does. */
function closeAgainst(state: MatchState, entry: LotEntry, position: Position, lot: Lot, realises: boolean): boolean {
  if (!isOpposite(position, lot.quantity)) return false
  const size = absolute(lot.quantity)
  const { taken, missing } = consumeLots(position, size)
  const closed = subtract(size, missing)
  const closing = shareOfCost(lot.cost, closed, size)
  const made = disposalsOf(entry, taken, closing, closed, state.rule, lot)
  if (realises) for (const one of made) state.disposals.push(one)
  if (missing !== ZERO)
    addLots(position, [
      { ...lot, quantity: signed(missing, entry), cost: subtractCost(lot.cost, closing), unitCost: unitCostOf(lot) },
    ])
  return true
}

/** The lots that come in with a leg: an exchange takes its share of the cost, a transfer that of its quantity: a unit costs what it did, whatever share of either broker counts. */
function arrivals(state: MatchState, entry: LotEntry, source: PendingTransfer): Lot[] {
  const known = multiplyDivide(entry.quantity, sizeOf(source.lots), source.moved)
  const share = shareOf(entry, source)
  const byCost = source.assetIds.size > 1 && source.lots.every((lot) => lot.cost.inReport !== ZERO)
  const unknown = subtract(entry.quantity, known)
  const lots = known === ZERO ? [] : exchangedLots(source.lots, known, share, byCost)
  const arrived = lots.map((lot) => ({
    ...lot,
    brokerId: entry.brokerId,
    assetId: entry.assetId,
    cost: lot.assetId === entry.assetId ? lot.cost : state.relocate(lot.cost, entry.assetId, lot.acquiredOn),
  }))
  return unknown === ZERO ? arrived : [...arrived, newLot(entry, unknown, shareOfCost(entry.worth, unknown, entry.quantity))]
}

function shareOf(entry: LotEntry, source: PendingTransfer): Share {
  if (entry.kind === 'exchange') {
    const from = source.share
    source.share = minimum(ONE, add(from, entry.costShare ?? subtract(ONE, from)))
    return { from, to: source.share, whole: ONE }
  }
  const from = source.arrived
  source.arrived = add(from, absolute(entry.quantity))
  return { from, to: source.arrived, whole: source.moved }
}
