import { absolute, add, type Decimal, minimum, negate, subtract, ZERO } from '../shared/decimal.ts'
import { type Heap, isDearer, peekHeap, popHeap, pushHeap, renewHeap } from './heap.ts'
import { byAge, canJoin, dividedEvenly, joinedLots, type Lot, type NamedLot, scaledLots, sizeOf, splitLot } from './lot.ts'

export type TakingOrder = 'FIFO' | 'LIFO' | 'HIFO' | 'AVERAGE'

/** The place of a lot. `order` tells lots of one day apart. */
export type Slot = { lot: Lot; gone: boolean; readonly order: number }

/**
 * The open lots of one position, all of one sign, by age. Taking one costs the same however many there are (HIFO: their logarithm).
 * `apart`: AVERAGE keeps the lots although they all count at one cost, because sales name them.
 */
export type Shelf = {
  readonly taking: TakingOrder
  readonly apart: boolean
  slots: Slot[]
  /** Everything before this index is gone. */
  first: number
  made: number
  dearest: Heap | null
  byId: Map<number, Slot[]> | null
  total: Decimal
  /** Net change by entries of the day that are not applied yet. */
  pending: Decimal
  /** How many of them bring units. */
  incoming: number
}

export type Taken = { readonly taken: readonly Lot[]; readonly missing: Decimal }

export function emptyShelf(taking: TakingOrder, apart: boolean): Shelf {
  return { taking, apart, slots: [], first: 0, made: 0, dearest: null, byId: null, total: ZERO, pending: ZERO, incoming: 0 }
}

/** What is open, by age; AVERAGE: one lot a currency. */
export function lotsOn(shelf: Shelf): Lot[] {
  const lots = slotsOf(shelf).map((slot) => slot.lot)
  return shelf.taking === 'AVERAGE' && shelf.apart ? pooled(lots) : lots
}

/** Lots as pools, one a currency, known costs and others apart. */
function pooled(lots: readonly Lot[]): Lot[] {
  const pools: Lot[] = []
  for (const lot of lots) {
    const index = pools.findIndex((pool) => canJoin(pool, lot))
    const pool = pools[index]
    if (pool === undefined) pools.push(lot)
    else pools[index] = joinedLots(pool, lot)
  }
  return pools
}

function isPool({ taking, apart }: Shelf): boolean {
  return taking === 'AVERAGE' && !apart
}

function slotsOf(shelf: Shelf): Slot[] {
  const live: Slot[] = []
  for (let index = shelf.first; index < shelf.slots.length; index++) {
    const slot = shelf.slots[index]
    if (slot !== undefined && !slot.gone) live.push(slot)
  }
  return live
}

/** Puts lots among others in the order of their days. */
export function putLots(shelf: Shelf, lots: readonly Lot[]): void {
  let inOrder = true
  for (const lot of lots) {
    shelf.total = add(shelf.total, lot.quantity)
    const pool = isPool(shelf) ? shelf.slots.find((slot) => !slot.gone && canJoin(slot.lot, lot)) : undefined
    if (pool !== undefined) pool.lot = joinedLots(pool.lot, lot)
    else {
      const last = shelf.slots.at(-1)
      inOrder &&= last === undefined || last.lot.acquiredOn <= lot.acquiredOn
      addSlot(shelf, lot)
    }
  }
  if (inOrder || shelf.taking === 'AVERAGE') return
  shelf.slots = slotsOf(shelf).sort((a, b) => byAge(a.lot, b.lot) || a.order - b.order)
  shelf.first = 0
}

function addSlot(shelf: Shelf, lot: Lot): void {
  const slot: Slot = { lot, gone: false, order: shelf.made++ }
  shelf.slots.push(slot)
  if (shelf.dearest !== null) pushHeap(shelf.dearest, slot)
  if (shelf.byId !== null) register(shelf.byId, slot)
}

/** Takes `quantity` (> 0) by the method; `missing` is what was not there. What is taken and what stays add up exactly. */
export function takeLots(shelf: Shelf, quantity: Decimal): Taken {
  const taken: Lot[] = []
  let missing = quantity
  if (shelf.taking === 'AVERAGE') return takeEvenly(shelf, quantity)
  while (missing > ZERO) {
    const slot = nextSlot(shelf)
    if (slot === undefined) break
    const lot = takeFrom(shelf, slot, missing)
    missing = subtract(missing, absolute(lot.quantity))
    taken.push(lot)
  }
  return { taken, missing }
}

