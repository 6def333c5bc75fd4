import { expect, test } from 'bun:test'
import { Asset } from '#src/assets/schema.ts'
import { HoldingsReport } from '#src/portfolio/holdings/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

async function setUp() {
  const app = await createTestApp({ clock: () => new Date('2026-06-30T12:00:00Z') })
  const user = await app.createUser()
  const body = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR' }
  const { id } = (await app.call(user, 'POST', '/assets', body)).as(Asset)
  const broker_id = await createBroker(app, user)
  const buy = { broker_id, asset_id: id, type: 'BUY', date: '2026-01-02', quantity: '10', price: '20', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions', buy)).status).toBe(201)
  for (const [from, to] of [
    ['EUR', 'USD'],
    ['EUR', 'GBP'],
  ] as const) {
    const route = { chain_steps: [{ from, to, provider: 'MANUAL' }] }
    expect((await app.call(user, 'POST', '/fx/providers/routes', route)).status).toBe(201)
  }
  const rates = [
    { base: 'EUR', quote: 'USD', date: '2026-01-02', rate: '1.1' },
    { base: 'EUR', quote: 'USD', date: '2026-03-31', rate: '1.25' },
    { base: 'EUR', quote: 'USD', date: '2026-06-30', rate: '1.6' },
    { base: 'EUR', quote: 'GBP', date: '2026-01-02', rate: '0.9' },
    { base: 'EUR', quote: 'GBP', date: '2026-06-30', rate: '0.8' },
  ]
  expect((await app.call(user, 'PUT', '/fx/rates', rates)).status).toBe(200)
  const put = async (date: string, close: string, currency?: string) =>
    expect((await app.call(user, 'PUT', `/assets/${id}/prices`, [{ date, close, currency }])).status).toBe(200)
  const holding = async (day: string) => {
    const report = (await app.call(user, 'GET', `/portfolio/holdings?as_of=${day}&currency=EUR`)).as(HoldingsReport)
    expect(report.warnings).toEqual([])
    const [row] = report.holdings
    return [row?.price, row?.currency, row?.market_value]
  }
  const change = async (fields: object) => expect((await app.call(user, 'PATCH', `/assets/${id}`, fields)).status).toBe(200)
  return { ...app, user, id, put, holding, change }
}

test('an asset that changed its currency: each price counts in the currency that it was in, whenever it was entered', async () => {
  const { put, holding, change, call, user, id } = await setUp()
  await put('2026-03-30', '24')
  expect(await holding('2026-03-31')).toEqual(['24', 'EUR', '240'])
  await change({ currency: 'USD' })
  expect(await holding('2026-03-31')).toEqual(['24', 'EUR', '240'])
  await put('2026-03-31', '30')
  expect(await holding('2026-03-31')).toEqual(['30', 'USD', '240'])
  await put('2026-06-30', '40')
  expect(await holding('2026-06-30')).toEqual(['40', 'USD', '250'])
  expect((await call(user, 'GET', `/assets/${id}`)).as(Asset).last_price).toMatchObject({ close: '40', currency: 'USD' })
})

test('a price in another currency than the asset’s, in pence too, is converted at the rate of its day', async () => {
  const { put, holding } = await setUp()
  await put('2026-06-30', '32', 'USD')
  expect(await holding('2026-06-30')).toEqual(['32', 'USD', '200'])
  await put('2026-06-30', '1760', 'GBX')
  expect(await holding('2026-06-30')).toEqual(['17.6', 'GBP', '220'])
})
