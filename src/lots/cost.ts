import { add, type Decimal, multiplyDivide, negate, subtract, sum, ZERO } from '../shared/decimal.ts'

/** One sum of money twice: in the currency of the report, and in the currency of the asset. Both divide together and lose nothing. */
export type Worth = { readonly report: Decimal; readonly local: Decimal }

export const NOTHING: Worth = { report: ZERO, local: ZERO }

export function addWorth(a: Worth, b: Worth): Worth {
  const report = add(a.report, b.report)
  return { report, local: isPlain(a) && isPlain(b) ? report : add(a.local, b.local) }
}

export function subtractWorth(a: Worth, b: Worth): Worth {
  const report = subtract(a.report, b.report)
  return { report, local: isPlain(a) && isPlain(b) ? report : subtract(a.local, b.local) }
}

/** Most assets are in the currency of the report: then one sum is enough. */
function isPlain({ report, local }: Worth): boolean {
  return report === local
}

export function negateWorth({ report, local }: Worth): Worth {
  return { report: negate(report), local: negate(local) }
}

export function sumWorths(worths: readonly Worth[]): Worth {
  return { report: sum(worths.map((worth) => worth.report)), local: sum(worths.map((worth) => worth.local)) }
}

/** worth x part / whole. */
export function shareOfWorth({ report, local }: Worth, part: Decimal, whole: Decimal): Worth {
  if (part === whole) return { report, local }
  const share = multiplyDivide(report, part, whole)
  return { report: share, local: report === local ? share : multiplyDivide(local, part, whole) }
}
