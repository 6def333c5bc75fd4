import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { heldAt, leastOpening } from '#src/imports/openings/opening-size.ts'
import { type Decimal, decimal, formatDecimal, minimum, subtract, ZERO } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'

const day = fc.record({
  ratios: fc.oneof(fc.constant([]), fc.constantFrom(['2:1'], ['1:3'], ['10:1'], ['3:7'], ['2:1', '3:2'])),
  change: fc.integer({ min: -900, max: 900 }).map((size) => decimal((size / 100).toString())),
})
const days = fc
  .array(day, { maxLength: 9 })
  .map((list) => list.map((one, n) => ({ ...one, date: `2024-01-${String(n + 1).padStart(2, '0')}` })))

const lowest = (list: Parameters<typeof leastOpening>[0], opening: Decimal) =>
  list.reduce((low, { date }) => minimum(low, heldAt(list, opening, date)), ZERO)

test('property: no day ends below zero with the opening, and one does with the smallest unit less', async () => {
  await fc.assert(
    fc.property(days, (list) => {
      const opening = leastOpening(list)
      expect(formatDecimal(lowest(list, opening))).toBe('0')
      if (opening > ZERO) expect(lowest(list, subtract(opening, decimal('0.000000000001'))) < ZERO).toBe(true)
    }),
    seeded(2_000),
  )
})

test('before a split it is of the size of before it', () => {
  const list = [
    { date: '2024-01-01', ratios: ['10:1'], change: ZERO },
    { date: '2024-01-02', ratios: [], change: decimal('-95') },
  ]
  expect(formatDecimal(leastOpening(list))).toBe('9.5')
})
