import fc from 'fast-check'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, decimal } from '#src/shared/decimal.ts'
import { SEED } from './seed.ts'

/** How many times as often properties are tried; what they meet in `npm test` they meet there each time. */
const TIMES = Number(process.env['PROPERTY_RUNS'] ?? 1)

/** With the seed of every property, `runs` times. `runs` is chosen so that a property takes less than 2 s; `PROPERTY_RUNS=10` tries ten times as many. */
export function seeded(runs: number): { seed: number; numRuns: number } {
  return { seed: SEED, numRuns: Math.ceil(runs * TIMES) }
}

/** A decimal text with at most `digits` before the point and `places` after it, not negative. */
export function decimalText(digits: number, places: number): fc.Arbitrary<string> {
  const whole = fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n })
  const fraction = fc.stringMatching(new RegExp(`^\\d{0,${places}}$`))
  return fc.tuple(whole, fraction).map(([a, b]) => (b === '' ? String(a) : `${a}.${b}`))
}

/** A decimal greater than 0. */
export function positiveDecimal(digits: number, places: number): fc.Arbitrary<Decimal> {
  return decimalText(digits, places)
    .map(decimal)
    .filter((value) => value > 0n)
}

/** One of the `days` days from `from` on; near ones often, so that days coincide. */
export function dayFrom(from: string, days: number): fc.Arbitrary<string> {
  return fc.nat({ max: days - 1 }).map((count) => addDays(from, count))
}
