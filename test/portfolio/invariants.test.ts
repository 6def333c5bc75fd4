import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { matchLots, REPORT_METHODS } from '#src/portfolio/entries.ts'
import { historyOf } from '#src/portfolio/history.ts'
import { holdingsOf } from '#src/portfolio/holdings.ts'
import { costOf, totalQuantity } from '#src/portfolio/lot-parts.ts'
import { costAndProceeds } from '#src/portfolio/lot-trade.ts'
import { performanceOf } from '#src/portfolio/performance.ts'
import type { ReportScope } from '#src/portfolio/request.ts'
import { add, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { bookOf, FIRST, LENGTH, ledger, linesOf, range } from './ledgers.ts'

test('start + net flows + gain = end and gain = the sum of its parts, to the last digit, for any ledger, range, scope and method', () => {
  fc.assert(
    fc.property(
      ledger,
      fc.nat(LENGTH - 1),
      fc.nat(LENGTH - 1),
      fc.constantFrom<ReportScope>('total', 'assets'),
      fc.constantFrom(...REPORT_METHODS),
      (steps, a, b, scope, method) => {
        const found = performanceOf(bookOf(linesOf(steps)), range(Math.min(a, b), Math.max(a, b), { scope, method }), undefined)
        expect(add(add(found.startValue, found.netFlows), found.gain)).toBe(found.endValue)
        expect(sum(Object.values(found.parts))).toBe(found.gain)
      },
    ),
    { numRuns: 300 },
  )
})

test('the return of a range = the returns of its parts linked, wherever it is divided', () => {
  fc.assert(
    fc.property(
      ledger,
      fc.integer({ min: 0, max: LENGTH - 2 }),
      fc.constantFrom<ReportScope>('total', 'assets'),
      (steps, cut, scope) => {
        const lines = linesOf(steps)
        const twr = (from: number, to: number) => performanceOf(bookOf(lines), range(from, to, { scope }), undefined).twr
        const whole = 1 + twr(0, LENGTH - 1)
        expect(Math.abs((1 + twr(0, cut)) * (1 + twr(cut + 1, LENGTH - 1)) - whole)).toBeLessThanOrEqual(
          1e-8 * Math.max(1, Math.abs(whole)),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('the history ends where performance and holdings do; value = cash + invested in every point', () => {
  fc.assert(
    fc.property(ledger, (steps) => {
      const book = bookOf(linesOf(steps))
      const asked = range(0, LENGTH - 1)
      const points = historyOf(book, asked, 'daily')
      const { endValue, netFlows, twr } = performanceOf(book, asked, undefined)
      expect(points.at(-1)).toMatchObject({ value: endValue, netFlows })
      expect(points.at(-1)!.twr).toBeCloseTo(twr, 9)
      expect(holdingsOf(book, asked).totalValue).toBe(endValue)
      for (const point of points) expect(point.value).toBe(add(point.cash, point.invested))
    }),
    { numRuns: 60 },
  )
})

test('every method conserves quantity and cost exactly: what came in = what was sold + what is open', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom(...REPORT_METHODS), (steps, method) => {
      const lines = linesOf(steps.filter((one) => one.kind <= 10))
      const book = bookOf(lines)
      const { open, disposals } = matchLots(book, method)
      const parcels = [...open.values()].flat()
      expect(totalQuantity(parcels)).toBe(sum(lines.map((line) => line.quantity)))
      const paid = sum(
        lines.map((line) =>
          line.type === 'BUY'
            ? book.exchange.booked(negate(line.amount), line)!
            : line.costBasis === null
              ? ZERO
              : book.exchange.booked(line.costBasis, line)!,
        ),
      )
      const sold = sum(disposals.map((one) => costAndProceeds(one).cost.report))
      expect(add(sold, costOf(parcels).report)).toBe(paid)
    }),
    { numRuns: 200 },
  )
})

test('figures do not change when a holding moves between brokers, nor when it is split in the units of its price', () => {
  fc.assert(
    fc.property(ledger, (steps) => {
      const plain = linesOf(steps.filter((one) => one.kind !== 7))
      const last = plain.at(-1)?.date ?? FIRST
      const before = performanceOf(bookOf(plain), range(0, LENGTH - 1), undefined)
      const held = sum(plain.filter((line) => line.assetId === 1 && line.brokerId === 1).map((line) => line.quantity))
      if (held <= ZERO) return
      const leg = {
        ...plain[0]!,
        type: 'TRANSFER',
        date: last,
        assetId: 1,
        amount: ZERO,
        fees: ZERO,
        taxes: ZERO,
        currency: null,
        costBasis: null,
        price: null,
        groupId: 'move',
      }
      const moved = [
        ...plain,
        { ...leg, id: 9001, brokerId: 1, quantity: negate(held) },
        { ...leg, id: 9002, brokerId: 2, quantity: held },
      ]
      const after = performanceOf(bookOf(moved), range(0, LENGTH - 1), undefined)
      expect([after.endValue, after.netFlows, after.gain]).toEqual([before.endValue, before.netFlows, before.gain])
      expect(after.parts).toEqual(before.parts)
      expect(after.twr).toBeCloseTo(before.twr, 12)
    }),
    { numRuns: 100 },
  )
})
