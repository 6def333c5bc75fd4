import type { Lot } from './lot.ts'

/** A cost per unit in the currency of the report, as an exact ratio without sign. */
export type UnitCost = { readonly cost: bigint; readonly units: bigint }

export const EVEN: UnitCost = { cost: 1n, units: 1n }

/** Ratios longer than this are shortened; they stay true to more than a hundred digits. */
const LONGEST = 1n << 512n
const SHORTENED = 128n

/** What a unit of a lot cost when it was opened. */
export function unitCostOf({ unitCost, cost, quantity }: Pick<Lot, 'unitCost' | 'cost' | 'quantity'>): UnitCost {
  return unitCost ?? { cost: size(cost.inReport), units: size(quantity) }
}

/** Makes the cost per unit x `numerator` / `denominator` (not 0; signs do not matter). */
export function unitCostScaler(numerator: bigint, denominator: bigint): (before: UnitCost) => UnitCost {
  const common = greatestDivisor(size(numerator), size(denominator))
  const [up, down] = [size(numerator) / common, size(denominator) / common]
  return (before) => (up === down ? before : shortened(before.cost * up, before.units * down))
}

/** Makes what a unit cost more (or less, down to nothing) by `change` / `quantity`, which have one sign where it costs more. */
export function unitCostAdder(change: bigint, quantity: bigint): (before: UnitCost) => UnitCost {
  const by = quantity < 0n ? -change : change
  return ({ cost, units }) => {
    const after = cost * size(quantity) + by * units
    return shortened(after > 0n ? after : 0n, units * size(quantity))
  }
}

function shortened(cost: bigint, units: bigint): UnitCost {
  return cost > LONGEST && units > LONGEST ? shortened(cost >> SHORTENED, units >> SHORTENED) : { cost, units }
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [high, low] = [a, b]
  while (low !== 0n) [high, low] = [low, high % low]
  return high
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}
