import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { gainsOf } from '#src/portfolio/gains/report.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { periodOf } from '#src/portfolio/returns/period.ts'
import { formatDecimal, sum } from '#src/shared/decimal.ts'
import { bookOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const base = { asset: 1, size: 70, costs: 0, broker: 1 }
/** Ten units for 10 each; on a later day ten more for 11 each, and ten sold for 12 each. */
const REPURCHASED = linesOf([
  { ...base, day: 0, kind: 2, price: 1000 },
  { ...base, day: 5, kind: 2, price: 1100 },
  { ...base, day: 5, kind: 18, price: 1200 },
])

test('a sale with a purchase of its day realises what Section 104 says, not an average', () => {
  const realised = (method: 'S104' | 'AVERAGE' | 'FIFO') =>
    formatDecimal(periodOf(bookOf(REPURCHASED), range(0, LENGTH - 1, { method })).parts.realised)
  expect([realised('S104'), realised('AVERAGE'), realised('FIFO')]).toEqual(['10', '15', '20'])
})

test('from a later start: the purchase of the day goes before what was held, which is at its value then', () => {
  const [first, again] = REPURCHASED
  const book = bookOf(REPURCHASED)
  const { parts, gain } = periodOf(book, range(5, LENGTH - 1, { method: 'S104' }))
  expect([first?.date, again?.date]).toEqual(['2024-01-01', '2024-01-06'])
  expect(formatDecimal(parts.realised)).toBe('10')
  expect(sum(Object.values(parts))).toBe(gain)
})

/** Purchases, sales of a part and of more than there is, splits, returns of capital. */
const KINDS = [2, 4, 2, 18, 2, 4, 6, 20]

for (const method of REPORT_METHODS)
  test(`realised of a range from the first transaction on = price gain of the gains of that range, before costs: ${method}`, () => {
    let compared = 0
    fc.assert(
      fc.property(ledger, fc.constantFrom('EUR', 'USD'), fc.constantFrom('total', 'assets'), (steps, currency, scope) => {
        const isOneBroker = method !== 'S104' || steps.length % 2 === 0
        const trades = steps.flatMap((one) => {
          const kind = KINDS[one.kind % KINDS.length] ?? 2
          if (!isOneBroker && kind === 6) return []
          return [{ ...one, kind, broker: isOneBroker ? 1 : one.broker, costs: 0 }]
        })
        const book = bookOf(linesOf(trades), currency)
        const request = range(0, LENGTH - 1, { method, currency, scope })
        const gains = gainsOf(book, request)
        fc.pre([...gains.rows].every((row) => row.gain !== null))
        compared += [...gains.rows].length
        expect(formatDecimal(periodOf(book, request).parts.realised)).toBe(formatDecimal(gains.total.priceGain))
      }),
      { numRuns: 150 },
    )
    expect(compared).toBeGreaterThan(150)
  })
