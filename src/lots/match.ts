import { add, ZERO } from '../shared/decimal.ts'
import { changeCost } from './cost-change.ts'
import { applyInOrder, withJointSplits } from './days.ts'
import { type Disposal, isTransferLeg, type LotEntry, type MatchOptions, type MatchState } from './entry.ts'
import type { Lot } from './lot.ts'
import { emptyPosition, openLotsOf, type Position, scalePosition } from './position.ts'
import { trade } from './trade.ts'
import { transferLeg } from './transfers.ts'

/** What is open, by `positionOf`, and what was closed, in the order in which it was. */
export type MatchResult = { readonly open: Map<string, Lot[]>; readonly disposals: Disposal[] }

/**
 * Walks entries, which must be in ledger order (day, time, id), and tells what is open and what was closed. Splits take effect before anything
 * else of their day, changes of cost after it; legs of transfers and exchanges may come in any order; a short position moves and is netted like a long one. Quantity and
 * cost are conserved to the last digit: what came in = what was closed + what is open.
 */
export function matchEntries(given: readonly LotEntry[], matching: MatchOptions): MatchResult {
  const entries = matching.pooled ? withJointSplits(given) : given
  const state: MatchState = {
    ...matching,
    positions: new Map(),
    keepLotsSeparate: entries.some((entry) => entry.specificLots !== null),
    pendingTransfers: new Map(),
    disposals: [],
  }
  const positions = new Map<number, Map<number, Position>>()
  const positionFor = (entry: LotEntry) => {
    const brokerId = matching.pooled ? 0 : entry.brokerId
    const ofAsset = positions.get(entry.assetId) ?? new Map<number, Position>()
    const known = ofAsset.get(brokerId)
    if (known !== undefined) return known
    const position = emptyPosition(matching.order, state.keepLotsSeparate)
    positions.set(entry.assetId, ofAsset.set(brokerId, position))
    state.positions.set(positionOf(entry, matching.pooled), position)
    return position
  }
  applyInOrder(entries, positionFor, (entry, position) => apply(state, entry, position))
  return { open: new Map([...state.positions].map(([key, position]) => [key, openLotsOf(position)])), disposals: state.disposals }
}

/** The key of a position in `Matched.open`. */
export function positionOf({ brokerId, assetId }: { brokerId: number; assetId: number }, pooled: boolean): string {
  return pooled ? String(assetId) : `${brokerId}:${assetId}`
}

function apply(state: MatchState, entry: LotEntry, position: Position): void {
  if (entry.kind === 'split') {
    if (entry.quantity === ZERO) return
    const after = add(position.total, entry.quantity)
    if (position.total !== ZERO && after !== ZERO && position.total > ZERO === after > ZERO) scalePosition(position, after)
    else trade(state, entry, position)
  } else if (entry.kind === 'cost') changeCost(state, entry, position)
  else if (isTransferLeg(entry)) transferLeg(state, entry, position)
  else trade(state, entry, position)
}
