import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { historyOf } from '#src/portfolio/history/report.ts'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import { cashFlowsOf, costsOf, incomeOf } from '#src/portfolio/income-and-costs/report.ts'
import type { Line } from '#src/portfolio/ledger/lines.repository.ts'
import type { ReportScope } from '#src/portfolio/ledger/request.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { drawdownOf, riskOf } from '#src/portfolio/returns/risk.ts'
import { xirr } from '#src/portfolio/returns/xirr.ts'
import { addDays } from '#src/shared/date.ts'
import { type Decimal, sum } from '#src/shared/decimal.ts'
import { ASSETS, bookOf, closesOf, FIRST, LENGTH, ledger, linesOf, range } from './ledgers.ts'
import { type Ledger, naiveDays, naiveDrawdown, naiveFlow, naiveRates, naiveRisk, naiveSums, naiveValue } from './naive.ts'

const scopes = fc.constantFrom<ReportScope>('total', 'assets')
const currencies = fc.constantFrom('EUR', 'USD')
const day = fc.nat(LENGTH - 1)
const real = (value: Decimal) => Number(value) / 1e12
const daysOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => addDays(FIRST, from + index))

/** As the books of `ledgers.ts` have it: 0.90 to 1.02 EUR for a dollar. */
function naiveLedger(lines: readonly Line[], currency: string, scope: ReportScope): Ledger {
  const dollar = (on: string) => (90 + (Number(on.slice(8)) % 13)) / 100
  const rate = (from: string, on: string) => (from === currency ? 1 : from === 'USD' ? dollar(on) : 1 / dollar(on))
  return { lines, closes: closesOf, per: (id) => real(ASSETS.get(id)!.priceQuantity), rate, currency, scope }
}

function close(found: number, wanted: number, what: string, size = 1e-7): void {
  const off = Math.abs(found - wanted) / Math.max(1, Math.abs(wanted))
  if (!(off <= size)) expect({ what, found }).toEqual({ what, found: wanted })
}

test('every point of the history: valued again from the whole ledger, day by day, in two currencies', () => {
  fc.assert(
    fc.property(ledger, scopes, currencies, day, day, (steps, scope, currency, a, b) => {
      const lines = linesOf(steps)
      const naive = naiveLedger(lines, currency, scope)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const points = historyOf(bookOf(lines, currency), range(from, to, { scope, currency }), 'daily')
      const days = naiveDays(naive, daysOf(from, to), addDays(FIRST, from - 1))
      let [flows, growth, isLinked] = [0, 1, true]
      for (const [index, one] of days.entries()) {
        flows += one.inflow - one.outflow
        growth *= 1 + (one.r ?? 0)
        if (one.broken || one.gap) isLinked = false
        const point = points[index]!
        expect(point.date).toBe(one.date)
        close(real(point.value), one.value, `value of ${one.date}`)
        close(real(point.netFlows), flows, `flows until ${one.date}`)
        if (point.twr !== null) close(point.twr + 1, growth, `twr until ${one.date}`, 1e-6)
        expect([one.date, point.twr !== null]).toEqual([one.date, isLinked && growth < 11])
      }
    }),
    { numRuns: 60 },
  )
})

test('performance: values, flows, income, fees, taxes, returns and risk by the definitions', () => {
  fc.assert(
    fc.property(ledger, scopes, currencies, day, day, (steps, scope, currency, a, b) => {
      const lines = linesOf(steps)
      const naive = naiveLedger(lines, currency, scope)
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const request = range(from, to, { scope, currency })
      const found = performanceOf(bookOf(lines, currency), request, undefined)
      const days = naiveDays(naive, daysOf(from, to), addDays(FIRST, from - 1))
      const sums = naiveSums(naive, request.from, request.to)
      const flows = days.reduce((all, one) => all + one.inflow - one.outflow, 0)
      close(real(found.startValue), naiveValue(naive, addDays(request.from, -1)), 'start')
      close(real(found.endValue), days.at(-1)!.value, 'end')
      close(real(found.netFlows), flows, 'flows')
      for (const name of ['income', 'fees', 'taxes'] as const) close(real(found.parts[name]), sums[name], name)
      const growth = days.reduce((all, one) => all * (1 + (one.r ?? 0)), 1)
      const first = days.find((one) => one.gap || one.broken)
      const large = growth > 11 ? 'out-of-range' : null
      const reason =
        first === undefined
          ? days.every((one) => one.r === null)
            ? 'no-value'
            : large
          : first.gap
            ? 'incomplete'
            : 'base-not-positive'
      expect(found.twrReason).toBe(reason)
      if (reason !== null) return expect([found.twr, found.volatility, found.drawdown]).toEqual([null, null, null])
      close(found.twr! + 1, growth, 'twr', 1e-6)
      const returns = days.flatMap((one) => (one.counts ? [one.r!] : []))
      const risk = naiveRisk(returns)
      const wild = returns.some((one) => Math.abs(one) > 1e6 || one < -0.999_999)
      if (returns.length >= 2 && !wild && risk.volatility > 1e-9) {
        close(found.volatility!, risk.volatility, 'volatility', 1e-5)
        close(found.sharpe!, risk.sharpe, 'sharpe', 1e-5)
      }
      if (!wild) close(found.drawdown!.ratio, naiveDrawdown(days.map((one) => one.r ?? 0)), 'drawdown', 1e-6)
    }),
    { numRuns: 60 },
  )
})

