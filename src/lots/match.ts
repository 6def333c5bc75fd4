import { add, ZERO } from '../shared/decimal.ts'
import { applyInOrder, withJointSplits } from './days.ts'
import { carries, type Disposal, type Entry, type Matching, type Replay } from './entry.ts'
import type { Lot } from './lot.ts'
import { emptyShelf, lotsOn, type Shelf, scaleShelf } from './position.ts'
import { trade } from './trade.ts'
import { carry } from './transfers.ts'

/** What is open, by `positionOf`, and what was closed, in the order in which it was. */
export type Matched = { readonly open: Map<string, Lot[]>; readonly disposals: Disposal[] }

/**
 * Walks entries, which must be in ledger order (day, time, id), and tells what is open and what was closed. Splits take effect before anything
 * else of their day; legs of transfers and exchanges may come in any order; a short position moves and is netted like a long one. Quantity and
 * cost are conserved to the last digit: what came in = what was closed + what is open.
 */
export function matchEntries(given: readonly Entry[], matching: Matching): Matched {
  const entries = matching.pooled ? withJointSplits(given) : given
  const replay: Replay = {
    ...matching,
    shelves: new Map(),
    apart: entries.some((entry) => entry.named !== null),
    carried: new Map(),
    disposals: [],
  }
  const shelves = new Map<number, Map<number, Shelf>>()
  const shelfOf = (entry: Entry) => {
    const brokerId = matching.pooled ? 0 : entry.brokerId
    const ofAsset = shelves.get(entry.assetId) ?? new Map<number, Shelf>()
    const known = ofAsset.get(brokerId)
    if (known !== undefined) return known
    const shelf = emptyShelf(matching.order, replay.apart)
    shelves.set(entry.assetId, ofAsset.set(brokerId, shelf))
    replay.shelves.set(positionOf(entry, matching.pooled), shelf)
    return shelf
  }
  applyInOrder(entries, shelfOf, (entry, shelf) => apply(replay, entry, shelf))
  return { open: new Map([...replay.shelves].map(([key, shelf]) => [key, lotsOn(shelf)])), disposals: replay.disposals }
}

/** The key of a position in `Matched.open`. */
export function positionOf({ brokerId, assetId }: { brokerId: number; assetId: number }, pooled: boolean): string {
  return pooled ? String(assetId) : `${brokerId}:${assetId}`
}

function apply(replay: Replay, entry: Entry, shelf: Shelf): void {
  if (entry.kind === 'split') {
    const after = add(shelf.total, entry.quantity)
    if (shelf.total !== ZERO && after !== ZERO && shelf.total > ZERO === after > ZERO) scaleShelf(shelf, after)
    else trade(replay, entry, shelf)
  } else if (carries(entry)) carry(replay, entry, shelf)
  else trade(replay, entry, shelf)
}
