import { absolute, add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../shared/decimal.ts'
import { addCost, type Cost, costsOf, NO_COST, shareOfCost, subtractCost, sumCosts } from './cost.ts'
import { EVEN, type UnitCost, unitCostOf, unitCostScaler } from './unit-cost.ts'

/** A part of a holding that was acquired at once. `quantity` < 0: sold short, then `cost` is negative too: what the sale brought. */
export type Lot = {
  /** The transaction that opened it: its id, which it keeps when it is divided, split, moved or exchanged. */
  readonly transactionId: number
  readonly brokerId: number
  readonly assetId: number
  readonly acquiredOn: string
  /** Made of several days (average cost, pool): `acquiredOn` is the first. */
  readonly mixed: boolean
  /** Made of several transactions: `transactionId` is the first. */
  readonly joined: boolean
  readonly quantity: Decimal
  readonly cost: Cost
  /** False when it came in without purchase and nobody said what it cost, or a rate was missing. */
  readonly known: boolean
  /** What a unit cost when it was opened, so that rounding while it is divided makes no unit cost more; `null` = as cost and quantity say. */
  readonly unitCost: UnitCost | null
  /** That of what was paid; `SEVERAL` for lots made of such in several currencies, `null` = not known what was paid. */
  readonly currency: string | null
}

/** Stands for more than one currency. */
export const SEVERAL = '*'

/** Units of one lot; its id is that of the transaction that opened it. */
export type NamedLot = { readonly lotId: number; readonly quantity: Decimal }

/** All units of lots, without regard to their sign. */
export function sizeOf(lots: readonly Pick<Lot, 'quantity'>[]): Decimal {
  return sum(lots.map((lot) => absolute(lot.quantity)))
}

/** All units of lots, short ones negative. */
export function totalQuantity(lots: readonly Pick<Lot, 'quantity'>[]): Decimal {
  return sum(lots.map((lot) => lot.quantity))
}

/** All that lots cost. */
export function costOf(lots: readonly Pick<Lot, 'cost'>[]): Cost {
  return sumCosts(lots.map((lot) => lot.cost))
}

/** Older first. */
export function byAge(a: Lot, b: Lot): number {
  return a.acquiredOn < b.acquiredOn ? -1 : a.acquiredOn > b.acquiredOn ? 1 : 0
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

/** Cost in parts by quantity that add up to it. */
export function costByQuantity(cost: Cost, quantities: readonly Decimal[]): Cost[] {
  const whole = sum(quantities)
  return costsOf([cost], ([all = ZERO]) => scaleEach(quantities, all, whole))
}

/** Written out, because copying by spread is what matching would spend its time on. */
function withUnits(lot: Lot, quantity: Decimal, cost: Cost, unitCost: UnitCost | null): Lot {
  return {
    transactionId: lot.transactionId,
    brokerId: lot.brokerId,
    assetId: lot.assetId,
    acquiredOn: lot.acquiredOn,
    mixed: lot.mixed,
    joined: lot.joined,
    quantity,
    cost,
    known: lot.known,
    unitCost,
    currency: lot.currency,
  }
}

/** A lot in two: `part` units (0 < part < its size) and the rest. */
export function splitLot(lot: Lot, part: Decimal): [Lot, Lot] {
  const quantity = lot.quantity < ZERO ? negate(part) : part
  const cost = shareOfCost(lot.cost, quantity, lot.quantity)
  const unitCost = unitCostOf(lot)
  return [
    withUnits(lot, quantity, cost, unitCost),
    withUnits(lot, subtract(lot.quantity, quantity), subtractCost(lot.cost, cost), unitCost),
  ]
}

/** An even part of every lot: `quantity` units out of all (0 < quantity < their size); what is taken and what is left, lot by lot. */
export function dividedEvenly(lots: readonly Lot[], quantity: Decimal): { taken: Lot[]; left: Lot[] } {
  const whole = sizeOf(lots)
  const quantities = scaleEach(
    lots.map((lot) => lot.quantity),
    quantity,
    whole,
  )
  const costs = costsOf(
    lots.map((lot) => lot.cost),
    (sums) => scaleEach(sums, quantity, whole),
  )
  const taken = lots.map((lot, index) => ({
    ...lot,
    quantity: quantities[index] ?? ZERO,
    cost: costs[index] ?? NO_COST,
  }))
  return { taken: withoutEmpty(taken), left: withoutEmpty(lots.map((lot, index) => without(lot, taken[index] ?? lot))) }
}

function without(lot: Lot, part: Lot): Lot {
  return withUnits(lot, subtract(lot.quantity, part.quantity), subtractCost(lot.cost, part.cost), null)
}

/** Lots of one sign, made `after` units out of `before` (neither 0, same sign); the cost stays. */
export function scaledLots(lots: readonly Lot[], before: Decimal, after: Decimal): Lot[] {
  const quantities = scaleEach(
    lots.map((lot) => lot.quantity),
    after,
    before,
  )
  const unitCost = unitCostScaler(before, after)
  return withoutEmpty(
    lots.map((lot, index) => ({ ...lot, quantity: quantities[index] ?? ZERO, unitCost: unitCost(unitCostOf(lot)) })),
  )
}

/** A part of a cost, from `from` / `whole` to `to` / `whole` of it. */
export type Share = { readonly from: Decimal; readonly to: Decimal; readonly whole: Decimal }

/**
 * Lots as `quantity` units of something else that takes a share of their cost. The parts of consecutive shares add up to the whole cost
 * exactly. `byCost`: the units are divided by cost, for lots of different assets.
 */
export function exchangedLots(lots: readonly Lot[], quantity: Decimal, share: Share, byCost: boolean): Lot[] {
  const weights = lots.map((lot) => absolute(byCost ? lot.cost.inReport : lot.quantity))
  const quantities = scaleEach(weights, quantity, sum(weights))
  const costs = costsOf(
    lots.map((lot) => lot.cost),
    (sums) => shareOfEach(sums, share),
  )
  const unitCost = unitCostScaler((share.to - share.from) * sum(weights), share.whole * quantity)
  return withoutEmpty(
    lots.map((lot, index) => ({
      ...lot,
      quantity: quantities[index] ?? ZERO,
      cost: costs[index] ?? NO_COST,
      unitCost: unitCost(byCost ? EVEN : unitCostOf(lot)),
    })),
  )
}

function shareOfEach(costs: readonly Decimal[], { from, to, whole }: Share): Decimal[] {
  const before = scaleEach(costs, from, whole)
  return scaleEach(costs, to, whole).map((upTo, index) => subtract(upTo, before[index] ?? ZERO))
}

/** Two lots as one, of the first day. */
export function joinedLots(a: Lot, b: Lot): Lot {
  const joined = withUnits(byAge(a, b) <= 0 ? a : b, add(a.quantity, b.quantity), addCost(a.cost, b.cost), null)
  const mixed = a.mixed || b.mixed || a.acquiredOn !== b.acquiredOn
  const several = a.joined || b.joined || a.transactionId !== b.transactionId
  const currency = joinedCurrency(a, b)
  if (joined.mixed === mixed && joined.joined === several && joined.currency === currency) return joined
  return { ...joined, mixed, joined: several, currency }
}

/** Whether two lots may become one: both costs known, or both not. */
export function canJoin(a: Lot, b: Lot): boolean {
  return a.known === b.known
}

/** What was paid for two lots together is not known where one is not. */
function joinedCurrency(a: Lot, b: Lot): string | null {
  if (a.currency === b.currency || a.currency === null) return a.currency
  return b.currency === null ? null : SEVERAL
}

/** Rounding may leave a lot of dust without a unit: its cost goes to another one. */
function withoutEmpty(lots: readonly Lot[]): Lot[] {
  if (lots.every((lot) => lot.quantity !== ZERO)) return [...lots]
  const left: Lot[] = lots.filter((lot) => lot.quantity !== ZERO)
  for (const empty of lots) {
    if (empty.quantity !== ZERO || (empty.cost.inReport === ZERO && empty.cost.inAsset === ZERO)) continue
    const heir = left.pop()
    left.push(
      heir === undefined ? empty : { ...heir, cost: addCost(heir.cost, empty.cost), currency: joinedCurrency(heir, empty) },
    )
  }
  return left
}
