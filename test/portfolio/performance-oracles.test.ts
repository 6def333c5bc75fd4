import { expect, test } from 'bun:test'
import { holdingsOf } from '#src/portfolio/holdings/report.ts'
import type { ReportRequest } from '#src/portfolio/ledger/request.ts'
import { performanceOf } from '#src/portfolio/returns/performance.ts'
import { riskOf } from '#src/portfolio/returns/risk.ts'
import { annualise, linkReturns } from '#src/portfolio/returns/twr.ts'
import { xirr } from '#src/portfolio/returns/xirr.ts'
import { addDays, daysBetween } from '#src/shared/date.ts'
import { type Decimal, sum, toNumber, ZERO } from '#src/shared/decimal.ts'
import { bookOf, type Expected, type Oracle, readOracle, readOracles } from './oracle.ts'
import { drawdownOfDated } from './oracle-figures.ts'

function requestOf(oracle: Oracle, from: string, to: string, options: Partial<ReportRequest> = {}): ReportRequest {
  return {
    brokerIds: [1],
    currency: oracle.base_currency,
    from,
    to,
    method: 'FIFO',
    scope: 'assets',
    assetIds: null,
    owned: false,
    ...options,
  }
}

/** A case measures from the END of its first day, so ours begins on the day after; without one, from the first activity. */
function run(oracle: Oracle, expected: Expected, options: Partial<ReportRequest> = {}) {
  const to = expected.as_of ?? ''
  const first = oracle.activities.map((one) => one.date).sort()[0] ?? to
  const from = expected.from === undefined || expected.from >= to ? first : addDays(expected.from, 1)
  const currency = expected.currency ?? oracle.base_currency
  const book = bookOf(oracle, { until: to, currency })
  return performanceOf(book, requestOf(oracle, [from, to].sort()[0] ?? to, to, { currency, ...options }), undefined)
}

const num = (value: Decimal) => toNumber(value)

test('xirr: every published series of flows gives the published rate, or none', () => {
  let count = 0
  for (const oracle of readOracles()) {
    const flows = oracle.cashflows
    const expected = oracle.expected.find((one) => one.what === 'mwr_xirr' && (one.method ?? 'XIRR act/365') === 'XIRR act/365')
    if (!flows || !expected) continue
    const start = flows.map((one) => one.date).sort()[0] ?? ''
    const found = xirr(flows.map((one) => ({ day: daysBetween(start, one.date), amount: one.amount })))
    if (expected.value === null) expect([oracle.name, found.rate]).toEqual([oracle.name, null])
    else expect(Math.abs((found.rate ?? Number.NaN) - Number(expected.value))).toBeLessThanOrEqual(expected.tolerance)
    count += 1
  }
  expect(count).toBeGreaterThanOrEqual(10)
})

test('risk: published series of daily returns', () => {
  const daily = readOracle('daily-mixed-returns-annualised-252')
  const returns = daily.returns!
  const risk = riskOf(returns.map((one) => one.value))
  expect(linkReturns(returns.map((one) => one.value))).toBeCloseTo(0.0389310917, 9)
  expect(risk.volatility).toBeCloseTo(0.9136465399704637, 9)
  expect(risk.sharpe).toBeCloseTo(1.7238613961706866, 9)
  expect(drawdownOfDated(returns)).toMatchObject({
    ratio: expect.closeTo(0.1, 10),
    from: '2000-02-06',
    to: '2000-02-07',
    recoveredOn: null,
  })
  const falling = readOracle('drawdown-of-only-negative-returns').returns!
  expect(drawdownOfDated(falling).ratio).toBeCloseTo(0.365907303, 8)
  expect(riskOf(falling.map((one) => one.value)).sharpe).toBeCloseTo(-24.406808633910085, 8)
  expect(annualise(0.2374, 575)).toBeCloseTo(0.145, 3)
  expect(annualise(0.1025, 65)).toBeNull()
})

const PLAIN_TWR = [
  ['delivery-before-the-first-known-price', 'assets'],
  ['twr-in-asset-currency-and-in-report-currency', 'assets'],
  ['sell-all-idle-gap-and-rebuy', 'assets'],
  ['twr-two-assets-bought-on-price-days', 'assets'],
  ['twr-one-year-with-deposit-and-withdrawal', 'assets'],
  ['twr-deposit-on-last-day-is-neutral', 'total'],
  ['two-currency-portfolio-twelve-days-irr', 'total'],
  ['period-of-zero-length', 'assets'],
  ['drawdown-several-peaks', 'assets'],
  ['drawdown-up-down-up', 'assets'],
  ['drawdown-none-when-always-rising', 'assets'],
] as const

const FIGURES: Record<string, (found: ReturnType<typeof run>) => number | null> = {
  twr: (found) => found.twr,
  gain_total: (found) => num(found.gain),
  value: (found) => num(found.endValue),
  net_deposits: (found) => num(found.netFlows),
  mwr_xirr: (found) => found.mwr,
  twr_annualized: (found) => found.twrAnnualised,
  max_drawdown: (found) => found.drawdown?.ratio ?? null,
}

for (const [name, scope] of PLAIN_TWR) {
  test(`${name}: as published, with scope ${scope}`, () => {
    const oracle = readOracle(name)
    let count = 0
    for (const expected of oracle.expected) {
      const pick = FIGURES[expected.what]
      if (!pick || expected.symbol !== undefined) continue
      if (name === 'delivery-before-the-first-known-price' && expected.what === 'max_drawdown') continue
      const found = pick(run(oracle, expected, { scope }))
      const value = expected.value as number | null
      const fits = value === null ? found === null : Math.abs((found ?? Number.NaN) - value) <= expected.tolerance + 1e-9
      if (!fits) expect({ ...expected, found }).toEqual({ ...expected, found: value })
      count += 1
    }
    expect(count).toBeGreaterThan(0)
  })
}

