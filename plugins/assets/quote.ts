/** Figures of sources to closes in major units. */
import { perUnit } from '#plugins/kit/rate.ts'
import { fromMinorUnit } from '#src/shared/currency.ts'

/** What a price in this unit is in: `GBp` and `GBX` are hundredths of GBP. A code that is no minor unit is its own. */
export function majorUnit(code: string): { readonly currency: string; readonly divisor: number } {
  return fromMinorUnit(code) ?? { currency: code, divisor: 1 }
}

/** `figure` (plain decimal text) divided by the divisor of its unit, exactly. */
export function inMajorUnit(figure: string, divisor: number): string {
  if (divisor === 1) return figure
  const negative = figure.startsWith('-')
  const size = perUnit(negative ? figure.slice(1) : figure, String(divisor)) ?? figure
  return negative && size !== '0' ? `-${size}` : size
}
