import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { breakdownOf } from '#src/portfolio/breakdown/report.ts'
import { historyOf } from '#src/portfolio/history/report.ts'
import type { ReportScope } from '#src/portfolio/ledger/request.ts'
import { type Performance, performanceOf } from '#src/portfolio/returns/performance.ts'
import { decimal } from '#src/shared/decimal.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { bookOf, closesOf, LENGTH, ledger, linesOf, range } from './ledgers.ts'

/** Closes that jump by many orders of magnitude. */
const wildCloses = (closes: readonly string[]) => (assetId: number) =>
  closesOf(assetId).map((one, index) => ({ ...one, close: decimal(closes[index % closes.length] ?? '1') }))

const isFigure = (value: number | null) => value === null || (value >= -1 && value <= 10 + 1e-9)

function expectBelievable({ twr, twrAnnualised, mwr, simple, benchmark, drawdown, ...found }: Performance): void {
  const extremes = [found.bestDay, found.worstDay, found.bestMonth, found.worstMonth].map((one) => one?.ratio ?? null)
  for (const value of [twr, twrAnnualised, mwr, simple, benchmark?.twr ?? null, benchmark?.twrAnnualised ?? null, ...extremes])
    expect([value, isFigure(value)]).toEqual([value, true])
  expect(twr === null).toBe(found.twrReason !== null)
  expect(mwr === null).toBe(found.mwrReason !== null)
  if (twr === null)
    expect([drawdown, found.volatility, found.sharpe, found.sortino, found.bestDay, found.worstMonth]).toEqual(
      Array(6).fill(null),
    )
  else expect(drawdown!.ratio).toBeWithin(0, 1 + 1e-12)
}

test('no return below -100 % and none above 1,000 % a year is a figure, whatever the ledger and the closes', () => {
  fc.assert(
    fc.property(
      ledger,
      fc.constantFrom<ReportScope>('total', 'assets'),
      fc.array(fc.constantFrom('0', '0.00000000001', '0.001', '1', '3', '1000000', '1000000000000'), {
        minLength: 1,
        maxLength: 7,
      }),
      fc.boolean(),
      fc.subarray([1, 2]),
      fc.constantFrom(null, [1], [2, 3]),
      (steps, scope, closes, isWild, untracked, assetIds) => {
        const lines = linesOf(steps).map((line) =>
          untracked.includes(line.brokerId) ? { ...line, isUntracked: true as const } : line,
        )
        const book = bookOf(lines, 'EUR', [1, 2], isWild ? wildCloses(closes) : closesOf, assetIds)
        const request = range(0, LENGTH - 1, { scope: assetIds === null ? scope : 'assets', assetIds })
        expectBelievable(performanceOf(book, request, 1))
        for (const { twr } of historyOf(book, request, 'daily')) expect([twr, isFigure(twr)]).toEqual([twr, true])
        for (const by of ['asset', 'broker'] as const)
          for (const { returns } of breakdownOf(book, request, by, String).rows) if (returns) expectBelievable(returns)
      },
    ),
    { numRuns: 200 },
  )
})

test('200 without a return for purchases without deposits, which says what to do; with scope=assets there is one', async () => {
  const { line, book, price, performance, history } = await openPortfolio({ asset: { symbol: 'ACME', currency: 'EUR' } })
  await book({ ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' })
  await price({ '2024-01-03': '100', '2024-01-04': '101', '2024-01-05': '103', '2024-01-09': '98' })
  const found = await performance('to=2024-01-09')
  expect(found).toMatchObject({ twr: null, twr_reason: 'base-not-positive', volatility: null, sharpe: null, max_drawdown: null })
  expect(found.gain.total).toBe('-20')
  const [warning] = found.warnings
  expect(warning).toMatchObject({ code: 'return-base-not-positive', from: '2024-01-04' })
  expect(warning?.detail).toContain('scope=assets')
  expect((await history('to=2024-01-09')).points.slice(0, 3).map(({ date, twr }) => [date, twr])).toEqual([
    ['2024-01-03', 0],
    ['2024-01-04', null],
    ['2024-01-05', null],
  ])
  const held = await performance('scope=assets&to=2024-01-09')
  expect([held.twr, held.twr_reason, held.warnings]).toEqual([expect.closeTo(-0.02, 12), null, []])
})

test('200 without a return where more than everything is lost, and where a deposit follows an overdraft', async () => {
  const { broker_id, line, book, price, performance } = await openPortfolio({ asset: { symbol: 'ACME', currency: 'EUR' } })
  await book(
    { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '100', currency: 'EUR' },
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-10', amount: '1000', currency: 'EUR' },
  )
  await price({ '2024-01-03': '100', '2024-01-05': '86.3' })
  expect(await performance('to=2024-01-12')).toMatchObject({ twr: null, twr_reason: 'base-not-positive', twr_annualised: null })
  expect(await performance('to=2024-01-04')).toMatchObject({ twr: 0, twr_reason: null })
  expect(await performance('from=2024-01-10&to=2024-01-12')).toMatchObject({ twr: 0, twr_reason: null })
})

test('200 with a small credit before the first deposit: income on nothing is gain, and the return goes on without it', async () => {
  const { broker_id, book, performance } = await openPortfolio({ currency: 'EUR' })
  await book(
    { broker_id, type: 'INTEREST', date: '2024-01-02', amount: '0.02', currency: 'EUR' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-03', amount: '1000', currency: 'EUR' },
    { broker_id, type: 'INTEREST', date: '2024-06-30', amount: '20', currency: 'EUR' },
  )
  expect((await performance('to=2024-12-31')).twr).toBeCloseTo(20 / 1000.02, 9)
})

test('200 without a return or rate where a rate is missing, naming the pair', async () => {
  const { broker_id, book, performance } = await openPortfolio({ currency: 'EUR' })
  await book({ broker_id, type: 'DEPOSIT', date: '2024-01-03', amount: '1000', currency: 'CHF' })
  const found = await performance('to=2024-01-09')
  expect(found).toMatchObject({ twr: null, twr_reason: 'incomplete', mwr: null, mwr_reason: 'incomplete' })
  expect(found.warnings.map((one) => [one.code, one.pair])).toEqual([['rate-missing', 'CHF/EUR']])
})

test('200 without a yearly rate that nobody can believe', async () => {
  const { line, book, price, performance } = await openPortfolio({ asset: { symbol: 'ACME', currency: 'EUR' } })
  await book({ ...line, type: 'BUY', date: '2024-01-03', quantity: '10', price: '100' })
  await price({ '2024-01-03': '100', '2024-01-06': '150' })
  expect(await performance('scope=assets&to=2024-01-06')).toMatchObject({ twr: 0.5, mwr: null, mwr_reason: 'out-of-range' })
})
