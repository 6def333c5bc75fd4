import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../shared/decimal.ts'

/**
 * One sum of money in three currencies: that of the report, that of the asset, and the one that was paid (`currency` of the lot; 0 where that is
 * not known). All divide together and lose nothing.
 */
export type Cost = { readonly inReport: Decimal; readonly inAsset: Decimal; readonly paid: Decimal }

export const NO_COST: Cost = { inReport: ZERO, inAsset: ZERO, paid: ZERO }

/** Applies the same to each of the three; sums that are equal before are equal afterwards. */
function mapCost(cost: Cost, change: (sum: Decimal) => Decimal): Cost {
  const inReport = change(cost.inReport)
  const inAsset = cost.inAsset === cost.inReport ? inReport : change(cost.inAsset)
  return { inReport, inAsset, paid: cost.paid === cost.inAsset ? inAsset : change(cost.paid) }
}

export function addCost(a: Cost, b: Cost): Cost {
  return combined(a, b, add)
}

export function subtractCost(a: Cost, b: Cost): Cost {
  return combined(a, b, subtract)
}

/** Most assets are in the currency of the report, and paid in their own: then one sum is enough. */
function combined(a: Cost, b: Cost, combine: (a: Decimal, b: Decimal) => Decimal): Cost {
  const inReport = combine(a.inReport, b.inReport)
  const inAsset = a.inReport === a.inAsset && b.inReport === b.inAsset ? inReport : combine(a.inAsset, b.inAsset)
  return { inReport, inAsset, paid: a.inAsset === a.paid && b.inAsset === b.paid ? inAsset : combine(a.paid, b.paid) }
}

export function negateCost(cost: Cost): Cost {
  return mapCost(cost, negate)
}

export function sumCosts(costs: readonly Cost[]): Cost {
  return costsOf(costs, (sums) => [sum(sums)])[0] ?? NO_COST
}

/** cost x part / whole. */
export function shareOfCost(cost: Cost, part: Decimal, whole: Decimal): Cost {
  return part === whole ? cost : mapCost(cost, (sum) => multiplyDivide(sum, part, whole))
}

/** Costs that are made of others list by list: of all sums in one currency those in the same currency. */
export function costsOf(costs: readonly Cost[], make: (sums: readonly Decimal[]) => readonly Decimal[]): Cost[] {
  const inReport = make(costs.map((cost) => cost.inReport))
  const inAsset = costs.every((cost) => cost.inAsset === cost.inReport) ? inReport : make(costs.map((cost) => cost.inAsset))
  const paid = costs.every((cost) => cost.paid === cost.inAsset) ? inAsset : make(costs.map((cost) => cost.paid))
  return inReport.map((sum, index) => ({ inReport: sum, inAsset: inAsset[index] ?? ZERO, paid: paid[index] ?? ZERO }))
}
