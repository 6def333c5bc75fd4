import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { fxProviders } from '#plugins/fx/index.ts'
import { DiscoveredRoute, FxCurrency, FxProvider, FxRoute } from '#src/fx/schema.ts'
import { createTestApp } from '#test/support/app.ts'

const step = (from: string, to: string, provider: string) => ({ from, to, provider })
const chain = [step('USD', 'EUR', 'ECB'), step('EUR', 'CHF', 'SNB')]

async function setup() {
  const app = await createTestApp({ deps: { plugins: { brim: [], assets: [], fx: fxProviders } } })
  const [admin, user] = [await app.createUser(), await app.createUser()]
  const register = (chain_steps: unknown, by = user) => app.call(by, 'POST', '/fx/providers/routes', { chain_steps })
  return { ...app, admin, user, register }
}

test('200 for the providers, MANUAL among them, with what route finding needs; 304 with their tag', async () => {
  const { call, user } = await setup()
  const answer = await call(user, 'GET', '/fx/providers')
  expect(answer.status).toBe(200)
  const providers = answer.as(z.array(FxProvider))
  expect(providers.map((one) => one.code)).toEqual(fxProviders.map((one) => one.code))
  expect(providers.length).toBeGreaterThanOrEqual(31)
  expect(providers.find((one) => one.code === 'ECB')).toMatchObject({
    base_currencies: ['EUR'],
    target_currencies: expect.arrayContaining(['USD', 'JPY']),
    historic_currencies: expect.arrayContaining(['HRK', 'BGN']),
    history_from: '1999-01-04',
    fresh_days: 7,
  })
  expect(providers.find((one) => one.code === 'MANUAL')).toMatchObject({
    base_currencies: [],
    target_currencies: [],
    schedule: null,
  })
  expect(providers.find((one) => one.code === 'SNB')?.fresh_days).toBe(45)
  expect(providers.find((one) => one.code === 'BANXICO')?.key).toMatchObject({
    setting: 'BANXICO_TOKEN',
    required: true,
    is_set: false,
  })
  const tag = answer.headers.get('etag') ?? ''
  const again = await call(user, 'GET', '/fx/providers', undefined, { 'If-None-Match': tag })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await call(user, 'GET', '/fx/providers', undefined, { 'If-None-Match': '"other"' })).status).toBe(200)
})

test('200 for an icon at the address that a provider names', async () => {
  const { call, user } = await setup()
  const [first] = (await call(user, 'GET', '/fx/providers')).as(z.array(FxProvider))
  const icon = await call(user, 'GET', first!.icon_url!.replace('/api/v1', ''))
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('200 for the currencies with their providers: about 180, by code', async () => {
  const { call, user } = await setup()
  const answer = await call(user, 'GET', '/fx/currencies')
  const currencies = answer.as(z.array(FxCurrency))
  expect(currencies.length).toBeGreaterThan(140)
  expect(currencies.map((one) => one.code)).toEqual(currencies.map((one) => one.code).toSorted())
  expect(currencies.find((one) => one.code === 'USD')?.providers).toEqual(expect.arrayContaining(['ECB', 'FED', 'BOE']))
  expect((await call(user, 'GET', '/fx/currencies', undefined, { 'If-None-Match': answer.headers.get('etag')! })).status).toBe(
    304,
  )
})

test('201 for a chain, registered unchanged, with its pair in alphabetical order and a Location', async () => {
  const { call, user, register } = await setup()
  const answer = await register(chain)
  expect(answer.status).toBe(201)
  const route = answer.as(FxRoute)
  expect(route).toMatchObject({ from: 'USD', to: 'CHF', pair: 'CHF/USD', chain_steps: chain, priority: 1, created_by: user.id })
  expect(answer.headers.get('location')).toBe(`/api/v1/fx/providers/routes/${route.id}`)
  expect((await register([step('CHF', 'EUR', 'ECB'), step('EUR', 'USD', 'ECB')])).as(FxRoute).priority).toBe(2)
  expect((await register([step('EUR', 'USD', 'ECB')])).as(FxRoute)).toMatchObject({ pair: 'EUR/USD', priority: 1 })
  expect((await call(user, 'GET', '/fx/providers/routes')).as(z.array(FxRoute)).map((one) => [one.pair, one.priority])).toEqual([
    ['CHF/USD', 1],
    ['CHF/USD', 2],
    ['EUR/USD', 1],
  ])
})

test('201 for a currency that ended, where the provider has its history', async () => {
  const { register } = await setup()
  expect((await register([step('HRK', 'EUR', 'ECB')])).status).toBe(201)
})

test('201 for a single step by hand, of any pair', async () => {
  const { register } = await setup()
  expect((await register([step('KPW', 'EUR', 'MANUAL')])).as(FxRoute)).toMatchObject({ pair: 'EUR/KPW' })
})

test('409 for the same chain again, also in the other direction', async () => {
  const { register } = await setup()
  const { id } = (await register(chain)).as(FxRoute)
  for (const steps of [chain, [step('CHF', 'EUR', 'SNB'), step('EUR', 'USD', 'ECB')]])
    expect((await register(steps)).body).toMatchObject({ status: 409, code: 'fx/route-exists', route_id: id })
})

test('409 for one of two registrations of the same chain at once, in either direction', async () => {
  const { call, user, register } = await setup()
  const answers = await Promise.all([
    register(chain),
    register([step('CHF', 'EUR', 'SNB'), step('EUR', 'USD', 'ECB')]),
    register(chain),
  ])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409])
  expect((await call(user, 'GET', '/fx/providers/routes')).as(z.array(FxRoute))).toHaveLength(1)
})

