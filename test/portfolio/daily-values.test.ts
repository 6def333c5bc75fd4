/** The values of days against the value of each day by itself. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { calendarOf } from '#src/portfolio/valuation/calendar.ts'
import { dailyNumbers, dailyWorths } from '#src/portfolio/valuation/daily-values.ts'
import { marketValue } from '#src/portfolio/valuation/inputs.ts'
import { type CloseLookup, unitLinesOf } from '#src/portfolio/valuation/prices.ts'
import { addDays } from '#src/shared/date.ts'
import { add, type Decimal, decimal, sum, ZERO } from '#src/shared/decimal.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { bookOf, closesOf, FIRST, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const SCALE = 1e12

/** Closes that some days lack, for two weeks and more; of one asset in two currencies, of another none, so that its trades stand in. */
const GAPS: CloseLookup = (assetId) => {
  const close = (day: number, text: string, currency: string) => ({ date: addDays(FIRST, day), close: decimal(text), currency })
  if (assetId === 1)
    return [close(3, '12.5', 'EUR'), close(9, '13.75', 'USD'), close(25, '11', 'USD'), close(40, '14.000000000001', 'EUR')]
  return assetId === 2 ? [] : closesOf(assetId).filter((_, index) => index % 11 === 0)
}

const closes = fc.constantFrom<CloseLookup>(closesOf, GAPS)
const days = fc
  .tuple(fc.integer({ min: 0, max: LENGTH - 1 }), fc.integer({ min: 0, max: LENGTH - 1 }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

test('worths are the sums of what each asset is worth on its day, to the last digit; numbers are the same up to rounding; and all warn of the same', () => {
  fc.assert(
    fc.property(ledger, closes, days, fc.integer({ min: 1, max: 9 }), (steps, closes, [from, to], every) => {
      const lines = linesOf(steps).filter(({ date }) => date <= addDays(FIRST, to))
      const request = range(from, to)
      const calendar = calendarOf(request.from, request.to)
      const places = calendar.days.flatMap((_, place) => (place % every === 0 ? [place] : []))
      const [exact, binary, naive] = [
        bookOf(lines, 'EUR', [1, 2], closes),
        bookOf(lines, 'EUR', [1, 2], closes),
        bookOf(lines, 'EUR', [1, 2], closes),
      ]
      const worthOn = (assetId: number, place: number): Decimal => {
        const day = calendar.days[place] ?? ''
        const held = sum(
          (unitLinesOf(naive.lines).get(assetId) ?? []).flatMap((line) => (line.date <= day ? [line.quantity] : [])),
        )
        return held === ZERO ? ZERO : (marketValue(naive, assetId, held, day) ?? ZERO)
      }
      const assets = [...unitLinesOf(naive.lines).keys()]
      const expected = places.map((place) => assets.map((id) => worthOn(id, place)).reduce(add, ZERO))
      expect(dailyWorths(exact, request, { calendar, places, which: 'some' })).toEqual(expected)
      const numbersOf = dailyNumbers(binary, request, calendar)
      for (const [id, lines] of unitLinesOf(binary.lines)) {
        const { start, values, doubts } = numbersOf({ id, lines })
        for (const place of doubts) binary.prices.on(id, calendar.days[place] ?? '')
        calendar.days.forEach((_, place) => {
          const value = Number(worthOn(id, place)) / SCALE
          const number = values[place - start] ?? 0
          expect(Math.abs(number - value)).toBeLessThan(Math.abs(value) * 1e-12 + 1e-11)
        })
      }
      expect(binary.warnings.list()).toEqual(naive.warnings.list())
      if (every === 1) expect(exact.warnings.list()).toEqual(naive.warnings.list())
    }),
    seeded(200),
  )
})