test('income, costs and cash flows: the sums of the lines', () => {
  fc.assert(
    fc.property(ledger, currencies, day, day, (steps, currency, a, b) => {
      const lines = linesOf(steps)
      const naive = naiveLedger(lines, currency, 'total')
      const request = range(Math.min(a, b), Math.max(a, b), { currency })
      const book = bookOf(lines, currency)
      const sums = naiveSums(naive, request.from, request.to)
      const within = lines.filter((line) => line.date >= request.from && line.date <= request.to)
      close(real(sum(incomeOf(book, request).map((one) => one.gross))), sums.income, 'income')
      close(real(sum(costsOf(book, request).map((one) => one.fees))), -sums.fees, 'fees')
      close(real(sum(costsOf(book, request).map((one) => one.taxes))), -sums.taxes, 'taxes')
      const flows = within.reduce((all, line) => all + naiveFlow(naive, line), 0)
      close(real(sum(cashFlowsOf(book, request).map((one) => one.flow))), flows, 'flows')
    }),
    { numRuns: 100 },
  )
})

test('value in one currency, converted at the rate of its day, is the value in the other', () => {
  fc.assert(
    fc.property(ledger, day, (steps, at) => {
      const lines = linesOf(steps)
      const rate = naiveLedger(lines, 'EUR', 'total').rate('USD', addDays(FIRST, at))
      const value = (currency: string) => holdingsOf(bookOf(lines, currency), range(0, at, { currency })).totalValue
      close(real(value('USD')) * rate, real(value('EUR')), 'value')
    }),
    { numRuns: 60 },
  )
})

const ratios = fc.array(fc.integer({ min: -900, max: 1500 }), { minLength: 2, maxLength: 60 })

test('volatility, Sharpe, Sortino and drawdown: the textbook formulas', () => {
  fc.assert(
    fc.property(ratios, (list) => {
      const returns = list.map((one) => one / 1000)
      const [found, wanted] = [riskOf(returns), naiveRisk(returns)]
      close(found.volatility!, wanted.volatility, 'volatility', 1e-9)
      if (found.sharpe !== null) close(found.sharpe, wanted.sharpe, 'sharpe', 1e-9)
      if (found.sortino !== null) close(found.sortino, wanted.sortino, 'sortino', 1e-9)
      expect(found.sortino === null).toBe(list.every((one) => one >= 0))
      expect(found.sharpe === null).toBe(list.every((one) => one === list[0]))
      close(drawdownOf(returns, (place) => addDays(FIRST, place)).ratio, naiveDrawdown(returns), 'drawdown', 1e-9)
    }),
    { numRuns: 200 },
  )
})

test('Sharpe and Sortino of returns that differ by nothing but rounding: not known', () => {
  const even = Array.from({ length: 30 }, (_, index) => 1e-4 + (index % 3) * 1e-14)
  expect(riskOf(even)).toMatchObject({ sharpe: null, sortino: null, volatility: expect.closeTo(0, 10) })
  expect(riskOf([1e-13, -1e-13, 1e-13])).toMatchObject({ sharpe: null, sortino: null })
})

const payment = fc.record({ day: fc.integer({ min: 0, max: 2000 }), amount: fc.integer({ min: -5000, max: 5000 }) })

test('XIRR: the one rate that halving finds on a fine grid; none or several are said', () => {
  fc.assert(
    fc.property(fc.array(payment, { minLength: 2, maxLength: 12 }), (payments) => {
      const { rate, reason } = xirr(payments)
      const wanted = naiveRates(payments)
      if (rate !== null && wanted.length === 1) close(rate, wanted[0]!, 'rate', 1e-6)
      if (rate !== null && Math.abs(Math.log1p(rate)) < 15) expect(wanted.length).toBe(1)
      if (wanted.length > 1) expect(reason).toBe('several-solutions')
      if (reason === 'no-solution') expect(wanted).toEqual([])
    }),
    { numRuns: 30 },
  )
})
