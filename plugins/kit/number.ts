/** Numbers as reports write them, to plain decimal texts. Never by way of a binary number. */

export type NumberStyle = 'dot' | 'comma'

const MAX_LENGTH = 64
const BLANK = '[\\s\\u00a0\\u202f]'
const MONEY = '(?:\\p{L}{1,4}|\\p{L}{0,3}\\p{Sc}|\\p{Sc}\\p{L}{0,3})'
const BEFORE = new RegExp(`^([+-]?)${BLANK}*(?:(?:rs|s?fr|kr)\\.|${MONEY}(?!\\.))${BLANK}*(?=[-+(.,\\d])`, 'iu')
const AFTER = new RegExp(`(?<=[).,\\d])${BLANK}*(?!E(?:[-+\\d]|$))${MONEY}\\.?${BLANK}*([+-]?)$`, 'iu')
const NUMBER = new RegExp(
  `^([+-]?)${BLANK}*(\\d[\\d.,'’\`\\s\\u00a0\\u202f]*|[.,]\\d+)(?:E([+-]?\\d{1,2}))?${BLANK}*([+-]?)$`,
  'i',
)

/**
 * A number of a report as a plain decimal text, or `undefined` when the cell is no number (empty, `-`, words, percentages,
 * more than 64 characters).
 * Understands a leading or trailing sign, parentheses for negative, a currency sign or code on either side, thousands separators
 * (blank, apostrophe or the other separator, in groups of three or the Indian 12,34,567) and exponents (`1.2E-4`), written out exactly.
 * `style` is the DECIMAL separator of the format: state it where the format fixes it; `1,5` is then no number in the style `dot`.
 * Without it: a text with both separators takes the last one; a single separator counts as decimal unless it occurs more than once.
 */
export function parseNumber(cell: string | undefined, style?: NumberStyle): string | undefined {
  if (cell === undefined || cell === '' || cell.length > MAX_LENGTH) return undefined
  const known = style === undefined ? (isPlain(cell) ? normalise(cell) : undefined) : plainIn(cell, style)
  if (known !== undefined) return known
  let text = cell
    .trim()
    .replace(/\u2212|\u2013/g, '-')
    .replace(BEFORE, '$1')
    .replace(AFTER, '$1')
  const enclosed = /^\((.*)\)$/.exec(text)
  if (enclosed) text = (enclosed[1] as string).trim().replace(BEFORE, '$1').replace(AFTER, '$1')
  const match = NUMBER.exec(text)
  if (!match) return undefined
  const signs = `${match[1]}${match[4]}`
  if (signs.length > 1 || (enclosed && signs !== '')) return undefined
  const plain = separate((match[2] as string).trimEnd(), style)
  if (plain === undefined) return undefined
  const shifted = match[3] === undefined ? plain : shift(plain, Number(match[3]))
  const normalised = normalise(signs === '-' || enclosed ? `-${shifted}` : shifted)
  return normalised.length > MAX_LENGTH ? undefined : normalised
}

/** Digits with at most one dot between them, and a minus at most: what most files hold, found without a regular expression. */
function isPlain(text: string): boolean {
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  let dot = -1
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 46 && dot < 0 && i > start) dot = i
    else if (code < 48 || code > 57) return false
  }
  return text.length > start && dot !== text.length - 1
}

const DOT = 46
const COMMA = 44

/** `1.234,50`, `-12.5` and `$1,234.50`, which most files hold, without a regular expression; `undefined` for everything else. */
function plainIn(text: string, style: NumberStyle): string | undefined {
  const first = text.charCodeAt(0)
  if (first !== 36 && first !== 0x20ac && first !== 0xa3) return plainNumber(text, style === 'dot' ? DOT : COMMA)
  return plainNumber(text.slice(1), style === 'dot' ? DOT : COMMA)
}

/** `point`: the decimal sign; the other one stands between groups of three. */
function plainNumber(text: string, point: number): string | undefined {
  const start = text.charCodeAt(0) === 45 ? 1 : 0
  let [at, group] = [-1, -1]
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) continue
    if (code === point && at < 0 && i > start && (group < 0 || i - group === 4)) at = i
    else if (code === DOT + COMMA - point && at < 0 && (group < 0 ? isFirstGroup(text, start, i) : i - group === 4)) group = i
    else return undefined
  }
  const end = at < 0 ? text.length : at
  if (end === start || at === text.length - 1 || (group >= 0 && end - group !== 4)) return undefined
  const grouped = group < 0 ? text : text.replaceAll(point === DOT ? ',' : '.', '')
  const plain = point === DOT || at < 0 ? grouped : grouped.replace(',', '.')
  return hasIdleZero(text, start, end) ? normalise(plain) : plain
}

/** Whether digits begin with a zero that stands not alone before the point, or end with one behind it, or are all of `-0`. */
function hasIdleZero(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === 48 && (end - start > 1 || (start > 0 && text.length === end))) return true
  return end < text.length && text.charCodeAt(text.length - 1) === 48
}

function isFirstGroup(text: string, start: number, end: number): boolean {
  return end > start && end - start <= 3 && text.charCodeAt(start) !== 48
}

function separate(digits: string, style: NumberStyle | undefined): string | undefined {
  const point = style === 'dot' ? '.' : style === 'comma' ? ',' : guessPoint(digits)
  const [whole = '', fraction = '', ...rest] = digits.split(point)
  if (rest.length > 0 || !/^\d*$/.test(fraction)) return undefined
  const ungrouped = ungroup(whole)
  if (ungrouped === undefined) return undefined
  return fraction === '' ? ungrouped : `${ungrouped}.${fraction}`
}

function guessPoint(digits: string): '.' | ',' {
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  if (comma >= 0) return digits.indexOf(',') === comma ? ',' : '.'
  return dot >= 0 && digits.indexOf('.') !== dot ? ',' : '.'
}

/** The digits without thousands separators; `undefined` when these do not stand where thousands separators do. */
function ungroup(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole || '0'
  const separator = /\D/.exec(whole)?.[0] as string
  const groups = whole.split(separator)
  const [first = '', ...others] = groups
  const inner = others.slice(0, -1)
  if (!/^[1-9]\d{0,2}$/.test(first) || others.at(-1)?.length !== 3 || !others.every((group) => /^\d+$/.test(group)))
    return undefined
  const inThrees = inner.every((group) => group.length === 3)
  const inTwos = first.length <= 2 && inner.length > 0 && inner.every((group) => group.length === 2)
  return inThrees || inTwos ? groups.join('') : undefined
}

function shift(plain: string, exponent: number): string {
  const [whole = '0', fraction = ''] = plain.split('.')
  if (exponent >= 0) return `${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}.${fraction.slice(exponent)}`
  const padded = whole.padStart(1 - exponent, '0')
  return `${padded.slice(0, padded.length + exponent)}.${padded.slice(padded.length + exponent)}${fraction}`
}

/** Without leading and trailing zeros; no `-0`. */
function normalise(plain: string): string {
  const negative = plain.charCodeAt(0) === 45
  let start = negative ? 1 : 0
  const dot = plain.indexOf('.')
  const wholeEnd = dot < 0 ? plain.length : dot
  while (start < wholeEnd - 1 && plain.charCodeAt(start) === 48) start++
  let end = plain.length
  if (dot >= 0) {
    while (plain.charCodeAt(end - 1) === 48) end--
    if (end === dot + 1) end = dot
  }
  const text = plain.slice(start, end)
  return negative && text !== '0' ? `-${text}` : text
}
