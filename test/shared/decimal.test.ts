import { describe, expect, test } from 'bun:test'
import { Decimal as Reference } from 'decimal.js'
import fc from 'fast-check'
import {
  absolute,
  add,
  type Decimal,
  decimal,
  decimalFault,
  divide,
  divideHalfEven,
  formatDecimal,
  maximum,
  minimum,
  multiply,
  multiplyDivide,
  negate,
  ONE,
  round,
  subtract,
  sum,
  toNumber,
  tryDecimal,
  whole,
  ZERO,
} from '#src/shared/decimal.ts'
import { processorTime } from '#test/support/processor-time.ts'

const Exact = Reference.clone({ precision: 60, rounding: Reference.ROUND_HALF_EVEN, toExpNeg: -9e15, toExpPos: 9e15 })
/** a x b / c can have 68 digits before rounding: 60 would round twice. */
const Wide = Exact.clone({ precision: 150 })
const runs = { numRuns: 2000 }

/** Texts that a user may enter: up to 28 digits, up to 12 of them after the point, with and without leading and trailing zeros. */
const entered = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 12 }),
    fc.nat({ max: 3 }),
  )
  .map(
    ([negative, units, fraction, zeros]) =>
      `${negative ? '-' : ''}${'0'.repeat(zeros)}${units}${fraction === '' ? '' : `.${fraction}`}`,
  )
const values = entered.map((text) => ({ text, value: decimal(text), exact: new Exact(text) }))
const notZero = values.filter(({ value }) => value !== 0n)

function twelvePlaces(exact: Reference): string {
  const rounded = exact.toDecimalPlaces(12, Reference.ROUND_HALF_EVEN).toFixed()
  return rounded === '-0' ? '0' : rounded
}

