/** Exact arithmetic on published figures as plain decimal texts. */
import { absolute, add, formatDecimal, tryDecimal } from '#src/shared/decimal.ts'
import { parseNumber } from './number.ts'

/** What publishers write where there is no figure. */
const MISSING = new Set([
  '',
  '-',
  '--',
  '.',
  '..',
  '...',
  'n/a',
  'n.a.',
  'na',
  'n/e',
  'nd',
  'n.d.',
  'null',
  'none',
  'nan',
  '#n/a',
])

/** Whether a cell says that there is no figure. */
export function isMissing(cell: string | null | undefined): boolean {
  return cell === null || cell === undefined || MISSING.has(cell.trim().toLowerCase())
}

/**
 * `figure` divided by `unit` (a whole number of units) as plain decimal text, exactly; `undefined` when the unit is no positive whole
 * number or the quotient has no finite decimal form.
 */
export function perUnit(figure: string, unit: string): string | undefined {
  if (unit === '1') return figure
  const match = /^(\d+)(?:\.(\d+))?$/.exec(figure)
  if (!match || !/^[1-9]\d{0,9}$/.test(unit)) return undefined
  const fraction = match[2] ?? ''
  const places = fraction.length + 3 * unit.length + 1
  const scaled = BigInt(`${match[1]}${fraction}`) * 10n ** BigInt(places - fraction.length)
  const divisor = BigInt(unit)
  if (scaled % divisor !== 0n) return undefined
  const digits = (scaled / divisor).toString().padStart(places + 1, '0')
  return trimZeros(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** The exact product of two plain decimal texts, neither negative. */
export function scaleBy(figure: string, factor: string): string {
  const [a = '0', b = ''] = figure.split('.')
  const [c = '0', d = ''] = factor.split('.')
  const places = b.length + d.length
  const digits = (BigInt(a + b) * BigInt(c + d)).toString().padStart(places + 1, '0')
  return places === 0 ? digits : trimZeros(`${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** 10 to the power of `exponent` (0 to 9) as text: SDMX UNIT_MULT. `undefined` for anything else. */
export function powerOfTen(exponent: string): string | undefined {
  return /^\d$/.test(exponent.trim()) ? `1${'0'.repeat(Number(exponent))}` : undefined
}

/** `figure` rounded half to even to `digits` significant digits: undoes binary artefacts (`7.8245000000000005` with 10 gives `7.8245`). */
export function significant(figure: string, digits: number): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(figure)
  if (!match) return figure
  const [whole, fraction] = [match[1] as string, match[2] ?? '']
  const all = `${whole}${fraction}`
  const surplus = all.replace(/^0+/, '').length - digits
  if (surplus <= 0 || surplus > fraction.length) return trimZeros(figure)
  const unit = 10n ** BigInt(surplus)
  const [significantDigits, rest] = [BigInt(all) / unit, BigInt(all) % unit]
  const up = rest * 2n > unit || (rest * 2n === unit && significantDigits % 2n === 1n)
  const places = fraction.length - surplus
  const text = (significantDigits + (up ? 1n : 0n)).toString().padStart(places + 1, '0')
  return places === 0 ? text : trimZeros(`${text.slice(0, -places)}.${text.slice(-places)}`)
}

/** The mean of two plain decimal texts, exactly; `undefined` when one is none. */
export function middle(buying: string, selling: string): string | undefined {
  const [a, b] = [tryDecimal(buying), tryDecimal(selling)]
  if (typeof a === 'string' || typeof b === 'string') return undefined
  const sum = add(a, b)
  const half = perUnit(formatDecimal(absolute(sum)), '2')
  return sum < 0n ? `-${half}` : half
}

const DOT = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+(?=\.))(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i
const COMMA = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+(?=,))(?:,\d+)?$/

/**
 * A published figure as plain decimal text; `undefined` when it is none. `parseNumber` without what only reports write, so that a changed
 * format is noticed: `style` is the decimal separator, the other one may only stand between groups of three digits before it, and there are
 * no currency signs, blanks or parentheses. Exponents are written out.
 */
export function figureOf(cell: string, style: 'dot' | 'comma' = 'dot'): string | undefined {
  const text = cell.trim()
  return (style === 'dot' ? DOT : COMMA).test(text) ? parseNumber(text, style) : undefined
}

function trimZeros(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const end = fraction.replace(/0+$/, '')
  const integer = whole.replace(/^0+(?=\d)/, '')
  return end === '' ? integer : `${integer}.${end}`
}
