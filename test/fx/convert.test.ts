import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  chainRatio,
  convertAmount,
  normalisePair,
  normaliseRate,
  type PairRate,
  type PricedStep,
  ratioText,
  STORED_DIGITS,
  stepRatio,
} from '#src/fx/convert.ts'
import { absolute, type Decimal, decimal, formatDecimal, negate, subtract } from '#src/shared/decimal.ts'

const CODES = ['AUD', 'CHF', 'EUR', 'JPY', 'USD', 'ZAR']
const rateText = fc.tuple(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 0, max: 8 })).map(([digits, places]) => {
  const text = digits.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
})
const amount = fc.bigInt(-(10n ** 24n), 10n ** 24n).map((value) => value as Decimal)
/** A chain of 1 to 4 steps over different currencies, each with a rate quoted in either direction. */
const chain = fc
  .tuple(
    fc.shuffledSubarray(CODES, { minLength: 2, maxLength: 5 }),
    fc.array(fc.tuple(rateText, fc.boolean()), { minLength: 4, maxLength: 4 }),
  )
  .map(([codes, rates]) =>
    codes.slice(1).map((to, index): PricedStep => {
      const from = codes[index] as string
      const [rate, turned] = rates[index] as [string, boolean]
      return { from, to, rate: turned ? { base: to, quote: from, rate } : { base: from, quote: to, rate } }
    }),
  )
const back = (steps: readonly PricedStep[]): PricedStep[] =>
  steps.toReversed().map((one) => ({ ...one, from: one.to, to: one.from }))

/** A decimal text as a fraction, independent of the code under test. */
const fraction = (text: string): [bigint, bigint] => {
  const [whole = '0', part = ''] = text.split('.')
  return [BigInt(whole + part), 10n ** BigInt(part.length)]
}

describe('alphabetical normalisation', () => {
  test('a pair stands in the order of the alphabet and says whether it was turned', () => {
    expect(normalisePair('EUR', 'USD')).toEqual({ base: 'EUR', quote: 'USD', inverted: false })
    expect(normalisePair('USD', 'EUR')).toEqual({ base: 'EUR', quote: 'USD', inverted: true })
  })

  test('a rate published in that order is stored to the letter', () => {
    expect(normaliseRate({ base: 'EUR', quote: 'USD', rate: '1.1810' })).toEqual({
      base: 'EUR',
      quote: 'USD',
      rate: '1.1810',
      inverted: false,
    })
  })

  test('a rate published the other way is inverted to 28 significant digits', () => {
    expect(normaliseRate({ base: 'USD', quote: 'CZK', rate: '21.5' })).toEqual({
      base: 'CZK',
      quote: 'USD',
      rate: '0.04651162790697674418604651163',
      inverted: true,
    })
    expect(normaliseRate({ base: 'USD', quote: 'EUR', rate: '0.8' }).rate).toBe('1.25')
    expect(normaliseRate({ base: 'USD', quote: 'IDR', rate: '0.00000007' }).rate).toBe('14285714.28571428571428571429')
  })

  test('an inverted rate is right to 28 digits', () => {
    fc.assert(
      fc.property(rateText, (rate) => {
        const [n, d] = fraction(rate)
        const stored = normaliseRate({ base: 'USD', quote: 'EUR', rate })
        const [a, b] = fraction(stored.rate)
        const error = a * n - b * d
        expect((error < 0n ? -error : error) * 10n ** BigInt(STORED_DIGITS - 1) <= b * d).toBe(true)
      }),
    )
  })

  for (const rate of ['0', '0.000', '-1', '', '.5', '1e5', 'NaN', '1,5'])
    test(`"${rate}" is no rate`, () => expect(() => normaliseRate({ base: 'EUR', quote: 'USD', rate })).toThrow(RangeError))
})

describe('a step', () => {
  const rate: PairRate = { base: 'EUR', quote: 'USD', rate: '1.25' }
  test('uses the rate as it is, or inverted', () => {
    expect(stepRatio({ from: 'EUR', to: 'USD', rate })).toEqual({ numerator: 125n, denominator: 100n, inverted: false })
    expect(stepRatio({ from: 'USD', to: 'EUR', rate })).toEqual({ numerator: 100n, denominator: 125n, inverted: true })
  })
  test('refuses the rate of another pair', () => {
    expect(() => stepRatio({ from: 'EUR', to: 'CHF', rate })).toThrow('a rate of EUR/USD does not serve EUR to CHF')
  })
})

