import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createColumn, createSums } from '#src/portfolio/valuation/worth-column.ts'
import { add, type Decimal, ZERO } from '#src/shared/decimal.ts'

const value = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((one) => (one % 3n === 0n ? one >> 30n : one) as Decimal)

test('sums of columns are those of their values, also of values that need more than eight bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { maxLength: 30 }), (rows) => {
      const sums = createSums(5)
      for (const row of rows) {
        const column = createColumn(5)
        row.forEach((one, index) => {
          column.set(index, one)
        })
        sums.add(column)
      }
      const expected = [0, 1, 2, 3, 4].map((index) => rows.reduce((sum, row) => add(sum, row[index] ?? ZERO), ZERO))
      expect(sums.list()).toEqual(expected)
    }),
  )
})

test('the edges of eight bytes', () => {
  for (const one of [2n ** 63n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) - 1n, -1n, 2n ** 32n, -(2n ** 32n), 0n]) {
    const [column, sums] = [createColumn(1), createSums(1)]
    column.set(0, one as Decimal)
    for (let times = 0; times < 3; times++) sums.add(column)
    expect(sums.list()).toEqual([(3n * one) as Decimal])
  }
})
