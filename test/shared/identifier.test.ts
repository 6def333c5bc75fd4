import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { IDENTIFIER_KINDS, type IdentifierKind, identifierFault, isCusip, isFigi, isIsin, isMic } from '#src/shared/identifier.ts'
import { processorTime } from '#test/support/processor-time.ts'

const fits = (kind: IdentifierKind) => (value: string) => identifierFault(kind, value) === undefined
const [isLei, isSedol, isWkn] = [fits('LEI'), fits('SEDOL'), fits('WKN')]

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXYZ'
const DIGITS = '0123456789'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const published: Record<'ISIN' | 'CUSIP' | 'SEDOL' | 'FIGI' | 'LEI', { check: (value: string) => boolean; values: string[] }> = {
  ISIN: {
    check: isIsin,
    values: [
      'US0378331005',
      'AU0000XVGZA3',
      'GB0002634946',
      'DE0007164600',
      'XS2010028699',
      'EU0009652759',
      'JP3633400001',
      'CH0012221716',
    ],
  },
  CUSIP: { check: isCusip, values: ['037833100', '17275R102', '38259P508', '594918104', '68389X105', '931142103'] },
  SEDOL: {
    check: isSedol,
    values: ['0263494', 'B0WNLY7', '7108899', 'B0YBKJ7', '4065663', 'B0YBLH2', '2282765', '5579107', 'B0YBKT7'],
  },
  FIGI: { check: isFigi, values: ['BBG000B9XRY4', 'BBG000BLNNH6', 'BBG000BVPV84'] },
  LEI: { check: isLei, values: ['HWUPKR0MPOU8FGXBT394', '5493000IBP32UQZ0KL24', '54930084UKLVMY22DS16', '213800WSGIIZCXF1P572'] },
}

describe('published identifiers', () => {
  for (const [kind, { check, values }] of Object.entries(published)) {
    test(`${kind}: each is accepted, each form with one character wrong is refused`, () => {
      for (const value of values) {
        expect([value, identifierFault(kind as IdentifierKind, value)]).toEqual([value, undefined])
        expect(check(value)).toBe(true)
        for (let place = 0; place < value.length; place++) {
          for (const digit of DIGITS) {
            if (!/\d/.test(value.charAt(place)) || value.charAt(place) === digit) continue
            expect(check(value.slice(0, place) + digit + value.slice(place + 1))).toBe(false)
          }
        }
        expect(check(value.toLowerCase()) && /[A-Z]/.test(value)).toBe(false)
        for (const wrong of [` ${value}`, `${value} `, `${value}\n`, value.slice(1), `${value}0`, ''])
          expect(check(wrong)).toBe(false)
      }
    })
  }

  test('WKN and MIC have a shape and no check digit', () => {
    for (const value of ['716460', '840400', 'A1JX52', 'BASF11']) expect(isWkn(value)).toBe(true)
    for (const value of ['71646', '7164600', 'A1JXI2', 'A1JXO2', 'a1jx52', '']) expect(isWkn(value)).toBe(false)
    for (const value of ['XETR', 'XNAS', '360T', '3579']) expect(isMic(value)).toBe(true)
    for (const value of ['XET', 'XETRA', 'xetr', 'XE R', '']) expect(isMic(value)).toBe(false)
  })

  test('a FIGI may not begin like a country of a CUSIP international number', () => {
    expect(isFigi('BSG000B9XRY4')).toBe(false)
    for (const prefix of ['BS', 'BM', 'GG', 'GB', 'GH', 'KY', 'VG']) {
      for (const digit of DIGITS) expect(isFigi(`${prefix}G000B9XRY${digit}`)).toBe(false)
    }
  })

  test('an LEI does not end in 00, 01 or 99, which are the same remainders as 97, 98 and 02', () => {
    const bodies = Array.from({ length: 2000 }, (_, index) => `TESTLEIBODY${String(index).padStart(7, '0')}`)
    const accepted = bodies.flatMap((body) => ['00', '01', '99'].filter((digits) => isLei(body + digits)))
    expect(accepted).toEqual([])
    for (const body of bodies.slice(0, 200)) expect(twoDigits().filter((digits) => isLei(body + digits))).toHaveLength(1)
  })
})

