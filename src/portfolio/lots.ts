import { absolute, add, type Decimal, minimum, multiplyDivide, negate, ONE, subtract, ZERO } from '../shared/decimal.ts'
import { lotDays, needsOthersFirst } from './lot-days.ts'
import { addLots, type CostBasisMethod, costOf, exchangeLots, type Lot, scaleLots, sizeOf, takeLots } from './lot-parts.ts'

export type { CostBasisMethod, Lot }

/** What the lots need of a ledger line that moves an asset. */
export type Movement = {
  readonly id: number
  readonly brokerId: number
  readonly assetId: number
  readonly type: string
  readonly date: string
  readonly time?: string | null
  readonly quantity: Decimal
  readonly amount: Decimal
  readonly currency: string | null
  readonly costBasis: Decimal | null
  readonly costShare: Decimal | null
  readonly groupId: string | null
}

/**
 * Told of lots that a movement closes, with its own side of it: what the closed part of it cost (negative: brought). The gain is
 * -counter - the lots' cost, for long and for short lots.
 */
export type OnClose = (movement: Movement, closed: readonly Lot[], counter: Decimal) => void

type Positions = Map<string, Lot[]>
type Carried = { readonly sign: boolean; lots: Lot[]; readonly assetIds: Set<number>; moved: Decimal; share: Decimal }
type Replay = {
  readonly method: CostBasisMethod
  readonly onClose: OnClose | undefined
  readonly positions: Positions
  readonly totals: Map<string, Decimal>
  readonly carried: Map<string, Carried>
}

/** The key of a holding in the result of `openLots`. */
export function positionKey(brokerId: number, assetId: number): string {
  return `${brokerId}:${assetId}`
}

/**
 * The open lots after `movements`, which must be in ledger order (day, time, id), per broker and asset. Cost includes buying fees and taxes.
 * Splits take effect before anything else of their day, scale the quantities and keep the cost; grouped TRANSFER and EXCHANGE legs carry
 * dates and cost over. Quantity and cost are conserved to the last digit: what came in = what is open + what was closed. AVERAGE keeps one
 * lot a currency.
 */
export function openLots(movements: readonly Movement[], method: CostBasisMethod, onClose?: OnClose): Positions {
  const replay: Replay = { method, onClose, positions: new Map(), totals: new Map(), carried: new Map() }
  const total = (movement: Movement) => replay.totals.get(keyOf(movement)) ?? ZERO
  for (const day of lotDays(movements)) {
    let waiting = day
    while (waiting.length > 0) {
      const later = day.length === 1 ? [] : applyReady(replay, waiting, total)
      if (day.length === 1 || later.length === waiting.length) {
        const forced = waiting.find((movement) => movement.quantity < ZERO) ?? waiting[0]
        if (forced) apply(replay, forced)
        waiting = waiting.filter((movement) => movement !== forced)
      } else waiting = later
    }
  }
  return replay.positions
}

function applyReady(replay: Replay, waiting: readonly Movement[], total: (movement: Movement) => Decimal): Movement[] {
  const pending = new Set(waiting)
  return waiting.filter((movement) => {
    if (needsOthersFirst(movement, pending, total(movement), carries(movement))) return true
    apply(replay, movement)
    pending.delete(movement)
    return false
  })
}

function keyOf({ brokerId, assetId }: Movement): string {
  return positionKey(brokerId, assetId)
}

function carries({ groupId, type }: Movement): boolean {
  return groupId !== null && (type === 'TRANSFER' || type === 'EXCHANGE')
}

function apply(replay: Replay, movement: Movement): void {
  const key = keyOf(movement)
  const lots = replay.positions.get(key) ?? []
  const before = replay.totals.get(key) ?? ZERO
  const after = add(before, movement.quantity)
  replay.totals.set(key, after)
  const scales = movement.type === 'SPLIT' && before !== ZERO && after !== ZERO && before > ZERO === after > ZERO
  replay.positions.set(key, scales ? scaleLots(lots, before, after) : afterMovement(replay, lots, movement))
}

