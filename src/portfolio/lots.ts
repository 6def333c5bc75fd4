import { absolute, add, type Decimal, minimum, multiply, multiplyDivide, negate, ONE, subtract, ZERO } from '../shared/decimal.ts'

/** A part of a holding that was acquired at once. `quantity` < 0: sold short. `cost` has the sign of the quantity and is in `currency`. */
export type Lot = {
  readonly transactionId: number
  readonly acquiredOn: string
  readonly quantity: Decimal
  readonly cost: Decimal
  readonly currency: string | null
  /** False when it came in without purchase and nobody said what it cost. */
  readonly costKnown: boolean
}

export type CostBasisMethod = 'FIFO' | 'LIFO' | 'HIFO' | 'AVERAGE'

/** What the lots need of a ledger line that moves an asset. */
export type Movement = {
  readonly id: number
  readonly brokerId: number
  readonly assetId: number
  readonly type: string
  readonly date: string
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly currency: string | null
  readonly costBasis: Decimal | null
  readonly costShare: Decimal | null
  readonly groupId: string | null
}

type Positions = Map<string, Lot[]>

/** The key of a holding in the result of `openLots`. */
export function positionKey(brokerId: number, assetId: number): string {
  return `${brokerId}:${assetId}`
}

/**
 * The open lots after `movements`, which must be in ledger order (day, time, id), per broker and asset. Cost includes buying fees and taxes.
 * Splits scale the quantities and keep the cost; grouped TRANSFER and EXCHANGE legs carry dates and cost over. Basis before = basis after
 * for each of these. AVERAGE takes the same part of every lot, which is the average cost method.
 */
export function openLots(movements: readonly Movement[], method: CostBasisMethod): Positions {
  const positions: Positions = new Map()
  const carried = new Map<string, Lot[]>()
  for (const movement of inCarryingOrder(movements)) {
    const key = positionKey(movement.brokerId, movement.assetId)
    const lots = positions.get(key) ?? []
    positions.set(key, afterMovement(lots, movement, method, carried))
  }
  return positions
}

/** Outgoing legs of a group come before its incoming ones of the same day. */
function inCarryingOrder(movements: readonly Movement[]): Movement[] {
  const rank = (movement: Movement) => (movement.groupId !== null && movement.quantity < ZERO ? 0 : 1)
  const result = [...movements]
  let start = 0
  for (let end = 1; end <= result.length; end++) {
    if (end < result.length && result[end]?.date === result[start]?.date) continue
    const day = result.slice(start, end)
    if (day.some((movement) => movement.groupId !== null))
      result.splice(start, day.length, ...day.sort((a, b) => sameGroup(a, b) && rank(a) - rank(b)))
    start = end
  }
  return result
}

function sameGroup(a: Movement, b: Movement): 0 | 1 {
  return a.groupId !== null && a.groupId === b.groupId ? 1 : 0
}

function afterMovement(lots: Lot[], movement: Movement, method: CostBasisMethod, carried: Map<string, Lot[]>): Lot[] {
  if (movement.type === 'SPLIT') return scaleLots(lots, movement.quantity)
  const carries = movement.groupId !== null && (movement.type === 'TRANSFER' || movement.type === 'EXCHANGE')
  if (!carries) return closeThenOpen(lots, movement, method)
  const group = movement.groupId ?? ''
  if (movement.quantity < ZERO) {
    const { taken, left, missing } = takeLots(lots, absolute(movement.quantity), method)
    carried.set(group, [...(carried.get(group) ?? []), ...taken])
    return missing === ZERO ? left : [...left, newLot(movement, negate(missing))]
  }
  return mergeByAge(lots, incomingLots(carried.get(group) ?? [], movement))
}

function closeThenOpen(lots: Lot[], movement: Movement, method: CostBasisMethod): Lot[] {
  const opposite = lots[0] !== undefined && lots[0].quantity > ZERO !== movement.quantity > ZERO
  if (!opposite) return mergeByAge(lots, [newLot(movement, movement.quantity)])
  const { left, missing } = takeLots(lots, absolute(movement.quantity), method)
  if (missing === ZERO) return left
  return [newLot(movement, movement.quantity > ZERO ? missing : negate(missing))]
}

function newLot(movement: Movement, quantity: Decimal): Lot {
  const traded = movement.type === 'BUY' || movement.type === 'SELL'
  const total = traded ? negate(movement.amount) : (movement.costBasis ?? ZERO)
  const cost = quantity === movement.quantity ? total : multiplyDivide(total, quantity, movement.quantity)
  const base = { transactionId: movement.id, acquiredOn: movement.date, quantity, cost, currency: movement.currency }
  return { ...base, costKnown: traded || movement.costBasis !== null }
}

