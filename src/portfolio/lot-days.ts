import { absolute, add, type Decimal, ZERO } from '../shared/decimal.ts'
import type { Movement } from './lots.ts'

/**
 * Movements in ledger order, by day; within each the splits first. What a transfer or exchange takes away counts from the day on which it
 * arrived elsewhere, if that was earlier: units are never at two places.
 */
export function lotDays(movements: readonly Movement[]): Movement[][] {
  const days = new Map<string, Movement[]>()
  const arrivals = earlyArrivals(movements)
  for (const movement of movements) {
    const arrival = movement.quantity < ZERO ? arrivals.get(movement.groupId ?? '') : undefined
    const day = arrival !== undefined && arrival < movement.date ? arrival : movement.date
    const others = days.get(day)
    if (others) others.push(movement)
    else days.set(day, [movement])
  }
  const sorted = arrivals.size === 0 ? [...days] : [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([, day]) => splitsFirst(day))
}

function earlyArrivals(movements: readonly Movement[]): Map<string, string> {
  const arrivals = new Map<string, string>()
  for (const { groupId, quantity, date, type } of movements) {
    if (groupId === null || quantity < ZERO || (type !== 'TRANSFER' && type !== 'EXCHANGE')) continue
    const known = arrivals.get(groupId)
    if (known === undefined || date < known) arrivals.set(groupId, date)
  }
  return arrivals
}

function splitsFirst(day: Movement[]): Movement[] {
  if (!day.some((movement) => movement.type === 'SPLIT')) return day
  return [...day.filter((movement) => movement.type === 'SPLIT'), ...day.filter((movement) => movement.type !== 'SPLIT')]
}

/**
 * Whether a movement has to wait for others of its day (`pending`, itself among them): a leg for the other side of its group, unless it
 * takes away what is there; an untimed sale of more than there is for what comes in on the same day.
 */
export function needsOthersFirst(movement: Movement, pending: ReadonlySet<Movement>, held: Decimal, carries: boolean): boolean {
  const closes = held > ZERO !== movement.quantity > ZERO && absolute(held) >= absolute(movement.quantity)
  if (movement.type === 'SPLIT' || closes) return false
  if (carries)
    return some(pending, (other) => other.groupId === movement.groupId && other.quantity > ZERO !== movement.quantity > ZERO)
  if (movement.quantity > ZERO || held < ZERO || movement.time != null) return false
  let end = held
  for (const other of pending)
    if (other.assetId === movement.assetId && other.brokerId === movement.brokerId) end = add(end, other.quantity)
  return end >= ZERO
}

function some(pending: ReadonlySet<Movement>, test: (movement: Movement) => boolean): boolean {
  for (const movement of pending) if (test(movement)) return true
  return false
}