describe('against decimal.js at 60 digits', () => {
  test('parse and format agree, and format writes what parse reads', () => {
    fc.assert(
      fc.property(values, ({ value, exact }) => {
        expect(formatDecimal(value)).toBe(twelvePlaces(exact))
        expect(decimal(formatDecimal(value))).toBe(value)
        expect(tryDecimal(formatDecimal(value))).toBe(value)
      }),
      runs,
    )
  })

  test('format is exact beside whole numbers, and on both sides of what a binary number holds', () => {
    const near = fc.constantFrom(-1_000_001n, -1_000_000n, -999_999n, -1n, 0n, 1n, 10n, 999_999n, 1_000_000n, 120_000_000_000n)
    const wholes = fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 10n ** 24n }))
    fc.assert(
      fc.property(wholes, near, fc.boolean(), (whole, distance, isNegative) => {
        const scaled = whole * 10n ** 12n + distance
        const value = isNegative ? -scaled : scaled
        expect(formatDecimal(value as Decimal)).toBe(new Exact(value.toString()).dividedBy('1e12').toFixed().replace(/^-0$/, '0'))
      }),
      runs,
    )
  })

  test('sums and differences are exact', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(formatDecimal(add(a.value, b.value))).toBe(twelvePlaces(a.exact.plus(b.exact)))
        expect(formatDecimal(subtract(a.value, b.value))).toBe(twelvePlaces(a.exact.minus(b.exact)))
        expect(subtract(add(a.value, b.value), b.value)).toBe(a.value)
      }),
      runs,
    )
  })

  test('products are rounded half to even at the twelfth place', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(formatDecimal(multiply(a.value, b.value))).toBe(twelvePlaces(a.exact.times(b.exact)))
        expect(multiply(a.value, b.value)).toBe(multiply(b.value, a.value))
        expect(multiply(negate(a.value), b.value)).toBe(negate(multiply(a.value, b.value)))
      }),
      runs,
    )
  })

  test('quotients are rounded half to even at the twelfth place', () => {
    fc.assert(
      fc.property(values, notZero, (a, b) => {
        expect(formatDecimal(divide(a.value, b.value))).toBe(twelvePlaces(a.exact.dividedBy(b.exact)))
      }),
      runs,
    )
  })

  test('a x b / c is rounded once', () => {
    fc.assert(
      fc.property(values, values, notZero, (a, b, c) => {
        const result = formatDecimal(multiplyDivide(a.value, b.value, c.value))
        expect(result).toBe(halfEvenQuotient(a.value * b.value, c.value))
        expect(result).toBe(twelvePlaces(new Wide(a.text).times(b.text).dividedBy(c.text)))
      }),
      runs,
    )
    const third = multiplyDivide(decimal('0.000001'), decimal('0.0000005'), decimal('0.5'))
    expect(formatDecimal(third)).toBe('0.000000000001')
    expect(formatDecimal(divide(multiply(decimal('0.000001'), decimal('0.0000005')), decimal('0.5')))).toBe('0')
  })

  test('round agrees for every number of places', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 12 }), ({ value, exact }, places) => {
        const expected = exact.toDecimalPlaces(places, Reference.ROUND_HALF_EVEN).toFixed()
        expect(formatDecimal(round(value, places))).toBe(expected === '-0' ? '0' : expected)
        expect(round(round(value, places), places)).toBe(round(value, places))
      }),
      runs,
    )
  })

  test('order, absolute value, minimum, maximum and sum agree', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 20 }), (list) => {
        const total = list.reduce((running, { exact }) => running.plus(exact), new Exact(0))
        expect(formatDecimal(sum(list.map(({ value }) => value)))).toBe(twelvePlaces(total))
        for (const [a, b] of list.map((item, index) => [item, list[(index + 1) % list.length] ?? item] as const)) {
          expect(a.value < b.value).toBe(a.exact.lt(b.exact))
          expect(formatDecimal(minimum(a.value, b.value))).toBe(twelvePlaces(Exact.min(a.exact, b.exact)))
          expect(formatDecimal(maximum(a.value, b.value))).toBe(twelvePlaces(Exact.max(a.exact, b.exact)))
          expect(formatDecimal(absolute(a.value))).toBe(twelvePlaces(a.exact.abs()))
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Rounding by the definition: the candidates around the fraction, the nearer one, the even one of two equally near. */
function halfEvenQuotient(numerator: bigint, divisor: bigint): string {
  const [n, d] = divisor < 0n ? [-numerator, -divisor] : [numerator, divisor]
  const floor = n / d - (n % d < 0n ? 1n : 0n)
  const [below, above] = [n - floor * d, (floor + 1n) * d - n]
  const nearest = below < above ? floor : below > above ? floor + 1n : floor % 2n === 0n ? floor : floor + 1n
  return formatDecimal(nearest as Decimal)
}

describe('half to even', () => {
  test('ties go to the even neighbour on both sides of zero', () => {
    const ties = { '0.5': '0', '1.5': '2', '2.5': '2', '3.5': '4', '-0.5': '0', '-1.5': '-2', '-2.5': '-2', '-3.5': '-4' }
    for (const [text, expected] of Object.entries(ties)) expect(formatDecimal(round(decimal(text), 0))).toBe(expected)
    expect(formatDecimal(round(decimal('1.005'), 2))).toBe('1')
    expect(formatDecimal(round(decimal('1.015'), 2))).toBe('1.02')
    expect(formatDecimal(round(decimal('1.0050000000010'), 2))).toBe('1.01')
  })

  test('integer division agrees with the definition for all signs', () => {
    const number = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
    const property = fc.property(number, number, (a, b) => {
      if (b === 0n) return
      expect(formatDecimal(divideHalfEven(a, b) as Decimal)).toBe(halfEvenQuotient(a, b))
    })
    fc.assert(property, runs)
    const small = fc.property(fc.bigInt({ min: -50n, max: 50n }), fc.bigInt({ min: -12n, max: 12n }), (a, b) => {
      if (b !== 0n) expect(formatDecimal(divideHalfEven(a, b) as Decimal)).toBe(halfEvenQuotient(a, b))
    })
    fc.assert(small, runs)
  })

  test('RangeError for a division by zero', () => {
    expect(() => divide(ONE, ZERO)).toThrow(RangeError)
    expect(() => multiplyDivide(ONE, ONE, ZERO)).toThrow(RangeError)
  })
})

describe('limits', () => {
  test('28 digits and 12 places pass, one more is refused and never rounded', () => {
    expect(formatDecimal(decimal('1234567890123456.123456789012'))).toBe('1234567890123456.123456789012')
    expect(tryDecimal('9'.repeat(28))).toBe(((10n ** 28n - 1n) * 10n ** 12n) as Decimal)
    expect(tryDecimal('9'.repeat(29))).toBe('too-many-digits')
    expect(tryDecimal(`${'9'.repeat(17)}.${'9'.repeat(12)}`)).toBe('too-many-digits')
    expect(tryDecimal('0.123456789012')).toBe(123456789012n as Decimal)
    expect(tryDecimal('0.1234567890123')).toBe('too-many-places')
    expect(tryDecimal('-0.0000000000001')).toBe('too-many-places')
  })

  test('zeros that say nothing do not count', () => {
    expect(tryDecimal('0.5000000000000000')).toBe((5n * 10n ** 11n) as Decimal)
    expect(tryDecimal(`000${'9'.repeat(28)}.000`)).toBe(((10n ** 28n - 1n) * 10n ** 12n) as Decimal)
    for (const zero of ['0', '-0', '0.0', '-0.000', '000', '0.0000000000000000']) {
      expect(tryDecimal(zero)).toBe(ZERO)
      expect(formatDecimal(decimal(zero))).toBe('0')
    }
  })

  test('what was computed from entered values is stored and read again, however many digits it has', () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        for (const value of [multiply(multiply(a.value, b.value), c.value), add(multiply(a.value, b.value), c.value)]) {
          expect(decimal(formatDecimal(value))).toBe(value)
        }
      }),
      runs,
    )
    const largest = decimal('9'.repeat(28))
    expect(decimal(formatDecimal(add(largest, largest)))).toBe(add(largest, largest))
    expect(tryDecimal(formatDecimal(add(largest, largest)))).toBe('too-many-digits')
  })
})

