import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCaches } from '#src/cache.ts'
import { allocationOf } from '#src/portfolio/allocation/report.ts'
import { breakdownOf } from '#src/portfolio/breakdown/report.ts'
import { gainsOf } from '#src/portfolio/gains/report.ts'
import { historyOf } from '#src/portfolio/history/report.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { cashFlowsOf, costsOf, incomeOf } from '#src/portfolio/income-and-costs/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import { REPORT_METHODS, type ReportRequest } from '#src/portfolio/ledger/request.ts'
import { withExchangesApart } from '#src/portfolio/returns/exchanges.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { linesOfChosen } from '#src/portfolio/valuation/chosen-assets.ts'
import { type Decimal, sum } from '#src/shared/decimal.ts'
import { bookOf, closesOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const IDS = [1, 2, 3]
const day = fc.nat(LENGTH - 1)
const methods = fc.constantFrom(...REPORT_METHODS)
const some = fc.subarray(IDS, { minLength: 1 })

/** What a report of these assets is computed from, and what asks for it. */
function chosen(lines: readonly Line[], request: ReportRequest, assetIds: readonly number[]) {
  const own: ReportRequest = { ...request, assetIds, scope: 'assets' }
  const book = bookOf(linesOfChosen(createCaches(), lines, own), 'EUR', [1, 2], closesOf, assetIds)
  return { book, flows: withExchangesApart(book, own), request: own }
}

test('values, flows and gain of single assets add up to those of all, to the last digit; without exchanges each part of the gain, too', () => {
  fc.assert(
    fc.property(ledger, methods, day, day, fc.boolean(), (steps, method, a, b, withExchanges) => {
      const lines = linesOf(steps.filter((one) => withExchanges || (one.kind !== 11 && one.kind !== 12)))
      const request = range(Math.min(a, b), Math.max(a, b), { scope: 'assets', method })
      const whole = performanceOf(bookOf(lines), request, undefined)
      const single = IDS.map((id) => chosen(lines, request, [id])).map(({ flows, request }) =>
        performanceOf(flows, request, undefined),
      )
      const total = (of: (one: typeof whole) => Decimal) => expect(sum(single.map(of))).toBe(of(whole))
      total((one) => one.startValue)
      total((one) => one.endValue)
      total((one) => one.netFlows)
      total((one) => one.gain)
      if (withExchanges) return
      for (const part of ['realised', 'unrealised', 'income', 'fees', 'taxes', 'currency'] as const)
        total((one) => one.parts[part])
    }),
    { numRuns: 150 },
  )
})

test('the performance of one asset is its row of the breakdown by asset, returns and all', () => {
  fc.assert(
    fc.property(ledger, methods, day, day, (steps, method, a, b) => {
      const lines = linesOf(steps)
      const request = range(Math.min(a, b), Math.max(a, b), { method })
      for (const { key, returns } of breakdownOf(bookOf(lines), request, 'asset', String).rows) {
        if (key === 'cash' || key === 'between') continue
        const one = chosen(lines, request, [Number(key)])
        expect(performanceOf(one.flows, one.request, undefined)).toEqual(returns!)
      }
    }),
    { numRuns: 100 },
  )
})

test('holdings, disposals, income, costs and slices of chosen assets are their rows of a report of everything, by every method', () => {
  fc.assert(
    fc.property(ledger, methods, some, day, day, (steps, method, ids, a, b) => {
      const lines = linesOf(steps)
      const request = range(Math.min(a, b), Math.max(a, b), { scope: 'assets', method })
      const [all, { book, request: own }] = [bookOf(lines), chosen(lines, request, ids)]
      const isIn = (id: number | null) => id !== null && ids.includes(id)
      const held = holdingsOf(book, own)
      const rows = <T extends { assetId: number }>(found: readonly T[]) => found.map((one) => ({ ...one, weight: null }))
      expect(rows(held.holdings)).toEqual(rows(holdingsOf(all, request).holdings.filter((one) => isIn(one.assetId))))
      expect(held.cash).toEqual([])
      expect([...gainsOf(book, own).rows]).toEqual([...gainsOf(all, request).rows].filter((one) => isIn(one.assetId)))
      expect(incomeOf(book, own)).toEqual(incomeOf(all, request).filter((one) => isIn(one.line.assetId)))
      expect(costsOf(book, own)).toEqual(costsOf(all, request).filter((one) => isIn(one.line.assetId)))
      const slices = (book: typeof all, of: ReportRequest) => allocationOf(book, of, 'asset', () => new Map(), String)
      const values = (found: ReturnType<typeof slices>) => found.map(({ key, value }) => [key, value])
      expect(values(slices(book, own))).toEqual(values(slices(all, request).filter(({ key }) => isIn(Number(key)))))
    }),
    { numRuns: 150 },
  )
})

test('cash flows and the history of chosen assets come to the flows, value and gain of their performance', () => {
  fc.assert(
    fc.property(ledger, some, day, day, (steps, ids, a, b) => {
      const { flows, request } = chosen(linesOf(steps), range(Math.min(a, b), Math.max(a, b)), ids)
      const found = performanceOf(flows, request, undefined)
      expect(sum(cashFlowsOf(flows, request).map((one) => one.flow))).toBe(found.netFlows)
      const last = historyOf(flows, request, 'daily').at(-1)!
      expect([last.value, last.netFlows, last.gain, last.cash]).toEqual([
        found.endValue,
        found.netFlows,
        found.gain,
        0n as Decimal,
      ])
      if (ids.length === 1)
        expect(last.held?.quantity).toBe(sum(flows.lines.filter(({ date }) => date <= last.date).map((line) => line.quantity)))
      else expect(last.held).toBeNull()
    }),
    { numRuns: 150 },
  )
})
