import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimalInput } from '#src/http/decimal.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { decimalText, seeded } from '#test/support/arbitraries.ts'

function read(value: unknown): string {
  const result = decimalInput.safeParse(value)
  return result.success ? formatDecimal(result.data) : (result.error.issues[0]?.message ?? '')
}

function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

test('a text of 28 digits is taken as it is', () => {
  fc.assert(
    fc.property(decimalText(16, 12), fc.boolean(), (text, negative) => {
      const value = negative && !/^[0.]*$/.test(text) ? `-${text}` : text
      expect(read(value)).toBe(plain(value))
    }),
    seeded(300),
  )
})

test('a JSON number of at most 15 digits means what was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat({ max: 12 }), (digits, places) => {
      const sign = digits < 0 ? '-' : ''
      const text = String(Math.abs(digits)).padStart(places + 1, '0')
      const written = places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`
      expect(read(JSON.parse(written))).toBe(plain(written).replace(/^-0$/, '0'))
    }),
    seeded(500),
  )
})

test('a JSON number that may have been rounded is refused, never taken as another one', () => {
  for (const value of [1e15, 1e21, -1e21, 2 ** 53, 0.1 + 0.2, 1234567890.1234567, 123456789012345.6])
    expect(read(value), String(value)).toMatch(/send it as a string|12 places/)
  expect(read(Number.NaN)).toContain('decimal')
  expect(read(Number.POSITIVE_INFINITY)).toContain('decimal')
  expect(read(1e-13)).toContain('12 places')
  expect(read(-0)).toBe('0')
})
