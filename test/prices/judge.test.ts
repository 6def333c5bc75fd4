/** How certain a price source is: what must be true of every one that is certain. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { differenceOf, type Evidence, judge } from '#src/prices/suggest/judge.ts'
import { type Decimal, decimal, ONE } from '#src/shared/decimal.ts'

const figures = fc.bigInt({ min: 1n, max: 10n ** 24n }).map((value) => value as Decimal)
const currencies = fc.constantFrom('EUR', 'USD')
const evidence: fc.Arbitrary<Evidence> = fc.record({
  basis: fc.constantFrom('isin' as const, 'search' as const, 'symbol' as const),
  currency: currencies,
  stated: fc.option(currencies, { nil: undefined }),
  isSameExchange: fc.boolean(),
  hasRecentClose: fc.boolean(),
  comparison: fc.option(
    fc.record({
      difference: fc.constantFrom('0', '0.012', '0.2', '0.200000000001', '0.5', '40').map(decimal),
      tradeDate: fc.constant('2026-06-24'),
      isConverted: fc.boolean(),
    }),
    { nil: undefined },
  ),
})

test('property: the difference is the exact one, to its last place', () => {
  fc.assert(
    fc.property(figures, figures, (close, price) => {
      const size = close > price ? close - price : price - close
      const exact = size * ONE
      const found = differenceOf(close, price) * price
      const error = found > exact ? found - exact : exact - found
      expect(error * 2n <= price).toBe(true)
    }),
  )
})

test('property: certain is what has the ISIN, the currency, recent closes and a near close, and nothing else', () => {
  fc.assert(
    fc.property(evidence, (one) => {
      const { basis, currency, stated, hasRecentClose, comparison } = one
      const isNear = comparison !== undefined && comparison.difference <= decimal('0.2')
      const { certainty, reason } = judge(one)
      expect(certainty === 'certain').toBe(basis === 'isin' && stated === currency && hasRecentClose && isNear)
      if (comparison !== undefined && !isNear) expect(certainty).toBe('possible')
      if (!hasRecentClose) expect([certainty, reason.includes('no close of the last two weeks')]).toEqual(['possible', true])
      expect(reason.includes(`in ${stated}, not ${currency}`)).toBe(stated !== undefined && stated !== currency)
    }),
    { numRuns: 500 },
  )
})
