/** Numbers as reports write them, to plain decimal texts. Never by way of a binary number. */

export type NumberStyle = 'dot' | 'comma'

/**
 * A number of a report as a plain decimal text, or `undefined` when the cell is no number (empty, `-`, words).
 * Understands a leading or trailing sign, parentheses for negative, currency signs and codes around it, blanks, apostrophes and
 * the other separator as thousands separator, and exponents (`1.2E-4`), which are written out exactly.
 * `style` is the DECIMAL separator of the format: state it where the format fixes it. Without it: a text with both separators
 * takes the last one; a single separator counts as decimal unless it occurs more than once.
 */
export function parseNumber(cell: string | undefined, style?: NumberStyle): string | undefined {
  if (cell === undefined) return undefined
  let text = cell.replace(/[\s\u00a0\u202f'’`]/g, '').replace(/\u2212|\u2013/g, '-')
  let negative = false
  if (/^\(.*\)$/.test(text)) {
    negative = true
    text = text.slice(1, -1)
  }
  text = text.replace(/^([+-]?)[^\d.,+-]{1,4}(?=[\d.,+-])/, '$1').replace(/(?<=[\d.,])(?!E[+-]?\d)[^\d.,+-]{1,4}([+-]?)$/i, '$1')
  const match = /^([+-]?)([\d.,]*\d[\d.,]*)(?:[eE]([+-]?\d{1,3}))?([+-]?)$/.exec(text)
  if (!match) return undefined
  if (match[1] === '-' || match[4] === '-') negative = !negative
  const plain = separate(match[2] as string, style)
  if (plain === undefined) return undefined
  const shifted = match[3] === undefined ? plain : shift(plain, Number(match[3]))
  return sign(shifted, negative)
}

function separate(digits: string, style: NumberStyle | undefined): string | undefined {
  const point = style === 'dot' ? '.' : style === 'comma' ? ',' : guessPoint(digits)
  const thousands = point === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...rest] = digits.replaceAll(thousands, '').split(point)
  if (rest.length > 0) return undefined
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`
}

function guessPoint(digits: string): '.' | ',' {
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  if (comma >= 0) return digits.indexOf(',') === comma ? ',' : '.'
  return dot >= 0 && digits.indexOf('.') !== dot ? ',' : '.'
}

function shift(plain: string, exponent: number): string {
  const [whole = '0', fraction = ''] = plain.split('.')
  if (exponent >= 0) return `${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}.${fraction.slice(exponent)}`
  const padded = whole.padStart(1 - exponent, '0')
  return `${padded.slice(0, padded.length + exponent)}.${padded.slice(padded.length + exponent)}${fraction}`
}

function sign(plain: string, negative: boolean): string {
  const [whole = '0', fraction = ''] = plain.split('.')
  const tidy = whole.replace(/^0+(?=\d)/, '')
  const end = fraction.replace(/0+$/, '')
  const text = end === '' ? tidy : `${tidy}.${end}`
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}
