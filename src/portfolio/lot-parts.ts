import { absolute, add, type Decimal, minimum, multiplyDivide, negate, ONE, subtract, sum, ZERO } from '../shared/decimal.ts'

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

/** All units of lots, without regard to their sign. */
export function sizeOf(lots: readonly Lot[]): Decimal {
  return sum(lots.map((lot) => absolute(lot.quantity)))
}

/** All that lots cost. */
export function costOf(lots: readonly Lot[]): Decimal {
  return sum(lots.map((lot) => lot.cost))
}

/**
 * Each value x numerator / denominator, to 12 places. What rounding takes from one part goes to the next: the parts add up to the exact
 * whole, rounded once, and none is off by more than the last digit.
 */
export function scaleEach(values: readonly Decimal[], numerator: Decimal, denominator: Decimal): Decimal[] {
  let before = ZERO
  let given = ZERO
  return values.map((value) => {
    before = add(before, value)
    const upToHere = multiplyDivide(before, numerator, denominator)
    const part = subtract(upToHere, given)
    given = upToHere
    return part
  })
}

/** Takes `quantity` (> 0) out of lots, whatever their sign; both results keep the order of the lots; `missing` is what they did not have. Quantity and cost are conserved exactly. */
export function takeLots(
  lots: readonly Lot[],
  quantity: Decimal,
  method: CostBasisMethod,
): { taken: Lot[]; left: Lot[]; missing: Decimal } {
  if (method === 'AVERAGE') return takeEvenly(lots, quantity)
  const parts = new Map<Lot, [Lot, Lot | undefined]>()
  let missing = quantity
  for (const lot of inTakingOrder(lots, method)) {
    if (missing === ZERO) break
    const part = minimum(absolute(lot.quantity), missing)
    parts.set(lot, splitLot(lot, part))
    missing = subtract(missing, part)
  }
  const taken = lots.flatMap((lot) => parts.get(lot)?.[0] ?? [])
  return { taken, left: lots.flatMap((lot) => (parts.has(lot) ? (parts.get(lot)?.[1] ?? []) : [lot])), missing }
}

function takeEvenly(lots: readonly Lot[], quantity: Decimal): { taken: Lot[]; left: Lot[]; missing: Decimal } {
  const whole = sizeOf(lots)
  if (quantity >= whole) return { taken: [...lots], left: [], missing: subtract(quantity, whole) }
  const quantities = scaleEach(
    lots.map((lot) => lot.quantity),
    quantity,
    whole,
  )
  const costs = scaleEach(
    lots.map((lot) => lot.cost),
    quantity,
    whole,
  )
  const taken = lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO, cost: costs[index] ?? ZERO }))
  const left = lots.map((lot, index) => without(lot, taken[index] ?? lot))
  return { taken: withoutEmpty(taken), left: withoutEmpty(left), missing: ZERO }
}

function splitLot(lot: Lot, part: Decimal): [Lot, Lot | undefined] {
  const size = absolute(lot.quantity)
  if (part >= size) return [lot, undefined]
  const quantity = lot.quantity < ZERO ? negate(part) : part
  const out = { ...lot, quantity, cost: multiplyDivide(lot.cost, part, size) }
  return [out, without(lot, out)]
}

function without(lot: Lot, part: Lot): Lot {
  return { ...lot, quantity: subtract(lot.quantity, part.quantity), cost: subtract(lot.cost, part.cost) }
}

function inTakingOrder(lots: readonly Lot[], method: CostBasisMethod): readonly Lot[] {
  if (method === 'LIFO') return [...lots].reverse()
  if (method === 'FIFO') return lots
  const cheaper = (a: Lot, b: Lot) => absolute(b.cost) * absolute(a.quantity) - absolute(a.cost) * absolute(b.quantity)
  return [...lots].sort((a, b) => {
    const difference = cheaper(a, b)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
}

/** Lots of one sign, made `after` units out of `before` (neither 0, same sign); the cost stays. */
export function scaleLots(lots: readonly Lot[], before: Decimal, after: Decimal): Lot[] {
  const quantities = scaleEach(
    lots.map((lot) => lot.quantity),
    after,
    before,
  )
  return withoutEmpty(lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO })))
}

/**
 * Lots as `quantity` units of something else that takes their cost from share `from` to share `to` (0 to 1). The parts of consecutive
 * shares add up to the whole cost exactly. `byCost`: the units are divided by cost, for lots of different assets.
 */
export function exchangeLots(
  lots: readonly Lot[],
  quantity: Decimal,
  share: { readonly from: Decimal; readonly to: Decimal },
  byCost: boolean,
): Lot[] {
  const weights = lots.map((lot) => absolute(byCost ? lot.cost : lot.quantity))
  const quantities = scaleEach(weights, quantity, sum(weights))
  const upTo = (cost: Decimal, part: Decimal) => (part === ONE ? cost : multiplyDivide(cost, part, ONE))
  return withoutEmpty(
    lots.map((lot, index) => ({
      ...lot,
      quantity: quantities[index] ?? ZERO,
      cost: subtract(upTo(lot.cost, share.to), upTo(lot.cost, share.from)),
    })),
  )
}

/** Puts lots among others in the order of their days. AVERAGE keeps one lot a currency, of the first day. Changes `lots`. */
export function addLots(lots: Lot[], incoming: readonly Lot[], method: CostBasisMethod): void {
  if (method === 'AVERAGE') for (const lot of incoming) addToPool(lots, lot)
  else {
    let latest = lots.at(-1)?.acquiredOn ?? ''
    let inOrder = true
    for (const lot of incoming) {
      inOrder &&= lot.acquiredOn >= latest
      latest = lot.acquiredOn
      lots.push(lot)
    }
    if (!inOrder) lots.sort(byAge)
  }
}

function addToPool(lots: Lot[], lot: Lot): void {
  const index = lots.findIndex((pool) => pool.currency === lot.currency && pool.costKnown === lot.costKnown)
  const pool = lots[index]
  if (pool === undefined) lots.push(lot)
  else {
    const first = byAge(pool, lot) <= 0 ? pool : lot
    lots[index] = { ...first, quantity: add(pool.quantity, lot.quantity), cost: add(pool.cost, lot.cost) }
  }
}

function byAge(a: Lot, b: Lot): number {
  return a.acquiredOn < b.acquiredOn ? -1 : a.acquiredOn > b.acquiredOn ? 1 : 0
}

/** Rounding may leave a lot of dust without a unit: its cost goes to another lot of the same currency. */
function withoutEmpty(lots: readonly Lot[]): Lot[] {
  const kept: Lot[] = lots.filter((lot) => lot.quantity !== ZERO)
  for (const empty of lots) {
    if (empty.quantity !== ZERO || empty.cost === ZERO) continue
    const index = kept.findLastIndex((lot) => lot.currency === empty.currency)
    const heir = kept[index]
    if (heir === undefined) kept.push(empty)
    else kept[index] = { ...heir, cost: add(heir.cost, empty.cost) }
  }
  return kept
}
