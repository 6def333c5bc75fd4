import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import { parseNumber } from '#plugins/kit/number.ts'
import { processorTime } from '#test/support/processor-time.ts'

const Wide = DecimalJs.clone({ precision: 200, toExpNeg: -1000, toExpPos: 1000 })
const plain = (text: string) => new Wide(text).plus(0).toFixed()

const digits = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max })
const figure = fc.record({ negative: fc.boolean(), whole: digits(1, 15), fraction: digits(0, 10) })

/** A naive writer of the formats: groups from the right. */
function group(whole: string, separator: string): string {
  const trimmed = whole.replace(/^0+(?=\d)/, '')
  const parts: string[] = []
  for (let end = trimmed.length; end > 0; end -= 3) parts.unshift(trimmed.slice(Math.max(0, end - 3), end))
  return parts.join(separator)
}

test('a number means what decimal.js says it means, in both styles, with and without thousands separators', () => {
  fc.assert(
    fc.property(
      figure,
      fc.constantFrom('dot', 'comma'),
      fc.constantFrom('', ' ', '\u00a0', '\u202f', "'", '’', 'other'),
      ({ negative, whole, fraction }, style, separator) => {
        const point = style === 'dot' ? '.' : ','
        const thousands = separator === 'other' ? (style === 'dot' ? ',' : '.') : separator
        const written = `${negative ? '-' : ''}${thousands === '' ? whole : group(whole, thousands)}${fraction === '' ? '' : point + fraction}`
        const wanted = plain(`${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`)
        expect(parseNumber(written, style as 'dot' | 'comma')).toBe(wanted === '-0' ? '0' : wanted)
      },
    ),
    { numRuns: 2000 },
  )
})

test('an exponent is written out exactly, as decimal.js writes it', () => {
  fc.assert(
    fc.property(
      figure,
      fc.integer({ min: -35, max: 35 }),
      fc.constantFrom('e', 'E'),
      ({ negative, whole, fraction }, exponent, e) => {
        const written = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}${e}${exponent}`
        const wanted = plain(written)
        expect(parseNumber(written, 'dot')).toBe(wanted === '-0' ? '0' : wanted)
      },
    ),
    { numRuns: 1000 },
  )
})

test('currency signs and codes, trailing signs and parentheses do not change the size', () => {
  fc.assert(
    fc.property(
      figure,
      fc.constantFrom('€#', '# €', 'EUR #', '#EUR', 'US$#', '$ #', 'CHF #', '# kr', '# kr.', 'Rs.#', 'Fr. #', '+#', '#'),
      ({ whole, fraction }, form) => {
        const number = `${whole}${fraction === '' ? '' : `.${fraction}`}`
        const wanted = plain(number)
        const negative = wanted === '0' ? '0' : `-${wanted}`
        const written = form.replace('#', number)
        expect(parseNumber(written, 'dot')).toBe(wanted)
        expect(parseNumber(`(${form.replace('+', '').replace('#', number)})`, 'dot')).toBe(negative)
        if (!form.startsWith('+')) expect(parseNumber(`-${written}`, 'dot')).toBe(negative)
      },
    ),
    { numRuns: 1000 },
  )
})

test('what it answers is a plain decimal that reads as itself', () => {
  const noise = fc.string({ unit: fc.constantFrom(..."0123456789.,-+() eE€$kR\u00a0'%"), maxLength: 12 })
  fc.assert(
    fc.property(noise, fc.constantFrom('dot', 'comma', undefined), (text, style) => {
      const read = parseNumber(text, style as 'dot' | 'comma' | undefined)
      if (read === undefined) return
      expect(read).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
      expect(read).not.toBe('-0')
      expect(parseNumber(read, 'dot')).toBe(read)
    }),
    { numRuns: 3000 },
  )
})

test('no number, no guess', () => {
  for (const text of [
    '',
    ' ',
    '-',
    '.',
    ',',
    'olga',
    'N/A',
    '12%',
    '1/2',
    '12:30',
    '2024-01-02',
    '01.02.2024',
    '1.2.3',
    '--5',
    '-5-',
    '(-5)',
    '1 2',
    '1  234',
    'USD.5',
    '1e',
    '#DIV/0!',
  ])
    expect(parseNumber(text)).toBeUndefined()
  expect(parseNumber(undefined)).toBeUndefined()
  expect(parseNumber('9'.repeat(65))).toBeUndefined()
})

test('a separator that stands where none of its style can is no number', () => {
  for (const text of ['1,5', '0,234', '1,234,56', '12,3456', '1.234,5', ',5', '1,,234'])
    expect(parseNumber(text, 'dot')).toBeUndefined()
  for (const text of ['1.5', '0.234', '1.234.56', '1,234.5', '.5']) expect(parseNumber(text, 'comma')).toBeUndefined()
})

test('Indian thousands are read', () => {
  expect(parseNumber('12,34,567.5', 'dot')).toBe('1234567.5')
  expect(parseNumber('1,00,000')).toBe('100000')
})

test('without a style the last of two separators is the decimal sign, one that repeats is not', () => {
  expect(parseNumber('1.234,50')).toBe('1234.5')
  expect(parseNumber('1,234.50')).toBe('1234.5')
  expect(parseNumber('1.234.567')).toBe('1234567')
  expect(parseNumber('1,5')).toBe('1.5')
})

test('the sign stands before, after, beyond the currency or as parentheses', () => {
  for (const text of ['-5', '5-', '−5', '–5', '-€5', '€-5', '- 5', 'EUR 5-', '$(5.00)', '($5.00)', '(5.00) USD', '(5)'])
    expect(parseNumber(text)).toBe('-5')
  expect(parseNumber('-0.00')).toBe('0')
})

test('hostile cells cost no time', () => {
  const start = processorTime()
  for (const text of ['1'.repeat(60), ' '.repeat(60), `1${' '.repeat(62)}x`, '(((((((((((((((((((5', '1,'.repeat(30)])
    for (let i = 0; i < 200; i++) parseNumber(text)
  expect(processorTime() - start).toBeLessThan(5_000)
})

test('a number of the plain forms is read as the same number with a blank before it', () => {
  const form = fc.string({
    unit: fc.constantFrom('0', '1', '7', '00', '.', ',', '-', '$', '€', '123', '.500', ',250'),
    maxLength: 9,
  })
  fc.assert(
    fc.property(form, fc.constantFrom('dot' as const, 'comma' as const), (text, style) => {
      expect(parseNumber(text, style)).toBe(parseNumber(` ${text}`, style))
    }),
    { numRuns: 5_000 },
  )
  expect(parseNumber('$1,234.50', 'dot')).toBe('1234.5')
  expect(parseNumber('-€1.234,50', 'comma')).toBe('-1234.5')
})