const refused: Record<string, [steps: unknown, pointers: string[]]> = {
  'no step': [[], ['/chain_steps']],
  'five steps': [Array.from({ length: 5 }, () => step('USD', 'EUR', 'ECB')), ['/chain_steps/4']],
  'steps that do not join': [[step('USD', 'EUR', 'ECB'), step('GBP', 'CHF', 'SNB')], ['/chain_steps/1/from']],
  'an unknown provider': [[step('USD', 'EUR', 'NOPE')], ['/chain_steps/0/provider']],
  'an unknown currency': [[step('USD', 'XXZ', 'ECB')], ['/chain_steps/0/to']],
  'a pair that the provider has in neither direction': [[step('USD', 'CHF', 'ECB')], ['/chain_steps/0']],
  'a loop': [[step('USD', 'EUR', 'ECB'), step('EUR', 'USD', 'FED')], ['/chain_steps/1/to']],
  'a currency twice': [
    [step('USD', 'EUR', 'ECB'), step('EUR', 'GBP', 'BOE'), step('GBP', 'EUR', 'ECB'), step('EUR', 'CHF', 'SNB')],
    ['/chain_steps/2/to'],
  ],
  'a provider three times': [
    [step('JPY', 'EUR', 'ECB'), step('EUR', 'USD', 'ECB'), step('USD', 'GBP', 'FED'), step('GBP', 'EUR', 'ECB')],
    ['/chain_steps/3/to', '/chain_steps/3/provider'],
  ],
  'MANUAL within a chain': [[step('USD', 'EUR', 'MANUAL'), step('EUR', 'CHF', 'SNB')], ['/chain_steps/0/provider']],
  'a step to the same currency': [[step('USD', 'USD', 'ECB')], ['/chain_steps/0/to']],
  'lower case': [[step('usd', 'eur', 'ecb')], ['/chain_steps/0/from', '/chain_steps/0/to', '/chain_steps/0/provider']],
  'several faults at once': [
    [step('USD', 'CHF', 'ECB'), step('CHF', 'EUR', 'NOPE')],
    ['/chain_steps/0', '/chain_steps/1/provider'],
  ],
  'an unknown field': [[{ ...step('USD', 'EUR', 'ECB'), rate: 1 }], ['/chain_steps/0/rate']],
}
for (const [what, [steps, pointers]] of Object.entries(refused))
  test(`422 naming the step for ${what}`, async () => {
    const { call, user, register } = await setup()
    const answer = await register(steps)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual(pointers)
    expect((await call(user, 'GET', '/fx/providers/routes')).body).toEqual([])
  })

test('403 for adding where shared_data is for superusers; they may', async () => {
  const { call, admin, register } = await setup()
  await call(admin, 'PATCH', '/settings', { shared_data: 'superusers' })
  expect((await register(chain)).body).toMatchObject({ status: 403, code: 'fx/adding-restricted' })
  expect((await register(chain, admin)).status).toBe(201)
})

