/** Whose automatic chains a fetched series is part of: those of who requested it, of whose route it is a leg, or of all. */
import { expect, test } from 'bun:test'
import { syncWhenDue } from '#src/fx/schedule.ts'
import type { TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'
import { syncApp, TODAY, table, tableProvider } from './source.ts'

/** In the order of the alphabet, so that an automatic chain takes ANY before YET. */
const PROVIDERS = [tableProvider('ANY', 'EUR', 'USD CHF'), tableProvider('YET', 'EUR', 'USD CHF')]
const ANY = { providers: ['ANY'] }

async function setup() {
  const app = await syncApp(PROVIDERS, ({ url }) => table('USD CHF', TODAY, TODAY, () => (url.includes('any') ? '2' : '4')))
  const { call, createUser, admin } = app
  const [victim, stranger] = [await createUser(), await createUser()]
  const broker_id = await createBroker(app, victim)
  const create = [{ broker_id, type: 'DEPOSIT', date: TODAY, currency: 'USD', amount: '8' }]
  expect((await call(victim, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const ask = async (by: TestUser, body: object = {}) => {
    expect((await call(by, 'POST', '/fx/currencies/sync', body)).status).toBe(200)
  }
  const route = (by: TestUser, provider: string, to = 'USD') =>
    call(by, 'POST', '/fx/providers/routes', { chain_steps: [{ from: 'EUR', to, provider }] })
  const source = async (by: TestUser, to = 'USD') => {
    const { body } = await call(by, 'GET', `/fx/convert?from=EUR&to=${to}&amount=1`)
    return body.steps?.[0].provider ?? body.code
  }
  /** Eight dollars in euros, as a report has them. */
  const reported = async () => (await call(victim, 'GET', '/portfolio/holdings?currency=EUR')).body.cash[0].value
  return { ...app, admin, victim, stranger, ask, route, source, reported }
}

test('what a stranger fetches changes no conversion and no report of others, by providers that they name', async () => {
  const { ask, source, reported, admin, victim, stranger } = await setup()
  await ask(admin, { providers: ['YET'] })
  expect([await source(victim), await reported()]).toEqual(['YET', '2'])
  await ask(stranger, ANY)
  expect([await source(victim), await source(admin), await reported()]).toEqual(['YET', 'YET', '2'])
  expect(await source(stranger)).toBe('ANY')
})

test('nor by a route of their own, whoever runs the sync then', async () => {
  const { ask, call, route, source, reported, state, deps, admin, victim, stranger } = await setup()
  expect((await call(admin, 'PATCH', '/settings', { auto_fx_routes: false })).status).toBe(200)
  await ask(admin, { providers: ['YET'] })
  expect((await route(stranger, 'ANY')).body.shared).toBe(false)
  expect((await route(stranger, 'ANY', 'CHF')).status).toBe(201)
  for (const by of [stranger, victim, admin]) await ask(by)
  state.now = `${TODAY}T23:59:00Z`
  expect((await syncWhenDue(deps))?.pairs.map((one) => one.provider)).toEqual(['ANY', 'ANY'])
  expect([await source(victim), await source(admin), await reported()]).toEqual(['YET', 'YET', '2'])
  expect([await source(stranger), await source(stranger, 'CHF')]).toEqual(['ANY', 'ANY'])
})

test('where nothing else is known a stranger’s series is no way either, until one asks for it oneself', async () => {
  const { ask, source, reported, victim, stranger, admin } = await setup()
  await ask(stranger, ANY)
  expect([await source(victim), await reported()]).toEqual(['fx/no-rate', null])
  await ask(victim, ANY)
  expect([await source(victim), await source(admin), await reported()]).toEqual(['ANY', 'fx/no-rate', '4'])
})

test('two who ask for the same series at the same time both have it, and nobody else', async () => {
  const { ask, source, victim, stranger, admin } = await setup()
  await Promise.all([ask(stranger, ANY), ask(victim, ANY)])
  expect([await source(stranger), await source(victim), await source(admin)]).toEqual(['ANY', 'ANY', 'fx/no-rate'])
})

test('a series counts for all as soon as a superuser asks for it, or a route for all has it', async () => {
  const { ask, route, source, reported, victim, stranger, admin } = await setup()
  await ask(stranger, ANY)
  await ask(stranger, { providers: ['YET'] })
  expect(await source(victim)).toBe('fx/no-rate')
  await ask(admin, { providers: ['YET'], currencies: ['USD'] })
  expect([await source(victim), await source(victim, 'CHF'), await reported()]).toEqual(['YET', 'fx/no-rate', '2'])
  await route(admin, 'ANY', 'CHF')
  await ask(victim)
  expect([await source(victim), await source(victim, 'CHF')]).toEqual(['YET', 'ANY'])
  const other = await route(stranger, 'YET', 'CHF')
  expect(other.status).toBe(201)
  await ask(stranger)
  expect([await source(victim, 'CHF'), await source(stranger, 'CHF')]).toEqual(['ANY', 'ANY'])
})

test('where shared_data is everyone, what anybody fetches counts for all', async () => {
  const app = await setup()
  await setSharedData(app, 'everyone')
  await app.ask(app.stranger, ANY)
  expect([await app.source(app.victim), await app.reported()]).toEqual(['ANY', '4'])
})

test('whose account is removed leaves a series that is nobody’s', async () => {
  const { ask, call, source, victim, stranger, admin, store } = await setup()
  await ask(stranger, ANY)
  expect((await call(admin, 'DELETE', `/users/${stranger.id}`)).status).toBe(204)
  expect(await source(victim)).toBe('fx/no-rate')
  expect(await store.reader.selectFrom('fx_sync_user').selectAll().execute()).toEqual([])
})
