import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { minus, negated, plus, product, RowRefusal, sizeOf } from '#plugins/kit/index.ts'

const hundredths = fc.integer({ min: -1_000_000, max: 1_000_000 })
const written = (value: number) => (value / 100).toFixed(2)

test('figures of rows are added, subtracted and multiplied exactly, however many zeros they end with', () => {
  fc.assert(
    fc.property(fc.array(hundredths, { maxLength: 5 }), hundredths, hundredths, (all, a, b) => {
      expect(plus(...all.map(written))).toBe(String(all.reduce((sum, one) => sum + one, 0) / 100))
      expect(minus(written(a), written(b))).toBe(String((a - b) / 100))
      expect(plus(negated(written(a)), written(a))).toBe('0')
      expect(product(written(a), written(b))).toBe(String((a * b) / 10_000))
      expect(sizeOf(written(a))).toBe(written(Math.abs(a)))
    }),
  )
})

test('what is missing counts as 0 in a sum, has no size, and no product', () => {
  expect([plus(), plus(undefined, '1.50', undefined)]).toEqual(['0', '1.5'])
  expect(sizeOf(undefined)).toBeUndefined()
  expect(() => product('1', undefined)).toThrow(RowRefusal)
})

test('a figure with more digits than can be held refuses its row', () => {
  const long = `1${'0'.repeat(40)}`
  for (const read of [() => plus('1', long), () => minus(long, '1'), () => negated(long), () => product(long, '1')])
    expect(read).toThrow(RowRefusal)
})