function afterMovement(replay: Replay, lots: Lot[], movement: Movement): Lot[] {
  if (!carries(movement)) return closeThenOpen(replay, lots, movement)
  const source = replay.carried.get(movement.groupId ?? '')
  if (source !== undefined && source.sign !== movement.quantity > ZERO)
    return netted(replay, lots, incomingLots(source, movement), movement)
  if (source === undefined && movement.quantity > ZERO && !isOpposite(lots, movement))
    return closeThenOpen(replay, lots, movement)
  return carryAway(replay, lots, movement)
}

function isOpposite(lots: readonly Lot[], movement: Movement): boolean {
  return lots[0] !== undefined && lots[0].quantity > ZERO !== movement.quantity > ZERO
}

function carryAway(replay: Replay, lots: readonly Lot[], movement: Movement): Lot[] {
  const group = movement.groupId ?? ''
  const size = absolute(movement.quantity)
  const opposite = isOpposite(lots, movement)
  const { taken, left, missing } = takeLots(opposite ? lots : [], size, replay.method)
  const source = replay.carried.get(group) ?? {
    sign: movement.quantity > ZERO,
    lots: [],
    assetIds: new Set<number>(),
    moved: ZERO,
    share: ZERO,
  }
  source.lots.push(...taken)
  source.assetIds.add(movement.assetId)
  source.moved = add(source.moved, size)
  replay.carried.set(group, source)
  const rest = opposite ? left : [...lots]
  if (missing !== ZERO) addLots(rest, [newLot(movement, movement.quantity > ZERO ? missing : negate(missing))], replay.method)
  return rest
}

function closeThenOpen(replay: Replay, lots: Lot[], movement: Movement): Lot[] {
  if (!isOpposite(lots, movement)) {
    addLots(lots, [newLot(movement, movement.quantity)], replay.method)
    return lots
  }
  const { taken, left, missing } = takeLots(lots, absolute(movement.quantity), replay.method)
  const rest = missing === ZERO ? undefined : newLot(movement, movement.quantity > ZERO ? missing : negate(missing))
  replay.onClose?.(movement, taken, subtract(ownCost(movement), rest?.cost ?? ZERO))
  return rest === undefined ? left : [rest]
}

/** What comes in from elsewhere first closes what stands against it. */
function netted(replay: Replay, lots: Lot[], incoming: readonly Lot[], movement: Movement): Lot[] {
  if (!isOpposite(lots, movement)) {
    addLots(lots, incoming, replay.method)
    return lots
  }
  const size = minimum(sizeOf(lots), sizeOf(incoming))
  const closed = takeLots(lots, size, replay.method)
  const closing = takeLots(incoming, size, replay.method)
  replay.onClose?.(movement, closed.taken, costOf(closing.taken))
  return closed.left.length > 0 ? closed.left : closing.left
}

function ownCost(movement: Movement): Decimal {
  const traded = movement.type === 'BUY' || movement.type === 'SELL'
  return traded ? negate(movement.amount) : (movement.costBasis ?? ZERO)
}

function newLot(movement: Movement, quantity: Decimal): Lot {
  const total = ownCost(movement)
  const cost = quantity === movement.quantity ? total : multiplyDivide(total, quantity, movement.quantity)
  const costKnown = movement.type === 'BUY' || movement.type === 'SELL' || movement.costBasis !== null
  return { transactionId: movement.id, acquiredOn: movement.date, quantity, cost, currency: movement.currency, costKnown }
}

function incomingLots(source: Carried, movement: Movement): Lot[] {
  const known = multiplyDivide(movement.quantity, sizeOf(source.lots), source.moved)
  const share = { from: source.share, to: minimum(ONE, add(source.share, movement.costShare ?? subtract(ONE, source.share))) }
  source.share = share.to
  const byCost = source.assetIds.size > 1 && source.lots.every((lot) => lot.cost !== ZERO)
  const lots = known === ZERO ? [] : exchangeLots(source.lots, known, share, byCost)
  const unknown = subtract(movement.quantity, known)
  return unknown === ZERO ? lots : [...lots, newLot(movement, unknown)]
}
