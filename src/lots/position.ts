import { absolute, add, type Decimal, minimum, negate, subtract, ZERO } from '../shared/decimal.ts'
import { type Heap, hasHigherCost, peekHeap, popHeap, pushHeap, renewHeap } from './heap.ts'
import { byAge, canJoin, dividedEvenly, joinedLots, type Lot, type NamedLot, scaledLots, sizeOf, splitLot } from './lot.ts'

export type TakingOrder = 'FIFO' | 'LIFO' | 'HIFO' | 'AVERAGE'

/** The place of a lot. `order` tells lots of one day apart. */
export type LotSlot = { lot: Lot; gone: boolean; readonly order: number }

/**
 * The open lots of one position, all of one sign, by age. Taking one costs the same however many there are (HIFO: their logarithm).
 * `apart`: AVERAGE keeps the lots although they all count at one cost, because sales name them.
 */
export type Position = {
  readonly taking: TakingOrder
  readonly keepLotsSeparate: boolean
  slots: LotSlot[]
  /** Everything before this index is gone. */
  first: number
  made: number
  highestCost: Heap | null
  byId: Map<number, LotSlot[]> | null
  total: Decimal
  /** Net change by entries of the day that are not applied yet. */
  pending: Decimal
  /** How many of them bring units. */
  incoming: number
}

export type Taken = { readonly taken: readonly Lot[]; readonly missing: Decimal }

export function emptyPosition(taking: TakingOrder, apart: boolean): Position {
  return {
    taking,
    keepLotsSeparate: apart,
    slots: [],
    first: 0,
    made: 0,
    highestCost: null,
    byId: null,
    total: ZERO,
    pending: ZERO,
    incoming: 0,
  }
}

/** What is open, by age; AVERAGE: one lot, known costs and others apart. */
export function openLotsOf(position: Position): Lot[] {
  const lots = slotsOf(position).map((slot) => slot.lot)
  return position.taking === 'AVERAGE' && position.keepLotsSeparate ? pooled(lots) : lots
}

/** Lots as pools, known costs and others apart. */
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

function isPool({ taking, keepLotsSeparate: apart }: Position): boolean {
  return taking === 'AVERAGE' && !apart
}

function slotsOf(position: Position): LotSlot[] {
  const live: LotSlot[] = []
  for (let index = position.first; index < position.slots.length; index++) {
    const slot = position.slots[index]
    if (slot !== undefined && !slot.gone) live.push(slot)
  }
  return live
}

/** Puts lots among others in the order of their days. */
export function addLots(position: Position, lots: readonly Lot[]): void {
  let inOrder = true
  for (const lot of lots) {
    position.total = add(position.total, lot.quantity)
    const pool = isPool(position) ? position.slots.find((slot) => !slot.gone && canJoin(slot.lot, lot)) : undefined
    if (pool !== undefined) pool.lot = joinedLots(pool.lot, lot)
    else {
      const last = position.slots.at(-1)
      inOrder &&= last === undefined || last.lot.acquiredOn <= lot.acquiredOn
      addSlot(position, lot)
    }
  }
  if (inOrder || position.taking === 'AVERAGE') return
  position.slots = slotsOf(position).sort((a, b) => byAge(a.lot, b.lot) || a.order - b.order)
  position.first = 0
}

function addSlot(position: Position, lot: Lot): void {
  const slot: LotSlot = { lot, gone: false, order: position.made++ }
  position.slots.push(slot)
  if (position.highestCost !== null) pushHeap(position.highestCost, slot)
  if (position.byId !== null) register(position.byId, slot)
}

/** Takes `quantity` (> 0) by the method; `missing` is what was not there. What is taken and what stays add up exactly. */
export function consumeLots(position: Position, quantity: Decimal): Taken {
  const taken: Lot[] = []
  let missing = quantity
  if (position.taking === 'AVERAGE') return takeEvenly(position, quantity)
  while (missing > ZERO) {
    const slot = nextSlot(position)
    if (slot === undefined) break
    const lot = takeFrom(position, slot, missing)
    missing = subtract(missing, absolute(lot.quantity))
    taken.push(lot)
  }
  return { taken, missing }
}

