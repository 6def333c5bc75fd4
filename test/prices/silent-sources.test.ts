import { expect, test } from 'bun:test'
import { priceProviders } from '#plugins/assets/index.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { chunk, testProvider } from './provider.ts'

const CODES = priceProviders.filter(({ network }) => network).map(({ code }) => code)

/** Every source that reaches out, each of which says nothing until `giveUp`. */
async function setUp() {
  const silence = Promise.withResolvers<never>()
  silence.promise.catch(() => undefined)
  const requested: string[] = []
  const assets = CODES.map((code) =>
    testProvider({
      code,
      fetchPrices: async function* () {
        requested.push(code)
        await silence.promise
        yield chunk({})
      },
    }),
  )
  const app = await createTestApp({
    clock: () => new Date('2026-01-20T12:00:00Z'),
    deps: { plugins: { brim: [], fx: [], assets } },
  })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  for (const code of CODES) {
    const source = { price_source: { provider: code, identifier: 'x' } }
    const asset = { symbol: code, name: code, type: 'STOCK', currency: 'EUR', ...source }
    const { id } = (await app.call(user, 'POST', '/assets', asset)).body
    const line = { broker_id: broker, type: 'BUY', asset_id: id, date: '2026-01-05', quantity: '1', price: '10', currency: 'EUR' }
    expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
  }
  return { ...app, user, requested, giveUp: () => silence.reject(sourceError('timeout', 'It did not answer.')) }
}

test('while all sources at once are silent, reports answer, and so do writes; then each asset says why it failed', async () => {
  const { call, user, requested, giveUp } = await setUp()
  expect(CODES.length).toBeGreaterThanOrEqual(20)
  const started = await call(user, 'POST', '/assets/prices/refresh', {}, { Prefer: 'respond-async' })
  expect(started.status).toBe(202)
  while (requested.length < 4) await Bun.sleep(1)
  const before = requested.length
  const holdings = await call(user, 'GET', '/portfolio/holdings?currency=EUR')
  expect([holdings.status, holdings.body.holdings.length]).toEqual([200, CODES.length])
  expect((await call(user, 'GET', '/portfolio/performance?currency=EUR')).status).toBe(200)
  expect((await call(user, 'PUT', '/assets/1/prices', [{ date: '2026-01-19', close: '12' }])).status).toBe(200)
  expect(requested.length).toBe(before)
  giveUp()
  const job = async () => (await call(user, 'GET', `/jobs/${started.body.id}`)).body
  for (let state = await job(); state.state !== 'succeeded'; state = await job()) {
    expect(['queued', 'running']).toContain(state.state)
    await Bun.sleep(5)
  }
  const { assets } = (await job()).result
  expect(assets.map(({ state, detail }: { state: string; detail: string }) => `${state}: ${detail}`)).toEqual(
    CODES.map(() => 'failed: It did not answer.'),
  )
})
