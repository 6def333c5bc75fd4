import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { valueHoldings } from '#src/portfolio/holdings/broker-holdings.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { REPORT_METHODS } from '#src/portfolio/ledger/request.ts'
import { matchLots } from '#src/portfolio/valuation/lot-entries.ts'
import { bookOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

const methods = fc.constantFrom(...REPORT_METHODS)
const currencies = fc.constantFrom('EUR', 'USD')

test('a broker’s holdings cost what they do in the portfolio report', () => {
  fc.assert(
    fc.property(ledger, methods, currencies, fc.constantFrom([1], [2]), (steps, method, currency, brokerIds) => {
      const book = bookOf(linesOf(steps), currency, brokerIds)
      const request = range(LENGTH - 1, LENGTH - 1, { method, currency, brokerIds })
      const theirs = new Map(holdingsOf(book, request).holdings.map((one) => [one.assetId, one]))
      for (const { assetId, ...mine } of valueHoldings(book, request)) {
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
      const lines = linesOf(steps.filter(({ kind }) => kind < 20))
      const book = bookOf(lines, 'EUR')
      for (const lot of [...matchLots(book, method).open.values()].flat()) {
        const line = lines.find((one) => one.id === lot.transactionId)!
        if (lot.currency === null) continue
        expect(lot.currency).toBe(line.currency ?? '')
        expect(Number(book.exchange.atBookedRate(lot.cost.paid, line)) / 1e12).toBeCloseTo(Number(lot.cost.inReport) / 1e12, 7)
      }
    }),
    { numRuns: 200 },
  )
})