/** Takes lots by their ids, as far as they are there. Lot 0 stands for all that was there before the first entry. */
export function consumeSpecificLots(position: Position, named: readonly NamedLot[], most: Decimal) {
  position.byId ??= registered(position)
  const taken: Lot[] = []
  const missing: NamedLot[] = []
  let room = most
  for (const { lotId, quantity } of named) {
    let left = minimum(quantity, room)
    room = subtract(room, left)
    for (const slot of [...(position.byId.get(lotId) ?? []), ...(position.byId.get(0) ?? [])]) {
      if (left === ZERO) break
      if (slot.gone) continue
      const lot = takeFrom(position, slot, left)
      left = subtract(left, absolute(lot.quantity))
      taken.push(lot)
    }
    if (left > ZERO) missing.push({ lotId, quantity: left })
  }
  return { taken, missing }
}

function takeFrom(position: Position, slot: LotSlot, most: Decimal): Lot {
  const before = slot.lot
  const [out, rest] = absolute(before.quantity) <= most ? [before, undefined] : splitLot(before, most)
  if (rest === undefined) slot.gone = true
  else slot.lot = rest
  if (rest !== undefined && position.highestCost !== null) renewHeap(position.highestCost, slot, before)
  position.total = subtract(position.total, out.quantity)
  return out
}

function nextSlot(position: Position): LotSlot | undefined {
  const { slots, taking } = position
  if (taking === 'LIFO') {
    while (slots.at(-1)?.gone) slots.pop()
    return slots.length > position.first ? slots.at(-1) : undefined
  }
  if (taking === 'FIFO') {
    while (slots[position.first]?.gone) position.first += 1
    return slots[position.first]
  }
  position.highestCost ??= heapOf(position)
  while (isStale(peekHeap(position.highestCost))) popHeap(position.highestCost)
  return peekHeap(position.highestCost)?.slot
}

/** A lot that has changed since it was put on the heap is there once more. */
function isStale(item: ReturnType<typeof peekHeap>): boolean {
  return item !== undefined && (item.slot.gone || item.slot.lot !== item.lot)
}

function heapOf(position: Position): Heap {
  const heap: Heap = { items: [], before: hasHigherCost }
  for (const slot of slotsOf(position)) pushHeap(heap, slot)
  return heap
}

function takeEvenly(position: Position, quantity: Decimal): Taken {
  const [only] = position.slots
  if (position.slots.length === 1 && only !== undefined && !only.gone && absolute(only.lot.quantity) > quantity)
    return { taken: [takeFrom(position, only, quantity)], missing: ZERO }
  const lots = slotsOf(position).map((slot) => slot.lot)
  const whole = sizeOf(lots)
  if (quantity >= whole) {
    refill(position, [])
    position.total = ZERO
    return { taken: pooled(lots), missing: subtract(quantity, whole) }
  }
  const { taken, left } = dividedEvenly(lots, quantity)
  refill(position, left)
  position.total = subtract(position.total, lots[0] !== undefined && lots[0].quantity < ZERO ? negate(quantity) : quantity)
  return { taken: position.keepLotsSeparate ? pooled(taken) : taken, missing: ZERO }
}

/** Makes `after` units of all that is there (neither 0, same sign); costs and days stay. */
export function scalePosition(position: Position, after: Decimal): void {
  refill(
    position,
    scaledLots(
      slotsOf(position).map((slot) => slot.lot),
      position.total,
      after,
    ),
  )
  position.total = after
}

/** The lots as they are, also those that an average counts at one cost. */
export function openSlots(position: Position): Lot[] {
  return slotsOf(position).map((slot) => slot.lot)
}

/** Puts other lots of the same units in their places. */
export function replaceLots(position: Position, lots: readonly Lot[]): void {
  refill(position, lots)
}

function refill(position: Position, lots: readonly Lot[]): void {
  position.slots = lots.map((lot) => ({ lot, gone: false, order: position.made++ }))
  position.first = 0
  position.highestCost = null
  position.byId = null
}

function registered(position: Position): Map<number, LotSlot[]> {
  const byId = new Map<number, LotSlot[]>()
  for (const slot of slotsOf(position)) register(byId, slot)
  return byId
}

function register(byId: Map<number, LotSlot[]>, slot: LotSlot): void {
  const known = byId.get(slot.lot.transactionId)
  if (known) known.push(slot)
  else byId.set(slot.lot.transactionId, [slot])
}
