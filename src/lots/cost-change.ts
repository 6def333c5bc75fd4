/**
 * Changes of cost without units: a return of capital lowers what is held, an income that stays in a fund raises it, a correction does either. Every
 * unit takes the same part. No cost changes its sign: what is left of a change when a lot costs nothing any more is realised, as a disposal of no
 * units. Sources: 26 USC 301(c)(2) and (3), lot by lot; TCGA 1992 sections 99B and 122, one pool (HMRC CG57707, CG57844, CG57848).
 */
import { add, type Decimal, maximum, minimum, negate, subtract, sum, ZERO } from '../shared/decimal.ts'
import { type Cost, costsOf, NO_COST } from './cost.ts'
import type { LotEntry, MatchState } from './entry.ts'
import { canJoin, costByQuantity, joinedLots, type Lot, SEVERAL, scaleEach, totalQuantity } from './lot.ts'
import { openSlots, type Position, replaceLots } from './position.ts'
import { newLot } from './trade.ts'
import { unitCostAdder, unitCostOf } from './unit-cost.ts'

/** Gives every open lot its part of a change of cost; what no lot can take is realised. */
export function changeCost(state: MatchState, entry: LotEntry, position: Position): void {
  const lots = openSlots(position)
  if (lots.length === 0) {
    realise(state, entry, newLot(entry, ZERO, NO_COST), entry.worth)
    return
  }
  const parts = costByQuantity(
    entry.worth,
    lots.map((lot) => lot.quantity),
  )
  const perUnit = unitCostAdder(entry.worth.inReport, totalQuantity(lots))
  const changed = lots.map((lot, index) => {
    const { cost, left } = changedCost(lot, parts[index] ?? NO_COST)
    return { lot: { ...lot, cost, ...changedFacts(lot, entry), unitCost: perUnit(unitCostOf(lot)) }, left }
  })
  const groups = state.order === 'AVERAGE' ? asPools(changed) : changed.map((one) => [one])
  const settled = new Map(groups.flatMap((group) => settle(state, entry, group)))
  replaceLots(
    position,
    changed.map(({ lot }) => settled.get(lot) ?? lot),
  )
}

type Changed = { readonly lot: Lot; readonly left: Cost }

function changedFacts(lot: Lot, entry: LotEntry): Pick<Lot, 'known' | 'currency'> {
  const known = lot.known && entry.known
  if (lot.currency === null || lot.currency === entry.currency) return { known, currency: lot.currency }
  return { known, currency: SEVERAL }
}

/** The cost after a change, and what is left of the change when that is nothing. */
function changedCost(lot: Lot, change: Cost): { cost: Cost; left: Cost } {
  const isLong = lot.quantity > ZERO
  const bounded = (before: Decimal, by: Decimal) => {
    const after = add(before, by)
    return isLong ? maximum(after, minimum(before, ZERO)) : minimum(after, maximum(before, ZERO))
  }
  const [cost = NO_COST, left = NO_COST] = costsOf([lot.cost, change], ([before = ZERO, by = ZERO]) => {
    const after = bounded(before, by)
    return [after, subtract(add(before, by), after)]
  })
  return { cost, left }
}

function asPools(changed: readonly Changed[]): Changed[][] {
  const pools: Changed[][] = []
  for (const one of changed) {
    const pool = pools.find(([first]) => first !== undefined && canJoin(first.lot, one.lot))
    if (pool === undefined) pools.push([one])
    else pool.push(one)
  }
  return pools
}

/** Lots of one pool: what one of them could not take, the others do by what they still cost; the rest is realised. */
function settle(state: MatchState, entry: LotEntry, group: readonly Changed[]): (readonly [Lot, Lot])[] {
  const [first, ...others] = group.map(({ lot }) => lot)
  const lefts = group.map(({ left }) => left)
  if (first === undefined || lefts.every(isNothing)) return []
  const costs = costsOf([...lefts, ...group.map(({ lot }) => lot.cost)], (sums) => shared(sums, group.length))
  realise(state, entry, others.reduce(joinedLots, first), costs[0] ?? NO_COST)
  return group.map(({ lot }, index) => [lot, { ...lot, cost: costs[index + 1] ?? NO_COST }] as const)
}

/** `sums` = what is left of each of `count` lots, then what each costs; answers what is left of all, then the costs. */
function shared(sums: readonly Decimal[], count: number): Decimal[] {
  const [left, costs] = [sum(sums.slice(0, count)), sums.slice(count)]
  const whole = sum(costs)
  if (whole === ZERO || left === ZERO || whole > ZERO === left > ZERO) return [left, ...costs]
  const taken = whole > ZERO ? maximum(left, negate(whole)) : minimum(left, negate(whole))
  const parts = scaleEach(costs, taken, whole)
  return [subtract(left, taken), ...costs.map((cost, index) => add(cost, parts[index] ?? ZERO))]
}

function realise(state: MatchState, entry: LotEntry, lot: Lot, left: Cost): void {
  if (isNothing(left)) return
  const known = entry.known && lot.known
  const { transactionId, date } = entry
  state.disposals.push({
    transactionId,
    date,
    lot: { ...lot, quantity: ZERO, cost: NO_COST },
    closing: left,
    known,
    closedBy: null,
    rule: state.rule,
  })
}

function isNothing({ inReport, inAsset }: Cost): boolean {
  return inReport === ZERO && inAsset === ZERO
}
