import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../shared/decimal.ts'

/** One sum of money twice: in the currency of the report, and in the currency of the asset. Both divide together and lose nothing. */
export type Cost = { readonly inReport: Decimal; readonly inAsset: Decimal }

export const NO_COST: Cost = { inReport: ZERO, inAsset: ZERO }

export function addCost(a: Cost, b: Cost): Cost {
  const inReport = add(a.inReport, b.inReport)
  return { inReport, inAsset: isPlain(a) && isPlain(b) ? inReport : add(a.inAsset, b.inAsset) }
}

export function subtractCost(a: Cost, b: Cost): Cost {
  const inReport = subtract(a.inReport, b.inReport)
  return { inReport, inAsset: isPlain(a) && isPlain(b) ? inReport : subtract(a.inAsset, b.inAsset) }
}

/** Most assets are in the currency of the report: then one sum is enough. */
function isPlain({ inReport, inAsset }: Cost): boolean {
  return inReport === inAsset
}

export function negateCost({ inReport, inAsset }: Cost): Cost {
  return { inReport: negate(inReport), inAsset: negate(inAsset) }
}

export function sumCosts(costs: readonly Cost[]): Cost {
  return { inReport: sum(costs.map((cost) => cost.inReport)), inAsset: sum(costs.map((cost) => cost.inAsset)) }
}

/** cost x part / whole. */
export function shareOfCost({ inReport, inAsset }: Cost, part: Decimal, whole: Decimal): Cost {
  if (part === whole) return { inReport, inAsset }
  const share = multiplyDivide(inReport, part, whole)
  return { inReport: share, inAsset: inReport === inAsset ? share : multiplyDivide(inAsset, part, whole) }
}