describe('a chain', () => {
  test('is multiplied exactly and rounded once, half to even', () => {
    const steps: PricedStep[] = [
      { from: 'USD', to: 'EUR', rate: { base: 'EUR', quote: 'USD', rate: '3' } },
      { from: 'EUR', to: 'CHF', rate: { base: 'EUR', quote: 'CHF', rate: '3' } },
    ]
    expect(formatDecimal(convertAmount(decimal('0.1'), chainRatio(steps)))).toBe('0.1')
    expect(ratioText(chainRatio(steps))).toBe('1')
    const half = chainRatio([{ from: 'USD', to: 'EUR', rate: { base: 'USD', quote: 'EUR', rate: '0.5' } }])
    expect(['0.05', '0.15', '-0.05', '-0.15'].map((text) => formatDecimal(convertAmount(decimal(text), half, 2)))).toEqual([
      '0.02',
      '0.08',
      '-0.02',
      '-0.08',
    ])
  })

  test('an empty one changes nothing; one that does not join is refused', () => {
    expect(formatDecimal(convertAmount(decimal('12.34'), chainRatio([])))).toBe('12.34')
    const rate = { base: 'EUR', quote: 'USD', rate: '1' }
    expect(() =>
      chainRatio([
        { from: 'EUR', to: 'USD', rate },
        { from: 'EUR', to: 'USD', rate },
      ]),
    ).toThrow('USD does not lead to EUR')
  })

  test('is off by at most half a unit of the last place, against fractions worked out by hand', () => {
    fc.assert(
      fc.property(chain, amount, fc.integer({ min: 0, max: 12 }), (steps, value, places) => {
        let [n, d] = [1n, 1n]
        for (const { from, rate } of steps) {
          const [a, b] = fraction(rate.rate)
          n *= rate.base === from ? a : b
          d *= rate.base === from ? b : a
        }
        const result = convertAmount(value, chainRatio(steps), places)
        const unit = 10n ** BigInt(12 - places)
        const error = result * d - value * n
        expect(result % unit).toBe(0n)
        expect((error < 0n ? -error : error) * 2n <= d * unit).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('and back is 1 exactly, whatever the rates', () => {
    fc.assert(
      fc.property(chain, (steps) => {
        const round = chainRatio([...steps, ...back(steps)])
        expect(round.numerator).toBe(round.denominator)
      }),
    )
  })

  test('A to B and back is within one unit of the last place shown, for amounts of money and rates from 0.0001 to 10,000', () => {
    const usual = fc
      .tuple(fc.bigInt(1n, 10n ** 8n), fc.constant(4))
      .map(([digits]) => formatDecimal((digits * 10n ** 8n) as Decimal))
    const money = fc.bigInt(-(10n ** 12n), 10n ** 12n).map((cents) => (cents * 10n ** 10n) as Decimal)
    fc.assert(
      fc.property(usual, fc.boolean(), money, (rate, turned, value) => {
        const pair = turned ? { base: 'USD', quote: 'EUR', rate } : { base: 'EUR', quote: 'USD', rate }
        const there = convertAmount(value, chainRatio([{ from: 'EUR', to: 'USD', rate: pair }]))
        const here = convertAmount(there, chainRatio([{ from: 'USD', to: 'EUR', rate: pair }]), 2)
        expect(absolute(subtract(here, value)) <= 10n ** 10n).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('gives the same through stored rates as through published ones, to twelve places', () => {
    const usual = fc.bigInt(1n, 10n ** 8n).map((digits) => formatDecimal((digits * 10n ** 8n) as Decimal))
    const money = fc.bigInt(0n, 10n ** 12n).map((cents) => (cents * 10n ** 10n) as Decimal)
    fc.assert(
      fc.property(usual, money, (rate, value) => {
        const published = { base: 'USD', quote: 'CZK', rate }
        const { base, quote, rate: stored } = normaliseRate(published)
        const direct = convertAmount(value, chainRatio([{ from: 'USD', to: 'CZK', rate: published }]))
        const through = convertAmount(value, chainRatio([{ from: 'USD', to: 'CZK', rate: { base, quote, rate: stored } }]))
        expect(absolute(subtract(direct, through)) <= 1n).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test('of a negative amount is the negative of the amount', () => {
    fc.assert(
      fc.property(
        chain,
        amount,
        (steps, value) => convertAmount(negate(value), chainRatio(steps)) === negate(convertAmount(value, chainRatio(steps))),
      ),
    )
  })
})