test('200 and 204 for superusers where a route is for all and for whose it is, 403 for others, 404 for none', async () => {
  const app = await setup()
  const shared = `/fx/providers/routes/${(await app.register(chain, app.admin)).body.id}`
  expect((await app.call(app.user, 'PATCH', shared, { priority: 3 })).body).toMatchObject({ status: 403, code: 'fx/not-yours' })
  expect((await app.call(app.user, 'DELETE', shared)).status).toBe(403)
  expect((await app.call(app.admin, 'DELETE', shared)).status).toBe(204)
  const path = `/fx/providers/routes/${(await app.register(chain)).body.id}`
  expect((await app.call(app.user, 'PATCH', path, { priority: 3 })).as(FxRoute).priority).toBe(3)
  expect((await app.call(app.user, 'PATCH', path, { priority: 2 })).as(FxRoute).priority).toBe(2)
  for (const priority of [0, 1.5, '1', null]) expect((await app.call(app.user, 'PATCH', path, { priority })).status).toBe(422)
  expect((await app.call(app.user, 'DELETE', path)).status).toBe(204)
  expect((await app.call(app.user, 'DELETE', path)).body).toMatchObject({ status: 404, code: 'fx/route-not-found' })
  expect((await app.call(app.user, 'PATCH', path, { priority: 1 })).status).toBe(404)
})

test('200 for a route for all whose creator has left: superusers may still remove it', async () => {
  const app = await setup()
  const other = await app.createUser({ isSuperuser: true })
  const { id } = (await app.register(chain, other)).body
  await app.store.writer.deleteFrom('user').where('id', '=', other.id).execute()
  expect((await app.call(app.admin, 'GET', '/fx/providers/routes')).as(z.array(FxRoute))).toMatchObject([
    { id, created_by: null },
  ])
  expect((await app.call(app.admin, 'DELETE', `/fx/providers/routes/${id}`)).status).toBe(204)
})

test('200 for discovery: ready to be registered, registered legs count, both orders, limits', async () => {
  const { call, user, register } = await setup()
  await register([step('EUR', 'USD', 'ECB')])
  const find = async (query: string) =>
    (await call(user, 'GET', `/fx/providers/routes/discover?${query}`)).as(z.array(DiscoveredRoute))
  const routes = await find('from=USD&to=CHF&limit=3000')
  expect(routes.length).toBeGreaterThan(1000)
  const chains = routes.filter((one) => one.chain_steps.length === 2)
  expect(chains[0]?.registered_legs).toBe(1)
  expect(chains.map((one) => one.registered_legs)).toEqual(chains.map((one) => one.registered_legs).toSorted((a, b) => b - a))
  expect((await register(chains[0]?.chain_steps)).status).toBe(201)
  const bySteps = await find('from=USD&to=CHF&order=steps')
  expect(bySteps).toHaveLength(200)
  expect(bySteps.map((one) => one.chain_steps.length)).toEqual(bySteps.map((one) => one.chain_steps.length).toSorted())
  expect((await find('from=USD&to=CHF&max_steps=1')).every((one) => one.chain_steps.length === 1)).toBe(true)
  expect(await find('from=EUR&to=EUR')).toEqual([])
  expect(JSON.stringify(routes)).not.toContain('MANUAL')
})

test('200 for discovery: long lists, which are streamed, are to the letter what short ones are', async () => {
  const { call, user, register } = await setup()
  await register([step('EUR', 'USD', 'ECB')])
  const text = async (limit: number) =>
    (await call(user, 'GET', `/fx/providers/routes/discover?from=USD&to=CHF&limit=${limit}`)).text
  const [short, long] = [await text(1000), await text(1001)]
  expect(long.startsWith(`${short.slice(0, -1)},{"key":`)).toBe(true)
  expect(JSON.parse(long)).toHaveLength(1001)
  expect(JSON.parse(await text(5000)).slice(0, 1001)).toEqual(JSON.parse(long))
})

test('422 for discovery without a currency, with one that is none, and beyond its limits', async () => {
  const { call, user } = await setup()
  for (const query of [
    'to=EUR',
    'from=us&to=EUR',
    'from=USD&to=EUR&limit=20001',
    'from=USD&to=EUR&max_steps=5',
    'from=USD&to=EUR&depth=2',
  ])
    expect((await call(user, 'GET', `/fx/providers/routes/discover?${query}`)).status).toBe(422)
})

test('401 without a session on every operation of the room', async () => {
  const { call } = await setup()
  const operations = [
    ['GET', '/fx/providers'],
    ['GET', '/fx/currencies'],
    ['GET', '/fx/providers/routes'],
    ['POST', '/fx/providers/routes'],
    ['GET', '/fx/providers/routes/discover?from=USD&to=EUR'],
    ['POST', '/fx/currencies/sync'],
    ['GET', '/fx/currencies/sync'],
    ['GET', '/fx/rates'],
    ['PUT', '/fx/rates'],
    ['DELETE', '/fx/rates?base=EUR&quote=USD'],
    ['GET', '/fx/convert?from=USD&to=EUR'],
    ['POST', '/fx/convert'],
  ] as const
  for (const [method, path] of operations)
    expect((await call(null, method, path, method === 'GET' ? undefined : {})).status).toBe(401)
})
