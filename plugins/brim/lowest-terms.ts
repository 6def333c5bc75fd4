/** Splits whose rows have the units before and after. */
import { type Decimal, formatDecimal } from '#plugins/kit/index.ts'

const LONG = 1_000_000n

/** New to old units, `3:2`, in lowest terms where that is short. */
export function lowestTerms(to: Decimal, from: Decimal): string {
  let [a, b]: [bigint, bigint] = [to, from]
  while (b !== 0n) [a, b] = [b, a % b]
  const [left, right] = [to / a, from / a]
  return left < LONG && right < LONG ? `${left}:${right}` : `${formatDecimal(to)}:${formatDecimal(from)}`
}
