import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CarriedClose, carried } from '#src/prices/carried.ts'
import { type Decimal, decimal, formatDecimal } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'

test('a third of a close is rounded to be shown, and is exact for three units; three times a third is the close again', () => {
  const third = carried({ close: decimal('1000') }, decimal('1'), decimal('3'))
  expect(formatDecimal(third.close)).toBe('333.333333333333')
  expect(third.fraction).toEqual({ numerator: 1_000_000_000_000_000n, denominator: 3n })
  expect(carried(third, decimal('3'), decimal('1'))).toEqual({ close: decimal('1000') })
  expect(carried({ close: decimal('1000') }, decimal('1'), decimal('8'))).toEqual({ close: decimal('125') })
  expect(carried({ close: decimal('-1') }, decimal('1'), decimal('3')).fraction).toEqual({
    numerator: -1_000_000_000_000n,
    denominator: 3n,
  })
})

test('property: carried through any splits it is the close times what one unit before is after them, never rounded in between', () => {
  const part = fc.bigInt({ min: 1n, max: 10n ** 15n })
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.array(fc.tuple(part, part), { maxLength: 5 }), (close, splits) => {
      const start: CarriedClose = { close: close as Decimal }
      const end = splits.reduce((price, [times, per]) => carried(price, times as Decimal, per as Decimal), start)
      const { numerator, denominator } = end.fraction ?? { numerator: end.close as bigint, denominator: 1n }
      const [top, bottom] = splits.reduce(([a, b], [times, per]) => [a * times, b * per] as const, [close, 1n] as const)
      expect(numerator * bottom).toBe(top * denominator)
      const off = (end.close as bigint) * denominator - numerator
      expect((off < 0n ? -off : off) * 2n <= denominator).toBe(true)
    }),
    seeded(300),
  )
})
