/**
 * Exact decimals: fixed point with 12 places, held as a bigint scaled by 10^12.
 * Sums and differences are exact; products and quotients are rounded half to even, once, to 12 places.
 * Never mix with plain bigints: the brand keeps them apart at compile time.
 */
declare const scaled: unique symbol
export type Decimal = bigint & { readonly [scaled]: true }

export const DECIMAL_PLACES = 12
const MAX_DIGITS = 28
const MAX_TEXT = 64
const MAX_STORED_TEXT = 160
const SCALE = 10n ** 12n
const POWERS = Array.from({ length: DECIMAL_PLACES + 1 }, (_, exponent) => 10n ** BigInt(exponent))
/** `0` to `999`, the same as three digits, and these without the zeros at their end: to look them up takes less time than to make them. */
const SMALL = Array.from({ length: 1000 }, (_, value) => String(value))
const THREE_DIGITS = SMALL.map((digits) => digits.padStart(3, '0'))
const ENDS = THREE_DIGITS.map((digits) => digits.replace(/0+$/, ''))
const PATTERN = /^(-?)(\d+)(?:\.(\d+))?$/

export const ZERO = 0n as Decimal
export const ONE = SCALE as Decimal

/** Why a text is not a decimal that the ledger can hold. */
export type DecimalFault = 'not-a-number' | 'too-many-digits' | 'too-many-places'

/** Parses a plain decimal (`-12.50`); says what is wrong instead of rounding. No exponent, no `+`, no blanks, at most 28 digits and 12 places. */
export function tryDecimal(text: string): Decimal | DecimalFault {
  return parse(text, MAX_TEXT, MAX_DIGITS)
}

/** What `tryDecimal` would say against a text, without making the number. */
export function decimalFault(text: string): DecimalFault | undefined {
  const length = text.length
  let places = -1
  let shortAndPlain = length > 0 && length <= MAX_DIGITS
  for (let i = text.charCodeAt(0) === 45 ? 1 : 0, first = i; i < length && shortAndPlain; i++) {
    const code = text.charCodeAt(i)
    if (code === 46 && places === -1 && i > first && i < length - 1) places = 0
    else if (code < 48 || code > 57) shortAndPlain = false
    else if (places >= 0) places++
  }
  if (shortAndPlain && places <= DECIMAL_PLACES && text !== '-') return undefined
  const parsed = tryDecimal(text)
  return typeof parsed === 'string' ? parsed : undefined
}

/**
 * Parses a decimal that is known to be good (from the database, from code). Throws RangeError otherwise. Reads whatever `formatDecimal`
 * wrote: sums and products of what users entered may have more than 28 digits.
 */
export function decimal(text: string): Decimal {
  const parsed = parse(text, MAX_STORED_TEXT, MAX_STORED_TEXT)
  if (typeof parsed === 'string') throw new RangeError(`${parsed}: ${JSON.stringify(text.slice(0, MAX_TEXT))}`)
  return parsed
}

/** Short plain texts, which nearly all are: digits gathered in a number below 2^53, scaled by one multiplication. `undefined` for everything else. */
function parseShort(text: string): Decimal | undefined {
  const length = text.length
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  if (length > 15 || length === start) return undefined
  let digits = 0
  let point = -1
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) digits = digits * 10 + (code - 48)
    else if (code === 46 && point === -1 && i > start && i < length - 1) point = i
    else return undefined
  }
  const places = point === -1 ? 0 : length - 1 - point
  if (places > DECIMAL_PLACES) return undefined
  const product = digits * 10 ** (DECIMAL_PLACES - places)
  if (product <= Number.MAX_SAFE_INTEGER) return BigInt(start === 1 ? -product : product) as Decimal
  const magnitude = BigInt(digits) * (POWERS[DECIMAL_PLACES - places] ?? 1n)
  return (start === 1 ? -magnitude : magnitude) as Decimal
}

function parse(text: string, maxText: number, maxDigits: number): Decimal | DecimalFault {
  const short = parseShort(text)
  if (short !== undefined) return short
  if (text.length > maxText) return 'too-many-digits'
  const match = PATTERN.exec(text)
  if (!match) return 'not-a-number'
  const whole = (match[2] as string).replace(/^0+(?=\d)/, '')
  const fraction = (match[3] ?? '').replace(/0+$/, '')
  if (fraction.length > DECIMAL_PLACES) return 'too-many-places'
  if ((whole === '0' ? 0 : whole.length) + fraction.length > maxDigits) return 'too-many-digits'
  const magnitude = BigInt(whole + fraction.padEnd(DECIMAL_PLACES, '0'))
  return (match[1] === '-' ? -magnitude : magnitude) as Decimal
}