describe('hostile input', () => {
  const refused = [
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '+1',
    '--1',
    '-',
    '.',
    '.5',
    '5.',
    '-.5',
    '1.2.3',
    '1,5',
    '1_000',
    "1'000",
    '1e9',
    '1E9',
    '1e-9',
    '0x10',
    '0b11',
    '0o7',
    'Infinity',
    '-Infinity',
    'NaN',
    'null',
    '1n',
    '١٢',
    '１',
    '−1',
    '1\u00a0000',
    '1\u0000',
    '$1',
    '1%',
    '(1)',
  ]

  test('is not a number', () => {
    for (const text of refused) {
      expect([text, tryDecimal(text)]).toEqual([text, 'not-a-number'])
      expect(() => decimal(text)).toThrow(RangeError)
    }
  })

  test('is never accepted unless it is a plain decimal', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+eExX_ ,'), maxLength: 20 }), (text) => {
        const parsed = tryDecimal(text)
        if (/^-?[0-9]+(\.[0-9]+)?$/.test(text)) expect(parsed).not.toBe('not-a-number')
        else expect(parsed).toBe('not-a-number')
      }),
      runs,
    )
  })

  test('of 10 MB is refused at once, and the error does not repeat it', () => {
    const started = processorTime()
    for (const text of ['9'.repeat(10_000_000), `0.${'0'.repeat(10_000_000)}`, 'x'.repeat(10_000_000)]) {
      expect(tryDecimal(text)).toBe('too-many-digits')
      let message = ''
      try {
        decimal(text)
      } catch (error) {
        message = String(error)
      }
      expect(message).toStartWith('RangeError')
      expect(message.length).toBeLessThan(200)
    }
    expect(processorTime() - started).toBeLessThan(5_000)
  })
})

describe('binary numbers', () => {
  test('whole takes integers only', () => {
    expect(formatDecimal(whole(-42))).toBe('-42')
    expect(formatDecimal(whole(Number.MAX_SAFE_INTEGER))).toBe('9007199254740991')
    expect(() => whole(1.5)).toThrow(RangeError)
    expect(() => whole(Number.NaN)).toThrow(RangeError)
  })

  test('toNumber is the nearest one', () => {
    fc.assert(
      fc.property(values, ({ value, text }) => {
        expect(toNumber(value)).toBe(Number(text) === 0 ? 0 : Number(text))
      }),
      runs,
    )
  })
})

test('decimalFault says what tryDecimal says, for any text', () => {
  const digits = fc.stringMatching(/^-?[0-9]{0,30}\.?[0-9]{0,15}$/)
  fc.assert(
    fc.property(
      fc.oneof(digits, fc.string({ maxLength: 20 }), fc.constantFrom('', '-', '.', '-.', '1.', '.1', '-1', '00.10')),
      (text) => {
        const parsed = tryDecimal(text)
        expect(decimalFault(text)).toBe(typeof parsed === 'string' ? parsed : undefined)
      },
    ),
    { numRuns: 3000 },
  )
})
