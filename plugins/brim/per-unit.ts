import { parseNumber } from '#plugins/kit/index.ts'
import { absolute, divide, multiply, tryDecimal, whole } from '#src/shared/decimal.ts'

/** So small a part of the value may be rounding. */
const ROUNDING = 200

/**
 * The price that a report of positions states, where it is for one unit: times the quantity it makes the value that stands beside it. Bonds are quoted in
 * percent, options for one of a hundred units: `undefined` for those, and where a figure is missing.
 */
export function pricePerUnit(
  price: string | undefined,
  quantity: string | undefined,
  worth: string | undefined,
): string | undefined {
  const [one, many, value] = [price, quantity, worth].map((text) => tryDecimal(parseNumber(text, 'dot') ?? ''))
  if (typeof one !== 'bigint' || typeof many !== 'bigint' || typeof value !== 'bigint' || one <= 0n) return undefined
  const gap = absolute(multiply(one, many)) - absolute(value)
  const allowed = divide(absolute(value), whole(ROUNDING))
  return (gap < 0n ? -gap : gap) <= allowed ? parseNumber(price, 'dot') : undefined
}
