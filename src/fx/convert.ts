/** Exact conversion along a chain of rates: multiplied as fractions of whole numbers, rounded once at the end. Pure. */
import { DECIMAL_PLACES, type Decimal, divideHalfEven, formatDecimal } from '../shared/decimal.ts'

/** Units of `quote` for one `base`; plain decimal text above 0, of any length. */
export type PairRate = { readonly base: string; readonly quote: string; readonly rate: string }

/** One step of a chain with the rate that serves it, in whichever direction it is quoted. */
export type PricedStep = { readonly from: string; readonly to: string; readonly rate: PairRate }

/** A positive number as a fraction, not reduced. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint }

/** Significant digits of a rate that had to be inverted to be stored. */
export const STORED_DIGITS = 28

const SCALE = 10n ** BigInt(DECIMAL_PLACES)
const PLAIN = /^\d+(?:\.\d+)?$/
const POWERS = Array.from({ length: 64 }, (_, places) => 10n ** BigInt(places))

/** Alphabetical order of a pair (rule 7): `base < quote`; `inverted` = the given order was the other one. */
export function normalisePair(a: string, b: string): { base: string; quote: string; inverted: boolean } {
  return a < b ? { base: a, quote: b, inverted: false } : { base: b, quote: a, inverted: true }
}

/**
 * A published rate as it is stored, `base < quote`: unchanged when it is published so, else 1/rate rounded half to even to `STORED_DIGITS`
 * significant digits. Throws RangeError for a rate that is no plain decimal above 0.
 */
export function normaliseRate(published: PairRate): PairRate & { readonly inverted: boolean } {
  const { base, quote, inverted } = normalisePair(published.base, published.quote)
  const { numerator, denominator } = ratioOf(published.rate)
  if (!inverted) return { base, quote, inverted, rate: published.rate }
  return { base, quote, inverted, rate: significantText({ numerator: denominator, denominator: numerator }, STORED_DIGITS) }
}

/** What one `from` is worth in `to`. Throws RangeError when the rate is of another pair or no plain decimal above 0. */
export function stepRatio(step: PricedStep): Ratio & { readonly inverted: boolean } {
  const { from, to, rate } = step
  const ratio = ratioOf(rate.rate)
  if (rate.base === from && rate.quote === to)
    return { numerator: ratio.numerator, denominator: ratio.denominator, inverted: false }
  if (rate.base === to && rate.quote === from)
    return { numerator: ratio.denominator, denominator: ratio.numerator, inverted: true }
  throw new RangeError(`a rate of ${rate.base}/${rate.quote} does not serve ${from} to ${to}`)
}

/** What one of the first currency is worth in the last; 1 for an empty chain. Throws RangeError when the steps do not join. */
export function chainRatio(steps: readonly PricedStep[]): Ratio {
  let [numerator, denominator] = [1n, 1n]
  let at = steps[0]?.from
  for (const step of steps) {
    if (at !== step.from) throw new RangeError(`${at} does not lead to ${step.from}`)
    const ratio = stepRatio(step)
    numerator *= ratio.numerator
    denominator *= ratio.denominator
    at = step.to
  }
  return { numerator, denominator }
}

/** The amount times the ratio, rounded half to even once, to `places` (0 to 12) after the point. */
export function convertAmount(amount: Decimal, ratio: Ratio, places = DECIMAL_PLACES): Decimal {
  if (places === DECIMAL_PLACES) return divideHalfEven(amount * ratio.numerator, ratio.denominator) as Decimal
  const unit = 10n ** BigInt(DECIMAL_PLACES - places)
  return (divideHalfEven(amount * ratio.numerator, ratio.denominator * unit) * unit) as Decimal
}

/** The ratio as plain decimal text, rounded half to even to 12 places, for showing; never to be calculated with. */
export function ratioText(ratio: Ratio): string {
  return formatDecimal(divideHalfEven(ratio.numerator * SCALE, ratio.denominator) as Decimal)
}

function ratioOf(rate: string): Ratio {
  const point = rate.indexOf('.')
  const numerator = PLAIN.test(rate) ? BigInt(point === -1 ? rate : rate.slice(0, point) + rate.slice(point + 1)) : 0n
  if (numerator === 0n) throw new RangeError(`no rate above 0: ${JSON.stringify(rate.slice(0, 64))}`)
  const places = point === -1 ? 0 : rate.length - point - 1
  return { numerator, denominator: POWERS[places] ?? 10n ** BigInt(places) }
}

export function significantText({ numerator, denominator }: Ratio, digits: number): string {
  const magnitude = numerator.toString().length - denominator.toString().length
  const places = Math.max(0, digits - magnitude)
  const rounded = divideHalfEven(numerator * 10n ** BigInt(places), denominator)
    .toString()
    .padStart(places + 1, '0')
  const [whole, fraction] = [rounded.slice(0, rounded.length - places), rounded.slice(rounded.length - places).replace(/0+$/, '')]
  return fraction === '' ? whole : `${whole}.${fraction}`
}
