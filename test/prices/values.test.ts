import { expect, test } from 'bun:test'
import { BrokerSummary } from '#src/brokers/schema.ts'
import { loadCloses } from '#src/prices/service.ts'
import { formatDecimal } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

async function setUp() {
  const app = await createTestApp()
  const user = await app.createUser()
  const asset = { symbol: 'ACME', name: 'Acme Corporation', type: 'STOCK', currency: 'EUR' }
  const id: number = (await app.call(user, 'POST', '/assets', asset)).body.id
  const put = (prices: object[]) => app.call(user, 'PUT', `/assets/${id}/prices`, prices)
  const event = (body: object) => app.call(user, 'POST', `/assets/${id}/events`, body)
  return { ...app, user, id, put, event }
}

test('a close from before a split counts divided by it, from the day of the split until the next close', async () => {
  const { deps, put, event, id } = await setUp()
  await put([
    { date: '2026-01-02', close: '400' },
    { date: '2026-01-09', close: '101' },
  ])
  await event({ type: 'SPLIT', date: '2026-01-05', ratio: '4:1' })
  await event({ type: 'SPLIT', date: '2026-01-07', ratio: '1:2' })
  const lookup = await loadCloses(deps, [id], '2026-01-01', '2026-01-31')
  const on = (day: string) => formatDecimal(lookup(id, day)!.close)
  expect(['2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'].map(on)).toEqual([
    '400',
    '100',
    '100',
    '200',
    '200',
    '101',
  ])
  expect(lookup.of(id).map((one) => [one.date, formatDecimal(one.close)])).toEqual([
    ['2026-01-02', '400'],
    ['2026-01-05', '100'],
    ['2026-01-07', '200'],
    ['2026-01-09', '101'],
  ])
})

test('a split before the first close, on the day of a close, and after the requested days changes nothing', async () => {
  const { deps, put, event, id } = await setUp()
  await put([
    { date: '2026-01-02', close: '400' },
    { date: '2026-01-05', close: '100' },
  ])
  for (const date of ['2025-12-01', '2026-01-05', '2026-02-01']) await event({ type: 'SPLIT', date, ratio: '4:1' })
  const lookup = await loadCloses(deps, [id], '2026-01-01', '2026-01-31')
  expect(lookup.of(id).map((one) => [one.date, formatDecimal(one.close)])).toEqual([
    ['2026-01-02', '400'],
    ['2026-01-05', '100'],
  ])
})

test('200 the summary of a broker values at the last close on or before its day, else at the last trade', async () => {
  const app = await setUp()
  const { call, user, put, id } = app
  const broker = await createBroker(app, user)
  const trade = { broker_id: broker, asset_id: id, type: 'BUY', date: '2026-01-02', quantity: '10', price: '5', currency: 'EUR' }
  expect((await call(user, 'POST', '/transactions', trade)).status).toBe(201)
  await put([
    { date: '2026-01-05', close: '7.5' },
    { date: '2026-03-01', close: '9' },
  ])
  const summary = async (day: string) =>
    (await call(user, 'GET', `/brokers/${broker}/summary?as_of=${day}&currency=EUR`)).as(BrokerSummary)
  const early = await summary('2026-01-03')
  expect(early.holdings[0]).toMatchObject({ price: '5', price_source: 'trade', market_value: '50' })
  expect(early.warnings.map((one) => one.code)).toContain('price-missing')
  const later = await summary('2026-02-01')
  expect(later.holdings[0]).toMatchObject({
    price: '7.5',
    price_date: '2026-01-05',
    price_source: 'close',
    market_value: '75',
    unrealised_gain: '25',
  })
  expect(later.warnings.map((one) => one.code)).not.toContain('price-missing')
})
