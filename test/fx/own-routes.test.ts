/** Whose routes count: those of ordinary users for themselves, those of superusers for all. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { DiscoveredRoute, FxRoute } from '#src/fx/schema.ts'
import type { TestUser } from '#test/support/app.ts'
import { syncApp, TODAY, table, tableProvider } from './source.ts'
import { storeRates } from './store.ts'

const [ONE, TWO] = [tableProvider('ONE', 'EUR', 'USD CHF'), tableProvider('TWO', 'EUR', 'USD CHF')]
const OVER_TWO = [['EUR', 'USD', 'TWO']] as const
const OVER_ONE = [['EUR', 'USD', 'ONE']] as const

async function setup() {
  const app = await syncApp([ONE, TWO], ({ url }) => table('USD CHF', TODAY, TODAY, () => (url.includes('one') ? '2' : '4')))
  const { admin, createUser, call } = app
  const [user, stranger] = [await createUser(), await createUser()]
  const register = (by: TestUser, steps: readonly (readonly [string, string, string])[]) =>
    call(by, 'POST', '/fx/providers/routes', { chain_steps: steps.map(([from, to, provider]) => ({ from, to, provider })) })
  const routes = async (by: TestUser) => (await call(by, 'GET', '/fx/providers/routes')).as(z.array(FxRoute))
  const legs = async (by: TestUser) =>
    (await call(by, 'GET', '/fx/providers/routes/discover?from=EUR&to=USD&max_steps=1'))
      .as(z.array(DiscoveredRoute))
      .map((one) => [one.key, one.registered_legs])
  const convert = async (by: TestUser) => (await call(by, 'GET', '/fx/convert?from=EUR&to=USD&amount=1')).body.amount
  await storeRates(app, 'ONE', [['EUR', 'USD', TODAY, '2']])
  await storeRates(app, 'TWO', [['EUR', 'USD', TODAY, '4']])
  return { ...app, admin, user, stranger, register, routes, legs, convert }
}

test('a route of an ordinary user is their own: nobody else lists, counts or converts by it', async () => {
  const { register, routes, legs, convert, admin, user, stranger } = await setup()
  expect(await convert(stranger)).toBe('2')
  const before = await legs(stranger)
  const own = (await register(user, OVER_TWO)).as(FxRoute)
  expect(own).toMatchObject({ shared: false, priority: 1, created_by: user.id })
  expect([await convert(user), await convert(stranger), await convert(admin)]).toEqual(['4', '2', '2'])
  expect(await legs(user)).toEqual([
    ['EUR-USD:TWO', 1],
    ['EUR-USD:ONE', 0],
  ])
  for (const other of [stranger, admin]) {
    expect(await legs(other)).toEqual(before)
    expect(await routes(other)).toEqual([])
  }
  expect(await routes(user)).toEqual([own])
})

test('a route of a superuser is for all, before those that a user registers later; priorities of others stay', async () => {
  const { register, routes, convert, admin, user, stranger } = await setup()
  const shared = (await register(admin, OVER_TWO)).as(FxRoute)
  expect(shared).toMatchObject({ shared: true, priority: 1 })
  expect((await register(user, OVER_ONE)).as(FxRoute)).toMatchObject({ shared: false, priority: 2 })
  expect(await convert(user)).toBe('4')
  expect(await routes(stranger)).toEqual([shared])
})

test('a user gives their own route the place before the shared one; the shared one is not theirs', async () => {
  const { register, convert, call, admin, user, stranger } = await setup()
  const shared = (await register(admin, OVER_TWO)).as(FxRoute)
  const own = (await register(user, OVER_ONE)).as(FxRoute)
  expect((await call(user, 'PATCH', `/fx/providers/routes/${own.id}`, { priority: 1 })).status).toBe(200)
  expect((await call(user, 'PATCH', `/fx/providers/routes/${shared.id}`, { priority: 9 })).body.code).toBe('fx/not-yours')
  expect((await call(admin, 'PATCH', `/fx/providers/routes/${shared.id}`, { priority: 9 })).status).toBe(200)
  expect([await convert(user), await convert(stranger)]).toEqual(['2', '4'])
})

test('404 for the route of somebody else, also for superusers', async () => {
  const { register, call, admin, user, stranger } = await setup()
  const { id } = (await register(user, OVER_TWO)).as(FxRoute)
  for (const other of [stranger, admin]) {
    expect((await call(other, 'PATCH', `/fx/providers/routes/${id}`, { priority: 9 })).body.code).toBe('fx/route-not-found')
    expect((await call(other, 'DELETE', `/fx/providers/routes/${id}`)).body.code).toBe('fx/route-not-found')
  }
  expect((await call(user, 'DELETE', `/fx/providers/routes/${id}`)).status).toBe(204)
})

test('409 for a route that one sees already; what others have for themselves does not count', async () => {
  const { register, admin, user, stranger } = await setup()
  const first = (await register(user, OVER_TWO)).as(FxRoute)
  expect((await register(user, OVER_TWO)).body).toMatchObject({ code: 'fx/route-exists', route_id: first.id })
  expect((await register(stranger, OVER_TWO)).status).toBe(201)
  const shared = (await register(admin, OVER_TWO)).as(FxRoute)
  expect((await register(admin, OVER_TWO)).body).toMatchObject({ code: 'fx/route-exists', route_id: shared.id })
  expect((await register(user, OVER_ONE)).status).toBe(201)
})

test('a sync fetches the legs of everybody’s routes', async () => {
  const { register, sync, user } = await setup()
  await register(user, [['EUR', 'CHF', 'TWO']])
  expect((await sync()).body.pairs).toMatchObject([{ pair: 'CHF/EUR', provider: 'TWO' }])
})

test('routes of a user go with the user, shared ones stay', async () => {
  const { register, call, admin, user, store, createUser } = await setup()
  const other = await createUser({ isSuperuser: true })
  await register(user, OVER_TWO)
  await register(other, OVER_ONE)
  for (const one of [user, other]) expect((await call(admin, 'DELETE', `/users/${one.id}`)).status).toBe(204)
  expect(await store.reader.selectFrom('fx_route').select(['route_key', 'created_by', 'user_id']).execute()).toEqual([
    { route_key: 'EUR-USD:ONE', created_by: null, user_id: null },
  ])
})
