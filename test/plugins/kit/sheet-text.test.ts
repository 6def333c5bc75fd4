import { expect, test } from 'bun:test'
import DecimalJs from 'decimal.js'
import fc from 'fast-check'
import { cellText, numberText } from '#plugins/kit/sheet-text.ts'

const Wide = DecimalJs.clone({ precision: 40, toExpNeg: -1000, toExpPos: 1000 })

test('a number is its fifteen significant digits, as decimal.js rounds the same binary number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e25, max: 1e25 }), (value) => {
      const exact = new Wide(value.toPrecision(15))
      expect(numberText(value)).toBe(exact.isZero() ? '0' : exact.toFixed())
    }),
    { numRuns: 3000 },
  )
})

test('sums of cents have no artefacts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99_999_999 }), (a, b) => {
      expect(numberText(a / 100 + b / 100)).toBe(new Wide(a).plus(b).dividedBy(100).toFixed())
    }),
  )
  expect(numberText(0.1 + 0.2)).toBe('0.3')
  expect(numberText(-0)).toBe('0')
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) expect(numberText(value)).toBe('')
})

test('days, moments and times of day are texts; half a second is rounded', () => {
  expect(cellText(new Date(Date.UTC(2024, 1, 29)))).toBe('2024-02-29')
  expect(cellText(new Date(Date.UTC(2024, 1, 29, 23, 59, 59, 999)))).toBe('2024-03-01')
  expect(cellText(new Date(Date.UTC(2024, 1, 29, 9, 5, 0, 400)))).toBe('2024-02-29 09:05:00')
  expect(cellText(new Date(Date.UTC(1899, 11, 31, 6, 30)))).toBe('06:30:00')
  expect(cellText(new Date(Number.NaN))).toBe('')
})

test('texts stay as they are, flags are words, nothing is empty', () => {
  expect([' 007 ', true, false, null, undefined].map(cellText)).toEqual([' 007 ', 'TRUE', 'FALSE', '', ''])
})
