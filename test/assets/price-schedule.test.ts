import { expect, test } from 'bun:test'
import { definePrices } from '#plugins/assets/provider.ts'
import { refreshWhenDue } from '#src/assets/price-schedule.ts'
import { createTestApp } from '#test/support/app.ts'

async function setUp(env: Record<string, string> = {}) {
  let time = new Date('2026-01-20T12:05:00Z')
  const provider = definePrices({
    ...{
      code: 'TEST',
      name: 'Test',
      description: 'For tests',
      website: '',
      attribution: '',
      adjusted: 'none',
      identifierHint: 'Any text',
    },
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
  return { at, change }
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

test('the schedule rests while the service is offline', async () => {
  const { at } = await setUp({ OFFLINE: 'true' })
  expect(await at('2026-01-20T12:05:00Z')).toBeNull()
})
