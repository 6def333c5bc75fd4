import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { Asset } from '#src/assets/schema.ts'
import { Price } from '#src/prices/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'

/** 50 on each of three days. */
const fifty: PriceProvider = {
  ...{ code: 'FIFTY', name: 'Fifty', description: 'Closes', website: 'https://fifty.example', attribution: 'Fifty' },
  ...{ adjusted: 'none', network: false, identifierHint: 'any', options: [], pauseMilliseconds: 0, assets: {} },
  check: () => [],
  async *fetchPrices({ currency }) {
    yield { prices: ['05', '06', '07'].map((day) => ({ date: `2026-01-${day}`, close: '50', currency })), issues: [] }
  },
}

async function setUp(rule?: 'everyone') {
  const app = await createTestApp({
    clock: () => new Date('2026-01-09T12:00:00.000Z'),
    deps: { plugins: { brim: [], fx: [], assets: [fifty] } },
  })
  const root = await app.createUser()
  const [holder, other] = [await app.createUser(), await app.createUser()]
  if (rule !== undefined) await setSharedData(app, rule)
  const body = {
    symbol: 'ACME',
    name: 'Acme',
    type: 'STOCK',
    currency: 'EUR',
    price_source: { provider: 'FIFTY', identifier: 'x' },
  }
  const { id } = (await app.call(holder, 'POST', '/assets', body)).as(Asset)
  const put = (by: TestUser, date: string, close: string) => app.call(by, 'PUT', `/assets/${id}/prices`, [{ date, close }])
  const buy = async (by: TestUser) => {
    const line = {
      broker_id: await createBroker(app, by),
      asset_id: id,
      type: 'BUY',
      date: '2026-01-02',
      quantity: '1',
      price: '5',
    }
    return (await app.call(by, 'POST', '/transactions', { ...line, currency: 'EUR' })).status
  }
  const closes = async () => {
    expect((await app.call(holder, 'POST', '/assets/prices/refresh', { asset_ids: [id] })).status).toBe(200)
    const prices = (await app.call(holder, 'GET', `/assets/${id}/prices`)).as(z.array(Price))
    return prices.map(({ close, source }) => `${close} ${source}`).reverse()
  }
  const verify = () => app.call(root, 'PATCH', `/assets/${id}`, { verified: true })
  return { ...app, root, holder, other, put, buy, closes, verify }
}

test('a close by hand goes before that of a provider while its holders may write it: once verified, a superuser’s does', async () => {
  // Strangers may book on a verified asset at any time: were it to depend on whether they have, they would change what its holders see.
  const { root, holder, put, buy, closes, verify } = await setUp()
  expect((await put(holder, '2026-01-05', '7')).status).toBe(200)
  expect(await closes()).toEqual(['7 MANUAL', '50 FIFTY', '50 FIFTY'])
  expect(await buy(holder)).toBe(201)
  expect((await put(holder, '2026-01-06', '8')).status).toBe(200)
  expect(await closes()).toEqual(['7 MANUAL', '8 MANUAL', '50 FIFTY'])
  expect((await verify()).status).toBe(200)
  expect(await closes()).toEqual(['50 FIFTY', '50 FIFTY', '50 FIFTY'])
  expect((await put(root, '2026-01-06', '8')).status).toBe(200)
  expect(await closes()).toEqual(['50 FIFTY', '8 MANUAL', '50 FIFTY'])
})

test('of an asset that strangers use, only closes that superusers entered go before those of a provider', async () => {
  const { root, holder, other, put, buy, closes, verify } = await setUp()
  await put(holder, '2026-01-05', '7')
  await put(root, '2026-01-06', '8')
  expect([await buy(holder), (await verify()).status, await buy(other)]).toEqual([201, 200, 201])
  expect((await put(holder, '2026-01-07', '9')).status).toBe(403)
  expect(await closes()).toEqual(['50 FIFTY', '8 MANUAL', '50 FIFTY'])
})

test('where shared_data is everyone, closes by hand stay whoever uses the asset', async () => {
  const { holder, other, put, buy, closes } = await setUp('everyone')
  await put(holder, '2026-01-05', '7')
  expect([await buy(holder), await buy(other)]).toEqual([201, 201])
  expect(await closes()).toEqual(['7 MANUAL', '50 FIFTY', '50 FIFTY'])
})
