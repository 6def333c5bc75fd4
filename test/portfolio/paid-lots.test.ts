import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Lot } from '#src/lots/lot.ts'
import { valueHoldings } from '#src/portfolio/holdings/broker-holdings.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { matchLots, matchPaidLots, REPORT_METHODS } from '#src/portfolio/valuation/lot-entries.ts'
import { sum } from '#src/shared/decimal.ts'
import { bookOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const methods = fc.constantFrom(...REPORT_METHODS)
const currencies = fc.constantFrom('EUR', 'USD')
const named = (lots: readonly Lot[]) => lots.map((lot) => [lot.transactionId, lot.acquiredOn, lot.quantity, lot.cost.inReport])

test('lots at what was paid are those of the report, by every method, in every currency', () => {
  fc.assert(
    fc.property(ledger, methods, currencies, (steps, method, currency) => {
      const book = bookOf(linesOf(steps), currency)
      const [open, paid] = [matchLots(book, method).open, matchPaidLots(book, method)]
      expect([...paid.keys()]).toEqual([...open.keys()])
      for (const [position, lots] of open) {
        const mine = paid.get(position) ?? []
        expect(sum(mine.map((lot) => lot.quantity))).toBe(sum(lots.map((lot) => lot.quantity)))
        expect(sum(mine.map((lot) => lot.cost.inReport))).toBe(sum(lots.map((lot) => lot.cost.inReport)))
        if (method !== 'AVERAGE' && method !== 'S104') expect(named(mine)).toEqual(named(lots))
      }
    }),
    { numRuns: 300 },
  )
})

test('a broker’s holdings cost what they do in the portfolio report', () => {
  fc.assert(
    fc.property(ledger, methods, currencies, fc.constantFrom([1], [2]), (steps, method, currency, brokerIds) => {
      const book = bookOf(linesOf(steps), currency, brokerIds)
      const asked = range(LENGTH - 1, LENGTH - 1, { method, currency, brokerIds })
      const theirs = new Map(holdingsOf(book, asked).holdings.map((one) => [one.assetId, one]))
      for (const { assetId, ...mine } of valueHoldings(book, asked)) {
        const { quantity, cost, marketValue, unrealised } = theirs.get(assetId)!
        expect(mine).toMatchObject({ quantity, cost, marketValue, unrealised })
      }
    }),
    { numRuns: 200 },
  )
})

test('what was paid for a lot, at the rate of its purchase, is its cost in the report', () => {
  fc.assert(
    fc.property(ledger, fc.constantFrom('FIFO', 'LIFO', 'HIFO'), (steps, method) => {
      const lines = linesOf(steps)
      const book = bookOf(lines, 'EUR')
      for (const lot of [...matchPaidLots(book, method).values()].flat()) {
        const line = lines.find((one) => one.id === lot.transactionId)!
        if (lot.currency === null) continue
        expect(lot.currency).toBe(line.currency ?? '')
        expect(Number(book.exchange.atBookedRate(lot.cost.inAsset, line)) / 1e12).toBeCloseTo(Number(lot.cost.inReport) / 1e12, 7)
      }
    }),
    { numRuns: 200 },
  )
})
