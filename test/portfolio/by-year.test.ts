import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { CashFlowsReport, CostsReport, IncomeReport } from '#src/portfolio/income-and-costs/schema.ts'
import { PerformanceReport } from '#src/portfolio/performance/schema.ts'
import { returnsBy } from '#src/portfolio/returns/risk.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const world = await openPortfolio({ broker: { name: 'One' } })
  const { broker_id, line, book, price } = world
  const cash = { broker_id, currency: 'EUR' }
  await book(
    { ...cash, type: 'DEPOSIT', date: '2022-11-10', amount: '1000', fees: '3' },
    { ...line, type: 'BUY', date: '2022-11-10', quantity: '10', price: '100' },
    { ...line, type: 'DIVIDEND', date: '2022-12-20', amount: '9', taxes: '1' },
    { ...line, type: 'DIVIDEND', date: '2023-12-20', amount: '18', taxes: '2' },
    { ...cash, type: 'DEPOSIT', date: '2023-05-05', amount: '200' },
    { ...cash, type: 'FEE', date: '2024-02-01', amount: '-4' },
  )
  await price({ '2022-11-10': '100', '2022-12-31': '110', '2023-06-30': '99', '2023-12-31': '121', '2024-02-29': '130' })
  return world
}

test('returns of months and of years, linked, are the return of the range', async () => {
  const { ask } = await setUp()
  const report = (await ask('performance?currency=EUR&to=2024-02-29')).as(PerformanceReport)
  const linked = (parts: readonly { readonly twr: number | null }[]) =>
    parts.reduce((product, { twr }) => product * (1 + (twr ?? Number.NaN)), 1) - 1
  expect(linked(report.months)).toBeCloseTo(report.twr ?? Number.NaN, 12)
  expect(linked(report.years)).toBeCloseTo(report.twr ?? Number.NaN, 12)
  expect(report.years.map(({ year }) => year)).toEqual(['2022', '2023', '2024'])
  expect(report.months.map(({ month }) => month).slice(0, 3)).toEqual(['2022-11', '2022-12', '2023-01'])
  expect(report.months).toHaveLength(16)
  const best = report.months.find(({ month }) => month === report.best_month?.date)
  expect(best?.twr).toBe(report.best_month?.ratio ?? Number.NaN)
  const alone = (await ask('performance?currency=EUR&from=2023-01-01&to=2023-12-31')).as(PerformanceReport)
  expect(report.years[1]?.twr).toBeCloseTo(alone.twr ?? Number.NaN, 12)
})

test('without a return there are none of months and years', async () => {
  const { ask } = await openPortfolio({ broker: { name: 'Empty' } })
  const report = (await ask('performance?currency=EUR')).as(PerformanceReport)
  expect([report.twr, report.months, report.years]).toEqual([null, [], []])
})

test('as CSV months and years are rows of their own', async () => {
  const { ask } = await setUp()
  const report = (await ask('performance?currency=EUR&to=2024-02-29')).as(PerformanceReport)
  const { text } = await ask('performance?currency=EUR&to=2024-02-29&format=csv')
  const rows = new Map(text.split('\r\n').map((row) => row.split(',') as [string, string]))
  for (const { month, twr } of report.months) expect(Number(rows.get(`months.${month}`))).toBe(twr ?? Number.NaN)
  for (const { year, twr } of report.years) expect(Number(rows.get(`years.${year}`))).toBe(twr ?? Number.NaN)
})

test('payments, costs and flows by year', async () => {
  const { ask } = await setUp()
  const income = (await ask('income?currency=EUR')).as(IncomeReport)
  expect(income.years).toEqual([
    { year: '2022', gross: '10', tax: '1', fees: '0', net: '9' },
    { year: '2023', gross: '20', tax: '2', fees: '0', net: '18' },
  ])
  const costs = (await ask('costs?currency=EUR')).as(CostsReport)
  expect(costs.years).toEqual([
    { year: '2022', fees: '3', taxes: '1', total: '4' },
    { year: '2023', fees: '0', taxes: '2', total: '2' },
    { year: '2024', fees: '4', taxes: '0', total: '4' },
  ])
  const flows = (await ask('cash-flows?currency=EUR')).as(CashFlowsReport)
  expect(flows.years).toEqual([
    { year: '2022', in: '1003', out: '0', net: '1003' },
    { year: '2023', in: '200', out: '0', net: '200' },
  ])
})

test('however days are put together, the linked parts make the linked whole', () => {
  const daily = fc.array(fc.oneof(fc.double({ min: -0.5, max: 0.5, noNaN: true }), fc.constant(Number.NaN)), { minLength: 1 })
  fc.assert(
    fc.property(daily, fc.array(fc.nat()), (returns, cuts) => {
      const firsts = [...new Set([0, ...cuts.map((cut) => cut % returns.length)])].sort((a, b) => a - b)
      const product = (all: readonly number[]) => all.reduce((total, one) => total * (1 + (one || 0)), 1)
      expect(product(returnsBy(firsts, returns))).toBeCloseTo(product(returns), 9)
    }),
  )
})