/** Takes `quantity` (> 0) out of lots, whatever their sign; `missing` is what they did not have. Quantity and cost are conserved exactly. */
export function takeLots(
  lots: readonly Lot[],
  quantity: Decimal,
  method: CostBasisMethod,
): { taken: Lot[]; left: Lot[]; missing: Decimal } {
  if (method === 'AVERAGE') return takeEvenly(lots, quantity)
  const taken: Lot[] = []
  const kept = new Map<Lot, Lot | undefined>()
  let missing = quantity
  for (const lot of inTakingOrder(lots, method)) {
    if (missing === ZERO) break
    const size = absolute(lot.quantity)
    const part = minimum(size, missing)
    const [out, rest] = splitLot(lot, part)
    taken.push(out)
    kept.set(lot, rest)
    missing = subtract(missing, part)
  }
  return { taken, left: lots.flatMap((lot) => (kept.has(lot) ? (kept.get(lot) ?? []) : [lot])), missing }
}

function takeEvenly(lots: readonly Lot[], quantity: Decimal): { taken: Lot[]; left: Lot[]; missing: Decimal } {
  const total = lots.reduce((sum, lot) => add(sum, absolute(lot.quantity)), ZERO)
  if (quantity >= total) return { taken: [...lots], left: [], missing: subtract(quantity, total) }
  let missing = quantity
  const taken: Lot[] = []
  const left: Lot[] = []
  lots.forEach((lot, index) => {
    const size = absolute(lot.quantity)
    const even = index === lots.length - 1 ? missing : multiplyDivide(size, quantity, total)
    const [out, rest] = splitLot(lot, minimum(even, missing))
    if (out.quantity !== ZERO) taken.push(out)
    if (rest) left.push(rest)
    missing = subtract(missing, absolute(out.quantity))
  })
  return { taken, left, missing }
}

function splitLot(lot: Lot, part: Decimal): [Lot, Lot | undefined] {
  const size = absolute(lot.quantity)
  if (part >= size) return [lot, undefined]
  const quantity = lot.quantity < ZERO ? negate(part) : part
  const cost = multiplyDivide(lot.cost, part, size)
  return [
    { ...lot, quantity, cost },
    { ...lot, quantity: subtract(lot.quantity, quantity), cost: subtract(lot.cost, cost) },
  ]
}

function inTakingOrder(lots: readonly Lot[], method: CostBasisMethod): readonly Lot[] {
  if (method === 'LIFO') return [...lots].reverse()
  if (method === 'FIFO') return lots
  const perUnit = (a: Lot, b: Lot) =>
    multiply(absolute(b.cost), absolute(a.quantity)) - multiply(absolute(a.cost), absolute(b.quantity))
  return [...lots].sort((a, b) => Number(perUnit(a, b) > 0n) - Number(perUnit(a, b) < 0n))
}

function scaleLots(lots: readonly Lot[], change: Decimal): Lot[] {
  const total = lots.reduce((sum, lot) => add(sum, lot.quantity), ZERO)
  if (total === ZERO) return [...lots]
  let left = add(total, change)
  return lots.map((lot, index) => {
    const quantity = index === lots.length - 1 ? left : multiplyDivide(lot.quantity, add(total, change), total)
    left = subtract(left, quantity)
    return { ...lot, quantity }
  })
}

function incomingLots(sources: readonly Lot[], movement: Movement): Lot[] {
  const total = sources.reduce((sum, lot) => add(sum, lot.quantity), ZERO)
  if (total === ZERO) return [newLot(movement, movement.quantity)]
  const share = movement.costShare ?? ONE
  let left = movement.quantity
  return sources.map((lot, index) => {
    const quantity = index === sources.length - 1 ? left : multiplyDivide(lot.quantity, movement.quantity, total)
    left = subtract(left, quantity)
    return { ...lot, quantity, cost: share === ONE ? lot.cost : multiply(lot.cost, share) }
  })
}

function mergeByAge(lots: readonly Lot[], incoming: readonly Lot[]): Lot[] {
  const last = lots.at(-1)
  const merged = [...lots, ...incoming]
  if (last === undefined || incoming.every((lot) => lot.acquiredOn >= last.acquiredOn)) return merged
  return merged.sort((a, b) => (a.acquiredOn < b.acquiredOn ? -1 : a.acquiredOn > b.acquiredOn ? 1 : 0))
}
