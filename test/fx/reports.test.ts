/** What reports make of rates: an old one with a warning, none with a gap, an ended currency at its fixed rate; never 1. */
import { expect, test } from 'bun:test'
import { fxProviders } from '#plugins/fx/index.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { storeRates } from './store.ts'

async function setup(currency: string, amount: string, date: string) {
  const deps = { plugins: { brim: [], assets: [], fx: fxProviders } }
  const world = await openPortfolio({ today: '2026-06-30', deps })
  const { call, user, broker_id, book } = world
  await book({ broker_id, type: 'DEPOSIT', date, currency, amount })
  const get = async (path: string) => (await call(user, 'GET', path)).body
  /** Value of the cash in euros on a day, by the portfolio and by the broker's summary, with the codes of the warnings. */
  const value = async (day: string) => {
    const { cash, warnings } = await get(`/portfolio/holdings?currency=EUR&as_of=${day}`)
    const summary = await get(`/brokers/${broker_id}/summary?currency=EUR&as_of=${day}`)
    const codes = (list: { code: string }[]) => list.map((one) => one.code)
    expect([summary.totals.cash, codes(summary.warnings)]).toEqual([cash[0]?.value ?? null, codes(warnings)])
    return [cash[0]?.value ?? null, ...codes(warnings)]
  }
  return { ...world, get, value }
}

test('a rate that is too old for a conversion serves a report, with a warning', async () => {
  const app = await setup('USD', '125', '2026-01-02')
  await storeRates(app, 'ECB', [['EUR', 'USD', '2026-01-02', '1.25']])
  expect(await app.value('2026-01-09')).toEqual(['100'])
  expect(await app.value('2026-01-10')).toEqual(['100', 'rate-stale'])
  expect(await app.value('2026-06-30')).toEqual(['100', 'rate-stale'])
  const refused = await app.call(app.user, 'GET', '/fx/convert?from=USD&to=EUR&date=2026-01-10')
  expect(refused.body.code).toBe('fx/no-rate')
  await storeRates(app, 'ECB', [['EUR', 'USD', '2026-06-29', '1']])
  expect(await app.value('2026-06-30')).toEqual(['125'])
})

test('without any rate a report has no value and says so; it never takes 1', async () => {
  const app = await setup('USD', '125', '2026-01-02')
  expect(await app.value('2026-01-02')).toEqual([null, 'rate-missing'])
  await storeRates(app, 'ECB', [['EUR', 'USD', '2026-01-03', '1.25']])
  expect(await app.value('2026-01-02')).toEqual([null, 'rate-missing'])
  expect(await app.value('2026-01-03')).toEqual(['100'])
})

test('a publisher that releases monthly is fresh for 45 days in reports too', async () => {
  const app = await setup('HKD', '80', '2026-01-02')
  await storeRates(app, 'HKMA', [['HKD', 'USD', '2026-01-02', '0.125']])
  await storeRates(app, 'ECB', [
    ['EUR', 'USD', '2026-02-16', '1'],
    ['EUR', 'USD', '2026-02-17', '1'],
  ])
  expect(await app.value('2026-02-16')).toEqual(['10'])
  expect(await app.value('2026-02-17')).toEqual(['10', 'rate-stale'])
})

test('cash in a currency that became the euro is worth its market rate before, and exactly the fixed rate ever since, without a warning', async () => {
  const app = await setup('HRK', '753.45', '2022-12-01')
  await storeRates(app, 'ECB', [
    ['EUR', 'HRK', '2022-12-29', '7.5'],
    ['EUR', 'HRK', '2022-12-30', '7.5'],
  ])
  expect(await app.value('2022-12-30')).toEqual(['100.46'])
  for (const day of ['2023-01-01', '2023-01-03', '2026-06-30']) expect(await app.value(day)).toEqual(['100'])
  const { points, warnings } = await app.get('/portfolio/history?currency=EUR&from=2022-12-30&to=2023-01-02')
  expect(points.map((one: { date: string; value: string }) => [one.date, one.value])).toEqual([
    ['2022-12-30', '100.46'],
    ['2022-12-31', '100.46'],
    ['2023-01-01', '100'],
    ['2023-01-02', '100'],
  ])
  expect(warnings).toEqual([])
})
