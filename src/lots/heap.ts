import type { Lot } from './lot.ts'
import type { LotSlot } from './position.ts'
import { type UnitCost, unitCostOf } from './unit-cost.ts'

/** A slot as it was when it was put on the heap. `price` = its cost per unit, rounded, to tell most lots apart quickly. */
export type HeapItem = { readonly slot: LotSlot; lot: Lot; readonly unitCost: UnitCost; readonly price: number }

/** A binary heap: `before` says which of two items comes out first. */
export type Heap = { readonly items: HeapItem[]; readonly before: (a: HeapItem, b: HeapItem) => boolean }

const NEARLY_EQUAL = 1e-13

/** What a unit cost, compared without rounding; at the same cost the older one first. */
export function hasHigherCost(a: HeapItem, b: HeapItem): boolean {
  const difference = a.price - b.price
  if (Math.abs(difference) > NEARLY_EQUAL * Math.max(a.price, b.price)) return difference > 0
  const [left, right] = [a.unitCost.cost * b.unitCost.units, b.unitCost.cost * a.unitCost.units]
  if (left !== right) return left > right
  if (a.lot.acquiredOn !== b.lot.acquiredOn) return a.lot.acquiredOn < b.lot.acquiredOn
  return a.slot.order < b.slot.order
}

export function peekHeap({ items }: Heap): HeapItem | undefined {
  return items[0]
}

export function pushHeap({ items, before }: Heap, slot: LotSlot): void {
  const { lot } = slot
  const unitCost = unitCostOf(lot)
  const item = { slot, lot, unitCost, price: Number(unitCost.cost) / Number(unitCost.units) }
  let at = items.length
  while (at > 0) {
    const up = (at - 1) >> 1
    const parent = items[up]
    if (parent === undefined || !before(item, parent)) break
    items[at] = parent
    at = up
  }
  items[at] = item
}

/** Takes note that a part of a lot is gone. The rest costs the same per unit: on top it stays where it is. */
export function renewHeap(heap: Heap, slot: LotSlot, before: Lot): void {
  const [top] = heap.items
  if (top?.slot === slot && top.lot === before) top.lot = slot.lot
  else pushHeap(heap, slot)
}

export function popHeap({ items, before }: Heap): void {
  const last = items.pop()
  if (last === undefined || items.length === 0) return
  let at = 0
  for (;;) {
    const [left, right] = [items[2 * at + 1], items[2 * at + 2]]
    if (left === undefined) break
    const child = right !== undefined && before(right, left) ? right : left
    if (!before(child, last)) break
    items[at] = child
    at = child === right ? 2 * at + 2 : 2 * at + 1
  }
  items[at] = last
}
