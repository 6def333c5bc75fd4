import type { Reader } from './reader.ts'

/** Why a number that somebody typed is not taken. `ambiguous` has both ways of reading it, as decimal texts. */
export type NumberFault =
  | { readonly kind: 'no-number' }
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }

/** Spaces of all sorts and the apostrophes that some write between thousands. */
const FILLERS = /[\s\u00a0\u202f\u2009'’]/g
const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/**
 * A number as people type it, as a decimal text with a dot: `1.234,50` is `1234.5` and so is `1,234.50`; `1 234,5` and `1’234.5` too. What
 * is written decides alone. One sign with just three digits after it (`1.234`) can be read in two ways and is refused, unless what stands before it is
 * zero. `locale` (BCP 47) says only which reading is named first.
 */
export function readNumber(text: string, locale: string): { readonly value: string } | NumberFault {
  const bare = text.replace(FILLERS, '').replace(/^\u2212/, '-')
  const signs: readonly string[] = bare.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (last === undefined) return plain(bare)
  const other = last === '.' ? ',' : '.'
  const isMixed = signs.includes(other)
  const repeated = signs.filter((sign) => sign === last).length > 1
  if (isMixed)
    return repeated ? { kind: 'no-number' } : grouped(bare, other) ? plain(swap(bare, other, last)) : { kind: 'no-number' }
  if (repeated) return grouped(bare, last) ? plain(bare.replaceAll(last, '')) : { kind: 'no-number' }
  const [before = '', after = ''] = bare.split(last)
  const asDecimal = plain(`${before}.${after}`)
  const mayGroup = /^\d{3}$/.test(after) && /^[+-]?[1-9]\d{0,2}$/.test(before)
  if (!mayGroup || !('value' in asDecimal)) return asDecimal
  return { kind: 'ambiguous', readings: readingsOf(before, after, last === decimalSignOf(locale)) }
}

/**
 * A part of a whole as a decimal text from 0 to 1: `50 %` and `50` are `0.5`, and so is `0,5`; `1` may be all of it or a hundredth, and is refused. What
 * could be a thousand and more (`33.333 %`) is none, for no part is as large.
 */
export function readPart(text: string, locale: string): { readonly value: string } | NumberFault {
  const hasSign = text.includes('%')
  const read = readNumber(hasSign ? text.replace('%', '') : text, locale)
  const value =
    'value' in read ? read.value : read.kind === 'ambiguous' ? read.readings.find((one) => one.includes('.')) : undefined
  if (value === undefined) return { kind: 'no-number' }
  if (hasSign || (!/^-?0(\.|$)/.test(value) && value !== '1')) return { value: hundredth(value) }
  return value === '1' ? { kind: 'ambiguous', readings: ['1 %', '100 %'] } : { value }
}

/** A decimal text over 100, with all its digits. */
function hundredth(value: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(value) ?? []
  const digits = whole.padStart(3, '0')
  const read = plain(`${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`)
  return 'value' in read ? read.value : value
}

/** The likelier reading first: in a field of their own a reader's decimal sign is likelier a decimal sign. */
function readingsOf(before: string, after: string, isDecimalSign: boolean): [string, string] {
  const [whole, decimal] = [`${before}${after}`, `${before}.${after}`]
  return isDecimalSign ? [decimal, whole] : [whole, decimal]
}

function swap(text: string, group: string, decimal: string): string {
  return text.replaceAll(group, '').replace(decimal, '.')
}

/** Whether each `sign` stands before three digits, and the first after one to three. */
function grouped(text: string, sign: string): boolean {
  const [head = '', ...rest] = (text.split(sign === '.' ? ',' : '.')[0] ?? '').split(sign)
  return /^[+-]?\d{1,3}$/.test(head) && rest.length > 0 && rest.every((part) => /^\d{3}$/.test(part))
}

function plain(text: string): { readonly value: string } | NumberFault {
  if (!PLAIN.test(text)) return { kind: 'no-number' }
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? []
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const tail = fraction.replace(/0+$/, '')
  return { value: `${sign === '-' ? '-' : ''}${digits}${tail === '' ? '' : `.${tail}`}` }
}

/** `.` or `,` or what else the locale writes. */
export function decimalSignOf(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/** A decimal text as it is typed: with the reader's decimal sign; three decimals become four, since `1.234` could be read as a thousand and more. */
export function asTyped(r: Pick<Reader, 'numbers'>, value: string): string {
  const [whole = '', decimals] = value.split('.')
  if (decimals === undefined) return whole
  return `${whole}${decimalSignOf(r.numbers)}${decimals.length === 3 ? `${decimals}0` : decimals}`
}