/** A whole number as a decimal. */
export function whole(value: number): Decimal {
  return (BigInt(value) * SCALE) as Decimal
}

/** The plain decimal text: no exponent, no trailing zeros. */
export function formatDecimal(value: Decimal): string {
  // Below 2^53, as nearly all are, numbers are exact and take much less time.
  const near = Number(value)
  if (near >= -Number.MAX_SAFE_INTEGER && near <= Number.MAX_SAFE_INTEGER) return formatShort(Math.abs(near), near < 0)
  const size = near < 0 ? -value : value
  const whole = size / SCALE
  return joined(near < 1e21 && near > -1e21 ? Number(whole) : whole, Number(size % SCALE), near < 0)
}

/** The quotient is rounded and may be one too large: even so it takes less time than a remainder. */
function formatShort(size: number, negative: boolean): string {
  let whole = Math.floor(size / 1e12)
  if (whole * 1e12 > size) whole--
  return joined(whole, size - whole * 1e12, negative)
}

/** `fraction`: in 10^-12. */
function joined(whole: number | bigint, fraction: number, negative: boolean): string {
  const before = typeof whole === 'number' && whole < 1e6 ? small(whole) : `${whole}`
  if (fraction === 0) return negative ? `-${before}` : before
  // In halves of six digits, which are small integers: those are divided much faster.
  const high = Math.floor(fraction / 1e6)
  const low = fraction - high * 1e6
  const digits = low === 0 ? sixDigits(high) : `${padded(high)}${sixDigits(low)}`
  return negative ? `-${before}.${digits}` : `${before}.${digits}`
}

/** Six digits without the zeros at their beginning. */
function small(value: number): string {
  const high = (value / 1000) | 0
  const low = value - high * 1000
  return high === 0 ? (SMALL[low] ?? '') : `${SMALL[high]}${THREE_DIGITS[low]}`
}

/** Six digits without the zeros at their end. */
function sixDigits(value: number): string {
  const high = (value / 1000) | 0
  const low = value - high * 1000
  return low === 0 ? (ENDS[high] ?? '') : `${THREE_DIGITS[high]}${ENDS[low]}`
}

function padded(value: number): string {
  const high = (value / 1000) | 0
  return `${THREE_DIGITS[high]}${THREE_DIGITS[value - high * 1000]}`
}

/** The nearest binary number: for ratios only, never for a ledger figure. */
export function toNumber(value: Decimal): number {
  return Number(formatDecimal(value))
}

export function add(a: Decimal, b: Decimal): Decimal {
  return (a + b) as Decimal
}
export function subtract(a: Decimal, b: Decimal): Decimal {
  return (a - b) as Decimal
}
export function negate(a: Decimal): Decimal {
  return -a as Decimal
}
export function absolute(a: Decimal): Decimal {
  return (a < 0n ? -a : a) as Decimal
}
export function minimum(a: Decimal, b: Decimal): Decimal {
  return a < b ? a : b
}
export function maximum(a: Decimal, b: Decimal): Decimal {
  return a > b ? a : b
}
export function sum(values: Iterable<Decimal>): Decimal {
  let total = 0n
  for (const value of values) total += value
  return total as Decimal
}

/** a x b, rounded half to even to 12 places. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return divideHalfEven(a * b, SCALE) as Decimal
}

/** a / b, rounded half to even to 12 places. Throws DivisionByZero for b = 0. */
export function divide(a: Decimal, b: Decimal): Decimal {
  return divideHalfEven(a * SCALE, b) as Decimal
}

/** a x b / c with one rounding at the end. Throws DivisionByZero for c = 0. */
export function multiplyDivide(a: Decimal, b: Decimal, c: Decimal): Decimal {
  return divideHalfEven(a * b, c) as Decimal
}

/** Rounded half to even to `places` (0 to 12). */
export function round(value: Decimal, places: number): Decimal {
  const unit = POWERS[DECIMAL_PLACES - places] ?? 1n
  return (divideHalfEven(value, unit) * unit) as Decimal
}

/** Something was divided by 0, or by what is 0 at 12 places. */
export class DivisionByZero extends RangeError {}

/** Integer division of bigints, rounded half to even. Throws DivisionByZero. */
export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  if (divisor === 0n) throw new DivisionByZero('divided by 0')
  const quotient = numerator / divisor
  const remainder = numerator % divisor
  if (remainder === 0n) return quotient
  const twice = (remainder < 0n ? -remainder : remainder) * 2n
  const size = divisor < 0n ? -divisor : divisor
  const away = numerator < 0n === divisor < 0n ? 1n : -1n
  if (twice > size || (twice === size && quotient % 2n !== 0n)) return quotient + away
  return quotient
}
