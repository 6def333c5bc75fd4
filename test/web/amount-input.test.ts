import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readNumber, readPart } from '#src/web/amount-input.ts'

test('numbers are read as people write them, whatever signs they use', () => {
  const read: Record<string, string> = {
    '1.234,50': '1234.5',
    '1,234.50': '1234.5',
    '1 234,5': '1234.5',
    '1’234.5': '1234.5',
    '1.234.567': '1234567',
    '12,5': '12.5',
    '12.5': '12.5',
    '0,125': '0.125',
    '0.125': '0.125',
    '-7': '-7',
    '\u22127,25': '-7.25',
    '1234': '1234',
    '1234,567': '1234.567',
    ',5': '0.5',
    '007': '7',
    '123456789012345678901234567890,12': '123456789012345678901234567890.12',
  }
  for (const [text, value] of Object.entries(read)) expect([text, readNumber(text, 'de')]).toEqual([text, { value }])
})

test('what can be read in two ways is refused, with both', () => {
  expect(readNumber('1.234', 'de')).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] })
  expect(readNumber('1.234', 'en')).toEqual({ kind: 'ambiguous', readings: ['1.234', '1234'] })
  expect(readNumber('1,234', 'en')).toEqual({ kind: 'ambiguous', readings: ['1234', '1.234'] })
})

test('what is no number is refused', () => {
  for (const text of ['', 'x', '1.2.3', '1,2,3', '1.23,4.5', '12.34,567.8', '--1', '1e5', '1,23.4', '٣'])
    expect([text, readNumber(text, 'en')]).toEqual([text, { kind: 'no-number' }])
})

test('every amount that Intl writes with decimals is read back exactly', () => {
  const locales = ['en', 'de', 'fr', 'nl', 'it', 'es', 'de-CH', 'en-IN']
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom(...locales), (cents, locale) => {
      const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
      const exact = `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
      const options = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: locale !== 'en-IN' } as const
      const written = new Intl.NumberFormat(locale, options).format(exact as Intl.StringNumericLiteral)
      const read = readNumber(written, locale)
      expect('value' in read && Number(read.value) === Number(exact)).toBe(true)
    }),
  )
})

test('a part is read as a percentage or from 0 to 1, to the last digit; 1 alone is refused', () => {
  const read: Record<string, string> = {
    '50 %': '0.5',
    '50%': '0.5',
    '%50': '0.5',
    '50\u00a0%': '0.5',
    '50': '0.5',
    '0,5': '0.5',
    '0.5': '0.5',
    '0,5 %': '0.005',
    '1 %': '0.01',
    '100 %': '1',
    '100': '1',
    '1,5': '0.015',
    '33,3333333333 %': '0.333333333333',
    '33.333 %': '0.33333',
    '0': '0',
    '-50 %': '-0.5',
    '150': '1.5',
  }
  for (const [text, value] of Object.entries(read)) expect([text, readPart(text, 'de')]).toEqual([text, { value }])
  expect(readPart('1', 'de')).toEqual({ kind: 'ambiguous', readings: ['1 %', '100 %'] })
  expect(readPart('half', 'de')).toEqual({ kind: 'no-number' })
  expect(readPart('50 % %', 'de')).toEqual({ kind: 'no-number' })
})
