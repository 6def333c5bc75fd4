import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decimal, whole, ZERO } from '#src/shared/decimal.ts'
import { walkHolding } from '#src/transactions/holding-walk.ts'

const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10)

test('property: what is held before a day is all that was moved before it, in the ledger or since', () => {
  const change = fc.record({ date: fc.integer({ min: 0, max: 20 }), size: fc.integer({ min: -9, max: 9 }) })
  fc.assert(
    fc.property(fc.array(change), fc.array(change), (stored, requested) => {
      const days = stored.toSorted((a, b) => a.date - b.date).map(({ date, size }) => ({ date: day(date), change: whole(size) }))
      const walk = walkHolding(decimal('5'), days)
      const booked = [...stored]
      for (const { date, size } of requested.toSorted((a, b) => a.date - b.date)) {
        const held = booked.reduce((sum, entry) => (entry.date < date ? sum + entry.size : sum), 5)
        expect(walk.before(day(date))).toBe(whole(held))
        walk.book(day(date), whole(size))
        booked.push({ date, size })
      }
    }),
  )
})

/** How often days are looked at when every second one has a split. */
function looks(count: number): number {
  let looked = 0
  const days = Array.from({ length: count }, (_, n) => ({
    get date() {
      looked++
      return day(n)
    },
    change: decimal('1'),
  }))
  const walk = walkHolding(ZERO, days)
  for (let n = 0; n < count; n += 2) walk.book(day(n), walk.before(day(n)))
  return looked
}

test('twice as many splits look at twice as many days', () => {
  const [few, many] = [looks(2_000), looks(4_000)]
  expect(many / few).toBeLessThan(2.1)
})
