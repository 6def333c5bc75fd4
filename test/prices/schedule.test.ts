import { expect, test } from 'bun:test'
import { definePrices } from '#plugins/assets/provider.ts'
import { refreshWhenDue, startPriceSchedule } from '#src/prices/schedule.ts'
import { testProvider } from '#test/prices/provider.ts'
import { createTestApp } from '#test/support/app.ts'

async function setUp(env: Record<string, string> = {}) {
  let time = new Date('2026-01-20T12:05:00Z')
  const provider = testProvider({
    fetchPrices: async function* () {
      yield { prices: [{ date: '2026-01-19', close: '10', currency: 'EUR' }], issues: [] }
    },
  })
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [provider] } }, clock: () => time, env })
  const user = await app.createUser()
  await app.call(user, 'POST', '/assets', {
    symbol: 'A',
    name: 'A',
    type: 'STOCK',
    currency: 'EUR',
    price_source: { provider: 'TEST', identifier: 'a' },
  })
  const change = (settings: object) => app.call(user, 'PATCH', '/settings', settings)
  const at = async (text: string) => {
    time = new Date(text)
    return (await refreshWhenDue(app.deps))?.map((one) => one.state) ?? null
  }
  return { at, change, deps: app.deps }
}

test('the schedule refreshes once in each stretch of price_refresh_minutes', async () => {
  const { at, change } = await setUp()
  expect(await at('2026-01-20T12:05:00Z')).toEqual(['added'])
  expect(await at('2026-01-20T12:59:59Z')).toBeNull()
  expect(await at('2026-01-20T13:00:00Z')).toEqual(['unchanged'])
  expect((await change({ price_refresh_minutes: 5 })).status).toBe(200)
  expect(await at('2026-01-20T13:05:00Z')).toEqual(['unchanged'])
  expect((await change({ price_refresh_enabled: false })).status).toBe(200)
  expect(await at('2026-01-20T15:00:00Z')).toBeNull()
})

test('the schedule rests while the disk is at its reserve or the database is damaged', async () => {
  const { at, deps } = await setUp()
  const { storage } = deps
  for (const bad of [{ room: async () => 0 }, { damage: () => 'a page' }]) {
    Object.assign(deps, { storage: { ...storage, ...bad } })
    expect(await at('2026-01-20T12:05:00Z')).toBeNull()
  }
  Object.assign(deps, { storage })
  expect(await at('2026-01-20T12:06:00Z')).toEqual(['added'])
})

test('the schedule rests while the service is offline', async () => {
  const { at } = await setUp({ OFFLINE: 'true' })
  expect(await at('2026-01-20T12:05:00Z')).toBeNull()
})

test('the clock of the schedule fetches by itself; stopping ends what is under way and nothing comes after', async () => {
  const requested: AbortSignal[] = []
  const provider = definePrices({
    ...{
      code: 'TEST',
      name: 'Test',
      description: 'For tests',
      website: '',
      attribution: '',
      adjusted: 'none',
      identifierHint: 'x',
    },
    fetchPrices: async function* (_, { signal }) {
      if (signal) requested.push(signal)
      yield { prices: [{ date: '2026-01-19', close: '10', currency: 'EUR' }], issues: [] }
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
    },
  })
  const app = await createTestApp({
    deps: { plugins: { brim: [], fx: [], assets: [provider] } },
    clock: () => new Date('2026-01-20T12:05:00Z'),
  })
  const user = await app.createUser()
  const body = { symbol: 'A', name: 'A', type: 'STOCK', currency: 'EUR', price_source: { provider: 'TEST', identifier: 'a' } }
  const { id } = (await app.call(user, 'POST', '/assets', body)).body
  const schedule = startPriceSchedule(app.deps, 5)
  const stored = async () => (await app.call(user, 'GET', `/assets/${id}/prices`)).body.length
  for (let turn = 0; turn < 2_000 && (await stored()) === 0; turn++) await Bun.sleep(5)
  expect(await stored()).toBe(1)
  await Bun.sleep(40)
  expect([requested.length, requested[0]?.aborted]).toEqual([1, false])
  schedule.stop()
  await Bun.sleep(40)
  expect([requested.length, requested[0]?.aborted]).toEqual([1, true])
  app.deps.log.flush()
  expect(app.logged.join('')).not.toContain('the schedule of prices failed')
})