describe('faults', () => {
  test('say the form when the form is wrong and the check digit when that is wrong', () => {
    expect(identifierFault('ISIN', 'US037833100')).toBe(
      'An ISIN has 12 characters: two capital letters, nine capital letters or digits, and a check digit.',
    )
    expect(identifierFault('ISIN', 'US0378331006')).toContain('The check digit does not fit')
    expect(identifierFault('LEI', 'HWUPKR0MPOU8FGXBT395')).toContain('no valid LEI')
  })

  test('are found fast and never thrown for any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...IDENTIFIER_KINDS), fc.string(), (kind, text) => {
        const fault = identifierFault(kind, text)
        expect(fault === undefined || fault.endsWith('.')).toBe(true)
      }),
    )
    const started = processorTime()
    for (const kind of IDENTIFIER_KINDS) expect(identifierFault(kind, 'A'.repeat(10_000_000))).toBeString()
    expect(processorTime() - started).toBeLessThan(5_000)
  })
})

describe('the second implementation agrees', () => {
  const text = (alphabet: string, length: number) =>
    fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((characters) => characters.join(''))
  const agrees = (kind: IdentifierKind, body: fc.Arbitrary<string>, check: (body: string) => string, digits: string[]) =>
    fc.assert(
      fc.property(body, (start) => {
        const right = check(start)
        expect(digits.filter((end) => identifierFault(kind, start + end) === undefined)).toEqual(right === '' ? [] : [right])
      }),
      { numRuns: 500 },
    )

  test('ISIN by the table of doubled digits', () => {
    const body = fc.tuple(text(LETTERS, 2), text(LETTERS + DIGITS, 9)).map((parts) => parts.join(''))
    agrees('ISIN', body, naiveIsin, [...DIGITS])
  })

  test('CUSIP by the sum of the digits of the doubled text', () => {
    agrees('CUSIP', text(`${LETTERS + DIGITS}*@#`, 8), naiveCusip, [...DIGITS])
  })

  test('SEDOL by trying ten sums', () => {
    agrees('SEDOL', text(CONSONANTS + DIGITS, 6), naiveSedol, [...DIGITS])
  })

  test('FIGI by the sum of the digits of the doubled text', () => {
    const body = fc
      .tuple(text(CONSONANTS, 2), text(CONSONANTS + DIGITS, 8))
      .filter(([prefix]) => !['BS', 'BM', 'GG', 'GB', 'GH', 'KY', 'VG'].includes(prefix))
      .map(([prefix, rest]) => `${prefix}G${rest}`)
    agrees('FIGI', body, naiveCusip, [...DIGITS])
  })

  test('LEI by one big integer', () => {
    agrees('LEI', text(LETTERS + DIGITS, 18), naiveLei, twoDigits())
  })
})

function twoDigits(): string[] {
  return Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'))
}

function naiveIsin(body: string): string {
  const digits = [...body].map((character) => Number.parseInt(character, 36).toString()).join('')
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  const total = [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 ? Number(digit) : (doubled[Number(digit)] ?? 0)), 0)
  return String((1000 - total) % 10)
}

function naiveCusip(body: string): string {
  const value = (character: string) => ({ '*': 36, '@': 37, '#': 38 })[character] ?? Number.parseInt(character, 36)
  const digits = [...body].map((character, index) => String(value(character) * (1 + (index % 2)))).join('')
  const total = [...digits].reduce((sum, digit) => sum + Number(digit), 0)
  return String((1000 - total) % 10)
}

function naiveSedol(body: string): string {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [...body].map((character) => Number.parseInt(character, 36))
  return [...DIGITS].find((digit) => (a + 3 * b + c + 7 * d + 3 * e + 9 * f + Number(digit)) % 10 === 0) ?? ''
}

function naiveLei(body: string): string {
  const number = BigInt([...`${body}00`].map((character) => Number.parseInt(character, 36)).join(''))
  return String(98n - (number % 97n)).padStart(2, '0')
}