/** Takes lots by their ids, as far as they are there. Lot 0 stands for all that was there before the first entry. */
export function takeNamedLots(shelf: Shelf, named: readonly NamedLot[], most: Decimal) {
  shelf.byId ??= registered(shelf)
  const taken: Lot[] = []
  const missing: NamedLot[] = []
  let room = most
  for (const { lotId, quantity } of named) {
    let left = minimum(quantity, room)
    room = subtract(room, left)
    for (const slot of [...(shelf.byId.get(lotId) ?? []), ...(shelf.byId.get(0) ?? [])]) {
      if (left === ZERO) break
      if (slot.gone) continue
      const lot = takeFrom(shelf, slot, left)
      left = subtract(left, absolute(lot.quantity))
      taken.push(lot)
    }
    if (left > ZERO) missing.push({ lotId, quantity: left })
  }
  return { taken, missing }
}

function takeFrom(shelf: Shelf, slot: Slot, most: Decimal): Lot {
  const before = slot.lot
  const [out, rest] = absolute(before.quantity) <= most ? [before, undefined] : splitLot(before, most)
  if (rest === undefined) slot.gone = true
  else slot.lot = rest
  if (rest !== undefined && shelf.dearest !== null) renewHeap(shelf.dearest, slot, before)
  shelf.total = subtract(shelf.total, out.quantity)
  return out
}

function nextSlot(shelf: Shelf): Slot | undefined {
  const { slots, taking } = shelf
  if (taking === 'LIFO') {
    while (slots.at(-1)?.gone) slots.pop()
    return slots.length > shelf.first ? slots.at(-1) : undefined
  }
  if (taking === 'FIFO') {
    while (slots[shelf.first]?.gone) shelf.first += 1
    return slots[shelf.first]
  }
  shelf.dearest ??= heapOf(shelf)
  while (isStale(peekHeap(shelf.dearest))) popHeap(shelf.dearest)
  return peekHeap(shelf.dearest)?.slot
}

/** A lot that has changed since it was put on the heap is there once more. */
function isStale(item: ReturnType<typeof peekHeap>): boolean {
  return item !== undefined && (item.slot.gone || item.slot.lot !== item.lot)
}

function heapOf(shelf: Shelf): Heap {
  const heap: Heap = { items: [], before: isDearer }
  for (const slot of slotsOf(shelf)) pushHeap(heap, slot)
  return heap
}

function takeEvenly(shelf: Shelf, quantity: Decimal): Taken {
  const [only] = shelf.slots
  if (shelf.slots.length === 1 && only !== undefined && !only.gone && absolute(only.lot.quantity) > quantity)
    return { taken: [takeFrom(shelf, only, quantity)], missing: ZERO }
  const lots = slotsOf(shelf).map((slot) => slot.lot)
  const whole = sizeOf(lots)
  if (quantity >= whole) {
    refill(shelf, [])
    shelf.total = ZERO
    return { taken: pooled(lots), missing: subtract(quantity, whole) }
  }
  const { taken, left } = dividedEvenly(lots, quantity)
  refill(shelf, left)
  shelf.total = subtract(shelf.total, lots[0] !== undefined && lots[0].quantity < ZERO ? negate(quantity) : quantity)
  return { taken: shelf.apart ? pooled(taken) : taken, missing: ZERO }
}

/** Makes `after` units of all that is there (neither 0, same sign); costs and days stay. */
export function scaleShelf(shelf: Shelf, after: Decimal): void {
  refill(
    shelf,
    scaledLots(
      slotsOf(shelf).map((slot) => slot.lot),
      shelf.total,
      after,
    ),
  )
  shelf.total = after
}

function refill(shelf: Shelf, lots: readonly Lot[]): void {
  shelf.slots = lots.map((lot) => ({ lot, gone: false, order: shelf.made++ }))
  shelf.first = 0
  shelf.dearest = null
  shelf.byId = null
}

function registered(shelf: Shelf): Map<number, Slot[]> {
  const byId = new Map<number, Slot[]>()
  for (const slot of slotsOf(shelf)) register(byId, slot)
  return byId
}

function register(byId: Map<number, Slot[]>, slot: Slot): void {
  const known = byId.get(slot.lot.transactionId)
  if (known) known.push(slot)
  else byId.set(slot.lot.transactionId, [slot])
}