test('a trade is a valuation point: bought 1 at 10, a second at 25, 35 in the end is +250 %, with closes or without', () => {
  const oracle = readOracle('savings-plan-twr-roi-irr-volatility')
  for (const expected of oracle.expected.filter((one) => one.what === 'twr'))
    expect(run(oracle, expected).twr).toBeCloseTo(Number(expected.value), 12)
  const linear = readOracle('linear-price-second-purchase-monthly-gains')
  const whole = { from: '2019-12-31', as_of: '2020-12-31', what: 'twr', value: 2.5, tolerance: 0 }
  expect(run(linear, whole).twr).toBeCloseTo(2.5, 12)
  for (const days of [[], ['2020-01-01', '2020-06-01'], ['2020-06-01']]) {
    const closes = Object.fromEntries(days.map((day) => [day, day < '2020-04-01' ? 10 : 35]))
    const sparse = { ...linear, prices: { CORP: { currency: 'USD', ...closes } } } as unknown as Oracle
    expect(run(sparse, whole).twr).toBeCloseTo(days.length === 0 ? 1.5 : 2.5, 12)
  }
})

test('delivery-before-the-first-known-price: ours carries the delivery price forward, so the fall is measured from it', () => {
  const oracle = readOracle('delivery-before-the-first-known-price')
  const found = run(oracle, { from: '2013-12-04', as_of: '2014-12-04', what: 'max_drawdown', value: 0, tolerance: 0 })
  expect(found.drawdown?.ratio).toBeCloseTo(1 - 7288 / 7748, 10)
})

test('same-day-deposit-and-market-move-conventions: ours is the flow at the price of its trade, which here is that of the START of the day', () => {
  const oracle = readOracle('same-day-deposit-and-market-move-conventions')
  const found = run(oracle, { from: '2023-03-02', as_of: '2023-03-03', what: 'twr', value: 0, tolerance: 0 })
  expect(found.twr).toBeCloseTo(0.075, 12)
})

test('foreign-cash-balance-currency-effect: each deposit at the rate of its day, the rest is currency', () => {
  const oracle = readOracle('foreign-cash-balance-currency-effect')
  const whole = run(oracle, { as_of: '2025-01-01', what: '', value: 0, tolerance: 0 }, { scope: 'total' })
  expect([num(whole.endValue), num(whole.netFlows), num(whole.parts.currency), num(whole.gain)]).toEqual([1820, 1750, 70, 70])
  const year = run(oracle, { from: '2024-01-01', as_of: '2025-01-01', what: '', value: 0, tolerance: 0 }, { scope: 'total' })
  expect(num(year.parts.currency)).toBe(60)
})

test('usd-security-period-gains-with-start-valuation: gains since the value at the start, currency apart', () => {
  const oracle = readOracle('usd-security-period-gains-with-start-valuation')
  const { parts } = run(oracle, { from: '2015-01-05', as_of: '2016-01-01', what: '', value: 0, tolerance: 0 })
  const total = num(sum([parts.realised, parts.unrealised, parts.currency]))
  expect(total).toBeCloseTo(98.14 + 80.36, 1)
  expect(num(parts.currency)).toBeCloseTo(11.84 + 3.62, 1)
})

test('fees-taxes-and-refunds-on-one-share: fees, taxes, gain', () => {
  const oracle = readOracle('fees-taxes-and-refunds-on-one-share')
  const found = run(oracle, { from: '2016-12-31', as_of: '2017-01-31', what: '', value: 0, tolerance: 0 })
  expect([num(found.parts.fees), num(found.parts.taxes), num(found.gain), num(found.endValue)]).toEqual([
    -15, -30, -101.5, 1456.5,
  ])
})

test('income-in-two-currencies-is-not-a-deposit, deposit-in-foreign-currency-with-fee, interest-with-tax-withheld', () => {
  const income = readOracle('income-in-two-currencies-is-not-a-deposit')
  const last = income.expected.find((one) => one.what === 'net_deposits')!
  expect(num(run(income, last, { scope: 'total' }).netFlows)).toBeCloseTo(Number(last.value), 6)
  const deposit = readOracle('deposit-in-foreign-currency-with-fee')
  const found = run(deposit, { as_of: '2023-01-04', what: '', value: 0, tolerance: 0 }, { scope: 'total' })
  expect([num(found.endValue), num(found.parts.fees)]).toEqual([1123.75, -1.25])
  expect(num(found.netFlows)).toBe(625)
  const taxed = readOracle('interest-with-tax-withheld')
  const taxes = taxed.expected.find((one) => one.what === 'taxes')!
  expect(num(run(taxed, taxes, { scope: 'total' }).parts.taxes)).toBeCloseTo(-Number(taxes.value), 6)
})

test('usd-share-bought-from-eur-and-usd-cash-fifo-cost: value, gain and the currency part of what is held', () => {
  const oracle = readOracle('usd-share-bought-from-eur-and-usd-cash-fifo-cost')
  const book = bookOf(oracle, { until: '2015-08-09' })
  const [holding] = holdingsOf(book, requestOf(oracle, '2015-01-01', '2015-08-09')).holdings
  expect(num(holding!.marketValue ?? ZERO)).toBeCloseTo(1495.34, 2)
  expect(num(holding!.cost ?? ZERO)).toBeCloseTo(1424.1, 1)
  expect(num(holding!.unrealised ?? ZERO)).toBeCloseTo(71.24, 1)
})
