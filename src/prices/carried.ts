/** A price that was carried through splits: a third of it need not have an end, so it stays a fraction until units multiply it. Pure. */
import { type Decimal, divideHalfEven } from '../shared/decimal.ts'

/** In units of 10^-12, as decimals are. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

/** `close` = rounded to 12 places; `fraction` = what it is exactly, where that is something else. */
export type CarriedClose = { readonly close: Decimal; readonly fraction?: Fraction | undefined }

/** A close times `times` / `per`, both above 0. */
export function carried({ close, fraction }: CarriedClose, times: Decimal, per: Decimal): CarriedClose {
  const [top, bottom] = [(fraction?.numerator ?? close) * times, (fraction?.denominator ?? 1n) * per]
  const common = divisorOf(top < 0n ? -top : top, bottom)
  const [numerator, denominator] = common === 0n ? [top, bottom] : [top / common, bottom / common]
  const rounded = divideHalfEven(numerator, denominator) as Decimal
  return denominator === 1n ? { close: rounded } : { close: rounded, fraction: { numerator, denominator } }
}

function divisorOf(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b]
  while (other !== 0n) [one, other] = [other, one % other]
  return one
}
