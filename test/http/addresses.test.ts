/** What the address of a request may be: known names only, codes in any letter case, no slash too many. */
import { expect, test } from 'bun:test'
import { priceProviders } from '#plugins/assets/index.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { describedOperations, exampleBody, fillPath } from '#test/support/described.ts'
import { createBroker } from '#test/support/factories.ts'

async function setup(env: Record<string, string> = {}) {
  const app = await createTestApp({
    env,
    deps: { plugins: { brim: [], assets: priceProviders, fx: fxProviders } },
    clock: () => new Date('2026-06-30T12:00:00Z'),
  })
  return { ...app, user: await app.createUser() }
}

/** What a provider sends a browser back with is its own affair. */
const TAKES_ANY_QUERY = new Set(['finishSignIn'])

test('422 on every operation for a query name that it does not know, with those that it knows', async () => {
  const { call, user } = await setup()
  const other: unknown[] = []
  for (const operation of describedOperations) {
    const names = (operation.operation.parameters ?? []).filter((entry) => entry.in === 'query').map((entry) => entry.name)
    const path = fillPath(operation, { id: operation.path.includes('/jobs/') ? crypto.randomUUID() : 1 })
    const answer = await call(user, operation.method, `${path}?no-such-name=1`, exampleBody(operation) ?? {})
    const fault = answer.body?.errors?.find((one: { pointer: string }) => one.pointer === '/query/no-such-name')
    const listed: string[] = fault?.detail.match(/known are (.+)\.$/)?.[1].split(', ') ?? []
    const isListed = names.length === 0 ? fault?.detail.endsWith('it takes none.') : names.every((name) => listed.includes(name))
    if ((answer.status !== 422 || !isListed) && !TAKES_ANY_QUERY.has(operation.id))
      other.push([operation.id, answer.status, fault?.detail])
  }
  expect(other).toEqual([])
})

test('every fault of a query is named at once, unknown names among them', async () => {
  const { call, user } = await setup()
  const answer = await call(user, 'GET', '/portfolio/gains?owned=maybe&broker_id=1&from=yesterday')
  expect(answer.body.errors.map((one: { pointer: string }) => one.pointer).sort()).toEqual([
    '/query/broker_id',
    '/query/from',
    '/query/owned',
  ])
})

test('codes of currencies, countries and providers are taken in any letter case, in queries and bodies', async () => {
  const app = await setup()
  const { call, user } = app
  const broker = await createBroker(app, user)
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await call(user, method, path, body)
    expect([path, answer.status < 300 ? '' : answer.text]).toEqual([path, ''])
    return answer.body
  }
  const asset = {
    symbol: 'ACME',
    name: 'Acme',
    type: 'STOCK',
    currency: 'eur',
    country: 'it',
    allocation: { countries: { de: '1' } },
  }
  expect(await ok('POST', '/assets', asset)).toMatchObject({
    currency: 'EUR',
    country: 'IT',
    allocation: { countries: { DE: '1' } },
  })
  expect(await ok('GET', '/assets?currencies=eur')).toHaveLength(1)
  expect(await ok('PUT', '/fx/rates', [{ base: 'usd', quote: 'Eur', date: '2026-06-30', rate: '0.5' }])).toMatchObject({
    added: 1,
  })
  expect(await ok('GET', '/fx/rates?base=eur&quote=usd&provider=manual')).toHaveLength(1)
  expect(await ok('GET', '/fx/convert?from=usd&to=eur&amount=1')).toMatchObject({ from: 'USD', to: 'EUR', amount: '0.5' })
  expect((await ok('GET', '/fx/providers/routes/discover?from=usd&to=chf')).length).toBeGreaterThan(0)
  const line = { broker_id: broker, type: 'DEPOSIT', date: '2026-06-01', currency: 'usd', amount: '2' }
  expect(await ok('POST', '/transactions', line)).toMatchObject({ currency: 'USD' })
  expect(await ok('GET', '/transactions?currencies=usd')).toHaveLength(1)
  expect((await ok('GET', '/portfolio/holdings?currency=eur')).currency).toBe('EUR')
  expect((await ok('GET', `/brokers/${broker}/summary?currency=chf`)).currency).toBe('CHF')
  expect((await ok('PATCH', `/brokers/${broker}`, { currency: 'chf' })).currency).toBe('CHF')
  expect((await ok('PATCH', '/auth/users/me/preferences', { currency: 'chf' })).currency).toBe('CHF')
  await ok('PATCH', '/settings', { default_currency: 'usd' })
  expect((await ok('GET', '/settings/default_currency')).value).toBe('USD')
})

test('codes of minor units keep their case: pence never become pounds', async () => {
  const { call, user } = await setup()
  const asset = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'GBp' }
  expect((await call(user, 'POST', '/assets', asset)).body).toMatchObject({ status: 422, errors: [{ pointer: '/currency' }] })
  const { id } = (await call(user, 'POST', '/assets', { ...asset, currency: 'gbp' })).body
  const prices = [
    { date: '2026-06-29', close: '250', currency: 'GBp' },
    { date: '2026-06-30', close: '2.5', currency: 'gbp' },
  ]
  expect((await call(user, 'PUT', `/assets/${id}/prices`, prices)).status).toBe(200)
  expect((await call(user, 'GET', `/assets/${id}/prices`)).body).toMatchObject([{ close: '2.5' }, { close: '2.5' }])
})

test('422 for a country that is there twice in different letter case', async () => {
  const { call, user } = await setup()
  const body = {
    symbol: 'ACME',
    name: 'Acme',
    type: 'STOCK',
    currency: 'EUR',
    allocation: { countries: { de: '0.4', DE: '0.4' } },
  }
  expect((await call(user, 'POST', '/assets', body)).body).toMatchObject({
    status: 422,
    errors: [{ pointer: '/allocation/countries/DE' }],
  })
})

test('308 for a slash too many at the end of what is read, with the query; other methods and addresses stay 404', async () => {
  for (const base of ['', '/holdfast']) {
    const { call, user } = await setup(base === '' ? {} : { BASE_PATH: base })
    const answer = await call(user, 'GET', '/transactions/?limit=1&order=asc')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `${base}/api/v1/transactions?limit=1&order=asc`])
    expect((await call(user, 'HEAD', '/brokers//')).headers.get('location')).toBe(`${base}/api/v1/brokers`)
    expect((await call(user, 'GET', '/brokers/1/')).headers.get('location')).toBe(`${base}/api/v1/brokers/1`)
    for (const [method, path] of [
      ['POST', '/brokers/'],
      ['DELETE', '/brokers/1/'],
      ['GET', '/no-such-room/'],
      ['GET', '/brokers/1/nothing/'],
    ] as const)
      expect([path, (await call(user, method, path, method === 'POST' ? {} : undefined)).status]).toEqual([path, 404])
  }
})
