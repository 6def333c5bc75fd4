import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { allocationOf } from '#src/portfolio/allocation/report.ts'
import { breakdownOf } from '#src/portfolio/breakdown/report.ts'
import { gainsOf } from '#src/portfolio/gains/report.ts'
import { historyOf } from '#src/portfolio/history/report.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { cashFlowsOf, costsOf, forecastOf, incomeOf } from '#src/portfolio/income-and-costs/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, negate, sum, ZERO } from '#src/shared/decimal.ts'
import { ASSETS, bookOf, closesOf, FIRST, LENGTH, ledger, linesOf, range } from './ledgers.ts'
import { type Ledger, naiveDays } from './naive.ts'

const day = fc.nat(LENGTH - 1)
const untracked = fc.constantFrom<readonly number[]>([1], [2], [1, 2])
const real = (value: Decimal) => Number(value) / 1e12

/** As lines of brokers are read whose cash is not tracked. */
const marked = (lines: readonly Line[], brokers: readonly number[]) =>
  lines.map((line): Line => (brokers.includes(line.brokerId) ? { ...line, isUntracked: true } : line))

/** With a deposit or withdrawal after each line of these brokers that moves cash, which takes back what it moved. */
function evened(lines: readonly Line[], brokers: readonly number[]): Line[] {
  const none = { assetId: null, quantity: ZERO, fees: ZERO, taxes: ZERO, costBasis: null, costShare: null, groupId: null }
  return lines.flatMap((line) => {
    if (!brokers.includes(line.brokerId) || line.amount === ZERO || line.currency === null) return [line]
    const type = line.amount < ZERO ? 'DEPOSIT' : 'WITHDRAWAL'
    return [line, { ...line, ...none, id: 100_000 + line.id, type, amount: negate(line.amount) }]
  })
}

const byDay = <T>(rows: readonly T[], dayOf: (row: T) => string, of: (row: T) => Decimal) =>
  [...Map.groupBy(rows, dayOf)].map(([day, own]) => [day, sum(own.map(of))] as const).filter(([, total]) => total !== ZERO)

test('cash that is not tracked = a deposit or withdrawal beside each line that moves cash: every report, to the last digit', () => {
  fc.assert(
    fc.property(ledger, untracked, fc.constantFrom(...REPORT_METHODS), day, day, (steps, brokers, method, a, b) => {
      const lines = linesOf(steps)
      const request = range(Math.min(a, b), Math.max(a, b), { method })
      const [found, wanted] = [bookOf(marked(lines, brokers)), bookOf(evened(lines, brokers))]
      const both = <T>(of: (book: typeof found) => T) => expect(of(found)).toEqual(of(wanted))
      both((book) => {
        const { startValue, endValue, netFlows, gain, parts } = performanceOf(book, request, undefined)
        return { startValue, endValue, netFlows, gain, parts }
      })
      both((book) =>
        historyOf(book, request, 'daily').map(({ date, value, cash, invested, netFlows, putIn }) => {
          return { date, value, cash, invested, netFlows, putIn }
        }),
      )
      both((book) => {
        const { holdings, cash, totalValue } = holdingsOf(book, request)
        return { holdings, cash, totalValue }
      })
      for (const by of ['asset', 'broker', 'currency'] as const)
        both((book) => allocationOf(book, request, by, () => new Map(), String))
      both((book) => [...gainsOf(book, request).rows])
      both((book) => incomeOf(book, request).map(({ line, ...payment }) => ({ ...payment, id: line.id })))
      both((book) => [...forecastOf(book, request)].map(([month, all]) => [month, all.map((one) => one.value)]))
      both((book) => costsOf(book, request).map(({ line, ...cost }) => ({ ...cost, id: line.id })))
      both((book) =>
        byDay(
          cashFlowsOf(book, request),
          (one) => one.line.date,
          (one) => one.flow,
        ),
      )
      both((book) => {
        const { rows, total } = breakdownOf(book, request, 'broker', String)
        return [...rows, total].map(({ returns: _, ...row }) => row)
      })
    }),
    { numRuns: 150 },
  )
})

test('nothing but holdings counts at brokers without cash, and their gain is that of scope assets with what no asset earned or cost', () => {
  fc.assert(
    fc.property(ledger, day, day, (steps, a, b) => {
      const book = bookOf(marked(linesOf(steps.filter((one) => one.kind !== 8 && one.kind !== 13)), [1, 2]))
      const request = range(Math.min(a, b), Math.max(a, b))
      const [whole, held] = [
        performanceOf(book, request, undefined),
        performanceOf(book, { ...request, scope: 'assets' }, undefined),
      ]
      expect([whole.startValue, whole.endValue]).toEqual([held.startValue, held.endValue])
      expect([whole.netFlows, whole.gain, whole.parts]).toEqual([held.netFlows, held.gain, held.parts])
      expect([whole.twr, whole.twrReason, whole.mwr, whole.drawdown]).toEqual([held.twr, held.twrReason, held.mwr, held.drawdown])
      expect(holdingsOf(book, request).cash).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('daily returns of tracked and not tracked brokers together, by a second implementation', () => {
  fc.assert(
    fc.property(ledger, untracked, day, day, (steps, brokers, a, b) => {
      const lines = linesOf(steps)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const rate = (currency: string, on: string) => (currency === 'EUR' ? 1 : (90 + (Number(on.slice(8)) % 13)) / 100)
      const per = (id: number) => real(ASSETS.get(id)!.priceQuantity)
      const naive: Ledger = { lines, closes: closesOf, per, rate, currency: 'EUR', scope: 'total', untracked: new Set(brokers) }
      const points = historyOf(bookOf(marked(lines, brokers)), range(from, to), 'daily')
      const dates = points.map((point) => point.date)
      let [growth, isLinked] = [1, true]
      for (const [index, one] of naiveDays(naive, dates, addDays(FIRST, from - 1)).entries()) {
        growth *= 1 + (one.r ?? 0)
        if (one.broken || one.gap) isLinked = false
        const { date, twr, value } = points[index]!
        expect([date, Math.abs(real(value) - one.value) < 1e-6 * Math.max(1, Math.abs(one.value))]).toEqual([one.date, true])
        expect([date, twr !== null]).toEqual([one.date, isLinked && growth < 11])
        if (twr !== null) expect(Math.abs(twr + 1 - growth)).toBeLessThanOrEqual(1e-6 * Math.max(1, growth))
      }
    }),
    { numRuns: 150 },
  )
})
