/** Routes that nobody registers: for the currencies at a user's brokers, to the currency of their reports. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { routeWhatIsNeeded, startRouteWatch } from '#src/fx/route-watch.ts'
import { syncWhenDue } from '#src/fx/schedule.ts'
import { FxRoute } from '#src/fx/schema.ts'
import type { TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { daysOf, syncApp, TODAY, table, tableProvider } from './source.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD CHF GBP', { historyFrom: '2010-01-01' })
const SOUTH = tableProvider('SOUTH', 'EUR', 'USD ISK', { historyFrom: '2010-01-01' })

async function setup(env: Record<string, string> = {}) {
  const answer = ({ url }: { url: string }) =>
    table(url.includes('north') ? 'USD CHF GBP' : 'USD ISK', daysOf(url).from, daysOf(url).to, () => '2')
  const app = await syncApp([NORTH, SOUTH], answer, env)
  const { call, createUser, admin, deps } = app
  const [user, stranger] = [await createUser(), await createUser()]
  const broker_id = await createBroker(app, user)
  const write = async (create: object[]) => {
    const { status, body } = await call(user, 'POST', '/transactions/batch', {
      create: create.map((one) => ({ broker_id, ...one })),
    })
    expect([status, body.problems ?? []]).toEqual([200, []])
  }
  const deposit = (currency: string, date: string) => write([{ type: 'DEPOSIT', date, currency, amount: '8' }])
  const routes = async (by: TestUser) => (await call(by, 'GET', '/fx/providers/routes')).as(z.array(FxRoute))
  const pairs = async (by: TestUser) =>
    (await routes(by)).map((one) => `${one.pair} ${one.chain_steps.map((step) => step.provider)}`)
  const set = async (settings: object) => expect((await call(admin, 'PATCH', '/settings', settings)).status).toBe(200)
  const run = () => routeWhatIsNeeded(deps)
  return { ...app, user, stranger, broker_id, write, deposit, routes, pairs, set, run }
}

test('a currency of a ledger gets a route to the reporting currency, and its rates from the first day needed on', async () => {
  const { deposit, run, routes, calls, call, user, stranger, admin } = await setup()
  await deposit('USD', '2024-03-04')
  expect(calls).toEqual([])
  expect((await run())?.pairs).toMatchObject([{ base: 'EUR', quote: 'USD', provider: 'NORTH' }])
  const [route, ...rest] = await routes(user)
  expect(rest).toEqual([])
  expect(route).toMatchObject({ pair: 'EUR/USD', from: 'USD', to: 'EUR', automatic: true, created_by: null, shared: false })
  expect(calls.map(({ url }) => daysOf(url))).toEqual([{ from: '2024-02-26', to: TODAY }])
  expect((await call(user, 'GET', '/fx/convert?from=USD&to=EUR&amount=8&date=2024-03-04')).body).toMatchObject({
    amount: '4',
    route_id: route?.id,
  })
  for (const other of [stranger, admin]) {
    expect(await routes(other)).toEqual([])
    expect((await call(other, 'GET', '/fx/convert?from=USD&to=EUR&amount=8')).body.code).toBe('fx/no-rate')
    expect((await call(other, 'DELETE', `/fx/providers/routes/${route?.id}`)).body.code).toBe('fx/route-not-found')
  }
  expect(await run()).toBeNull()
  expect(calls).toHaveLength(1)
})

test('what a stranger needs shows in no list and no answer of others, nor in what a sync of theirs fetches', async () => {
  const { deposit, run, call, calls, stranger, admin } = await setup()
  const answers = async () =>
    await Promise.all(
      ['/fx/providers/routes', '/fx/currencies/sync', '/fx/coverage', '/fx/convert?from=USD&to=EUR&amount=1', '/fx/rates'].map(
        async (path) => (await call(stranger, 'GET', path)).text.replace(/"request_id":"[^"]*"/, ''),
      ),
    )
  const before = await answers()
  await deposit('USD', '2024-03-04')
  await run()
  expect(await answers()).toEqual(before)
  calls.length = 0
  expect((await call(stranger, 'POST', '/fx/currencies/sync', {})).body.pairs).toEqual([])
  expect(calls).toEqual([])
  const named = await call(stranger, 'POST', '/fx/currencies/sync', { currencies: ['USD'] })
  expect(named.body).toMatchObject({ status: 422, code: 'fx/sync-invalid' })
  expect((await call(admin, 'GET', '/fx/currencies/sync')).body).toMatchObject([{ pair: 'EUR/USD' }])
})

test('members of a broker have a route each, to their own currency', async () => {
  const app = await setup()
  const partner = await app.createUser()
  const broker_id = await createBroker(app, partner, { members: [[app.user, 'VIEWER']] })
  const create = [{ broker_id, type: 'DEPOSIT', date: TODAY, currency: 'GBP', amount: '8' }]
  expect((await app.call(partner, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await app.call(partner, 'PATCH', '/auth/users/me/preferences', { currency: 'CHF' })).status).toBe(200)
  await app.run()
  expect(await app.pairs(app.user)).toEqual(['EUR/GBP NORTH'])
  expect(await app.pairs(partner)).toEqual(['CHF/GBP NORTH,NORTH'])
  expect((await app.call(app.user, 'PATCH', '/auth/users/me/preferences', { currency: 'GBP' })).status).toBe(200)
  expect(await app.run()).toBeNull()
  await app.deposit('CHF', TODAY)
  await app.run()
  expect(await app.pairs(app.user)).toEqual(['CHF/GBP NORTH,NORTH', 'EUR/GBP NORTH'])
})

test('what assets are quoted in counts, and what their closes are in', async () => {
  const app = await setup()
  const asset_id = await createAsset(app, { currency: 'CHF', createdBy: app.user.id })
  await app.write([{ type: 'ADJUSTMENT', date: '2024-05-02', asset_id, quantity: '3' }])
  await app.run()
  expect(await app.pairs(app.user)).toEqual(['CHF/EUR NORTH'])
  const prices = [{ date: '2024-05-03', close: '700', currency: 'ISK' }]
  expect((await app.call(app.user, 'PUT', `/assets/${asset_id}/prices`, prices)).status).toBe(200)
  await app.run()
  expect(await app.pairs(app.user)).toEqual(['CHF/EUR NORTH', 'EUR/ISK SOUTH'])
})

test('an older line fetches the days before, and nothing twice', async () => {
  const { deposit, run, calls } = await setup()
  await deposit('USD', '2024-03-04')
  await run()
  await deposit('USD', '2024-01-02')
  calls.length = 0
  await run()
  expect(calls.map(({ url }) => daysOf(url)).at(-1)).toEqual({ from: '2023-12-26', to: '2024-02-25' })
  await deposit('USD', '2024-01-03')
  expect(await run()).toBeNull()
})

test('a route of a person that shares the leg has its whole history', async () => {
  const { deposit, run, call, sync, calls, user, admin } = await setup()
  await deposit('USD', '2024-03-04')
  await run()
  const chain_steps = [{ from: 'USD', to: 'EUR', provider: 'NORTH' }]
  expect((await call(admin, 'POST', '/fx/providers/routes', { chain_steps })).status).toBe(201)
  calls.length = 0
  await sync()
  expect(calls.map(({ url }) => daysOf(url).from)).toContain('2010-01-01')
  expect((await call(user, 'GET', '/fx/convert?from=USD&to=EUR&amount=8&date=2011-01-01')).status).toBe(200)
})

test('a removed route does not come back until its user registers one of the pair and removes that too', async () => {
  const { deposit, run, routes, call, user, broker_id, store } = await setup()
  await deposit('USD', TODAY)
  await run()
  const [route] = await routes(user)
  expect((await call(user, 'DELETE', `/fx/providers/routes/${route?.id}`)).status).toBe(204)
  expect([await run(), await routes(user)]).toEqual([null, []])
  await deposit('USD', '2024-01-02')
  expect([await run(), await routes(user)]).toEqual([null, []])
  const chain_steps = [{ from: 'EUR', to: 'USD', provider: 'SOUTH' }]
  const own = (await call(user, 'POST', '/fx/providers/routes', { chain_steps })).as(FxRoute)
  expect(own).toMatchObject({ automatic: false, priority: 1, created_by: user.id })
  expect(await store.reader.selectFrom('fx_declined_route').selectAll().execute()).toEqual([])
  expect(await run()).toBeNull()
  expect((await call(user, 'DELETE', `/fx/providers/routes/${own.id}`)).status).toBe(204)
  expect([await run(), await routes(user)]).toEqual([null, []])
  expect((await call(user, 'DELETE', `/brokers/${broker_id}?force=true`)).status).toBeLessThan(500)
})

test('a route that a person registers comes before the automatic one; the same chain takes its place', async () => {
  const { deposit, run, routes, call, user } = await setup()
  await deposit('USD', TODAY)
  await run()
  const register = (provider: string) =>
    call(user, 'POST', '/fx/providers/routes', { chain_steps: [{ from: 'EUR', to: 'USD', provider }] })
  expect((await register('SOUTH')).body).toMatchObject({ priority: 1, automatic: false })
  expect((await routes(user)).map((one) => [one.chain_steps[0]?.provider, one.automatic])).toEqual([
    ['SOUTH', false],
    ['NORTH', true],
  ])
  expect((await register('NORTH')).body).toMatchObject({ priority: 2, automatic: false, created_by: user.id })
  expect((await routes(user)).map((one) => [one.chain_steps[0]?.provider, one.automatic])).toEqual([
    ['SOUTH', false],
    ['NORTH', false],
  ])
  expect((await register('NORTH')).body.code).toBe('fx/route-exists')
})

test('nothing is registered where a route counts for the user, where the service is offline or a setting is off', async () => {
  const { deposit, run, routes, register, set, deps, calls, user } = await setup()
  await deposit('USD', TODAY)
  for (const off of [{ auto_fx_routes: false }, { fx_sync_enabled: false }]) {
    await set(off)
    expect([await run(), await routes(user)]).toEqual([null, []])
    await set({ auto_fx_routes: null, fx_sync_enabled: null })
  }
  expect(await routeWhatIsNeeded({ ...deps, config: { ...deps.config, offline: true } })).toBeNull()
  expect(await routeWhatIsNeeded({ ...deps, storage: { ...deps.storage, room: async () => 0 } })).toBeNull()
  await register(['USD', 'EUR', 'SOUTH'])
  expect([await run(), await routes(user)]).toMatchObject([null, [{ shared: true }]])
  expect(calls).toEqual([])
})

test('chains of stored rates that served before go on serving the days that the new route does not have', async () => {
  const { deposit, run, call, user } = await setup()
  const early = '2020-06-01'
  await deposit('USD', TODAY)
  await run()
  expect((await call(user, 'POST', '/fx/currencies/sync', { providers: ['SOUTH'], from: early, to: early })).status).toBe(200)
  const source = async (date: string) =>
    (await call(user, 'GET', `/fx/convert?from=USD&to=EUR&amount=8&date=${date}`)).body.steps?.[0].provider
  expect([await source(TODAY), await source(early)]).toEqual(['NORTH', 'SOUTH'])
})

test('where a stored series served, the route goes by it; what strangers fetched for themselves does not count', async () => {
  const { deposit, run, pairs, call, user, stranger, admin } = await setup()
  const fetch = async (by: TestUser, provider: string) => {
    const days = { from: TODAY, to: TODAY }
    expect((await call(by, 'POST', '/fx/currencies/sync', { providers: [provider], ...days })).status).toBe(200)
  }
  await fetch(admin, 'SOUTH')
  await fetch(stranger, 'NORTH')
  await deposit('USD', TODAY)
  await run()
  expect(await pairs(user)).toEqual(['EUR/USD SOUTH'])
})

test('the schedule registers and fetches, too', async () => {
  const { deposit, deps, pairs, user } = await setup()
  await deposit('USD', TODAY)
  expect((await syncWhenDue(deps))?.pairs).toMatchObject([{ base: 'EUR', quote: 'USD' }])
  expect(await pairs(user)).toEqual(['EUR/USD NORTH'])
})

test('the watch notices what was written, a moment after it; what fails does not end it', async () => {
  const { deposit, deps, pairs, user, stored, logged, state } = await setup()
  let broken = true
  const fetch = ((url: string, init: RequestInit) =>
    broken ? Promise.reject(new Error('down')) : deps.fetch(url, init)) as typeof deps.fetch
  const watch = startRouteWatch({ ...deps, fetch }, 5)
  await deposit('USD', TODAY)
  const until = async (isSo: () => Promise<boolean>) => {
    for (let turn = 0; turn < 2_000 && !(await isSo()); turn++) await Bun.sleep(10)
  }
  await until(async () => logged.join('').includes('of automatic routes'))
  expect([await pairs(user), await stored()]).toEqual([['EUR/USD NORTH'], []])
  broken = false
  await deposit('CHF', TODAY)
  await until(async () => (await stored()).length > 0)
  expect(await pairs(user)).toEqual(['CHF/EUR NORTH', 'EUR/USD NORTH'])
  watch.stop()
  await deposit('GBP', TODAY)
  await Bun.sleep(50)
  expect(await pairs(user)).toHaveLength(2)
  state.now = `${TODAY}T23:00:00Z`
})

test('where a source left out days that are needed, a second route by way of others has them; both serve', async () => {
  const gap = { from: '2024-02-01', to: '2024-04-30' }
  const day = (url: string) => daysOf(url)
  const answer = ({ url }: { url: string }) => {
    const whole = table('USD', day(url).from, day(url).to, () => (url.includes('north') ? '2' : '4'))
    if (!url.includes('north')) return whole
    return whole
      .split('\n')
      .filter((line) => !/^\d/.test(line) || line < gap.from || line.slice(0, 10) > gap.to)
      .join('\n')
  }
  const two = ['NORTH', 'SOUTH'].map((code) => tableProvider(code, 'EUR', 'USD', { historyFrom: '2010-01-01' }))
  const app = await syncApp(two, answer)
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  const create = [{ broker_id, type: 'DEPOSIT', date: '2024-01-10', currency: 'USD', amount: '8' }]
  expect((await app.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  await routeWhatIsNeeded(app.deps)
  expect((await app.call(user, 'GET', '/fx/coverage')).body).toMatchObject([
    { complete: true, gap_days: 0, route: { automatic: true } },
  ])
  const amount = async (date: string) =>
    (await app.call(user, 'GET', `/fx/convert?from=USD&to=EUR&amount=8&date=${date}`)).body.amount
  expect([await amount('2024-01-15'), await amount('2024-03-15'), await amount(TODAY)]).toEqual(['4', '2', '4'])
  const routes = (await app.call(user, 'GET', '/fx/providers/routes')).as(z.array(FxRoute))
  expect(routes.map((one) => [one.chain_steps[0]?.provider, one.automatic])).toEqual([
    ['NORTH', true],
    ['SOUTH', true],
  ])
  expect(await routeWhatIsNeeded(app.deps)).toBeNull()
})
