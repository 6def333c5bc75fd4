/** Whose rates by hand count: those of ordinary users for themselves, those of superusers for all. */
import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { fxProviders } from '#plugins/fx/index.ts'
import { FxRate } from '#src/fx/rate.schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const DAY = '2026-06-30'

async function setup() {
  const app = await createTestApp({
    deps: { plugins: { brim: [], assets: [], fx: fxProviders } },
    clock: () => new Date(`${DAY}T12:00:00Z`),
  })
  const [admin, user, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const put = (by: TestUser, rate: string, date = DAY) =>
    app.call(by, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date, rate }])
  const list = async (by: TestUser, query = '') =>
    (await app.call(by, 'GET', `/fx/rates${query}`))
      .as(z.array(FxRate))
      .map((one) => [one.date, one.rate, one.created_by, one.shared])
  const convert = async (by: TestUser, date = DAY) => {
    const answer = await app.call(by, 'GET', `/fx/convert?from=EUR&to=USD&amount=100&date=${date}`)
    return answer.status === 200 ? answer.body.amount : answer.body.code
  }
  return { ...app, admin, user, stranger, put, list, convert }
}

async function withMoney() {
  const app = await setup()
  const { call, user, stranger } = app
  const broker = await createBroker(app, user)
  const create = [{ broker_id: broker, type: 'DEPOSIT', date: '2026-06-01', currency: 'USD', amount: '100' }]
  expect((await call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await call(user, 'POST', `/brokers/${broker}/access`, { user_id: stranger.id, role: 'VIEWER' })).status).toBe(201)
  const query = `currency=EUR&broker_ids=${broker}&from=2026-06-01&to=${DAY}`
  const paths = [
    `/portfolio/holdings?currency=EUR&broker_ids=${broker}`,
    `/brokers/${broker}/summary?currency=EUR`,
    ...['history', 'performance', 'performance/breakdown', 'gains', 'cash-flows', 'costs'].map(
      (name) => `/portfolio/${name}?${query}${name.endsWith('breakdown') ? '&by=asset' : ''}`,
    ),
    `/portfolio/allocation?by=type&currency=EUR&broker_ids=${broker}`,
    `/portfolio/charts/history.svg?${query}`,
  ]
  const answers = async (by: TestUser) => {
    const texts = new Map<string, string>()
    for (const path of paths) {
      const answer = await call(by, 'GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      texts.set(path, answer.text)
    }
    return texts
  }
  return { ...app, broker, answers }
}

test('rates by hand of an ordinary user count for their own conversions only', async () => {
  const { put, convert, list, admin, user, stranger } = await setup()
  expect((await put(user, '2')).body).toEqual({ added: 1, updated: 0, unchanged: 0, warnings: [] })
  expect(await convert(user)).toBe('200')
  for (const other of [admin, stranger]) {
    expect(await convert(other)).toBe('fx/no-rate')
    expect(await list(other)).toEqual([])
    expect(await list(other, '?base=EUR&quote=USD')).toEqual([])
  }
  expect(await list(user)).toEqual([[DAY, '2', user.id, false]])
  expect((await put(user, '2')).body).toEqual({ added: 0, updated: 0, unchanged: 1, warnings: [] })
  expect((await put(user, '4')).body).toEqual({ added: 0, updated: 1, unchanged: 0, warnings: [] })
  expect(await convert(user)).toBe('400')
})

test('rates by hand of a superuser count for all; on a day with both, one’s own goes before', async () => {
  const { put, convert, list, admin, user, stranger } = await setup()
  await put(admin, '3')
  await put(admin, '5', '2026-06-29')
  await put(user, '2')
  expect([await convert(user), await convert(stranger), await convert(admin)]).toEqual(['200', '300', '300'])
  expect([await convert(user, '2026-06-29'), await convert(stranger, '2026-06-29')]).toEqual(['500', '500'])
  expect(await list(user, '?base=USD&quote=EUR')).toEqual([
    [DAY, '2', user.id, false],
    ['2026-06-29', '5', admin.id, true],
  ])
  expect(await list(user)).toEqual(await list(user, '?base=USD&quote=EUR'))
  expect(await list(user, '?limit=1')).toEqual([[DAY, '2', user.id, false]])
  expect(await list(stranger)).toEqual([
    [DAY, '3', admin.id, true],
    ['2026-06-29', '5', admin.id, true],
  ])
})

test('204 for a removal by an ordinary user takes their own rates only', async () => {
  const { put, convert, call, admin, user, stranger } = await setup()
  await put(admin, '3')
  await put(user, '2')
  expect((await call(stranger, 'DELETE', '/fx/rates?base=EUR&quote=USD')).status).toBe(204)
  expect([await convert(user), await convert(stranger)]).toEqual(['200', '300'])
  expect((await call(user, 'DELETE', '/fx/rates?base=EUR&quote=USD')).status).toBe(204)
  expect([await convert(user), await convert(stranger)]).toEqual(['300', '300'])
  await put(user, '2')
  expect((await call(admin, 'DELETE', '/fx/rates?base=EUR&quote=USD')).status).toBe(204)
  expect([await convert(user), await convert(stranger)]).toEqual(['200', 'fx/no-rate'])
})

test('every report, also of a broker that both see, counts whose rates they are; nothing cached crosses over', async () => {
  const { answers, broker, put, call, admin, user, stranger } = await withMoney()
  await put(admin, '2', '2026-06-01')
  await put(admin, '2')
  const worth = ['history', 'performance', 'performance/breakdown', 'cash-flows'].map((name) => `/portfolio/${name}`)
  const before = await answers(user)
  const mine = await answers(stranger)
  await put(stranger, '0.000001', '2026-06-01')
  await put(stranger, '0.000001')
  const hers = await answers(stranger)
  const changed = [...hers].filter(([path, text]) => text !== mine.get(path)).map(([path]) => path.split('?')[0])
  expect(changed).toEqual([
    '/portfolio/holdings',
    `/brokers/${broker}/summary`,
    ...worth,
    '/portfolio/allocation',
    '/portfolio/charts/history.svg',
  ])
  expect(await answers(user)).toEqual(before)
  await call(stranger, 'DELETE', '/fx/rates?base=EUR&quote=USD')
  expect(await answers(stranger)).toEqual(mine)
  await put(stranger, '0.000001', '2026-06-01')
  await put(stranger, '0.000001')
  expect(await answers(stranger)).toEqual(hers)
})

test('where shared_data is everyone, rates of ordinary users count for all and are theirs to change', async () => {
  const { put, convert, call, list, admin, user, stranger, store } = await setup()
  await put(user, '2')
  await store.writer
    .insertInto('setting')
    .values({ key: 'shared_data', value: '"everyone"', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null })
    .execute()
  expect((await put(user, '4')).body).toEqual({ added: 1, updated: 0, unchanged: 0, warnings: [] })
  expect([await convert(user), await convert(stranger), await convert(admin)]).toEqual(['400', '400', '400'])
  expect(await list(user)).toEqual([[DAY, '4', user.id, true]])
  expect((await put(stranger, '5')).body.code).toBe('fx/not-yours')
  expect((await call(stranger, 'DELETE', '/fx/rates?base=EUR&quote=USD')).body.code).toBe('fx/not-yours')
  expect((await call(user, 'DELETE', '/fx/rates?base=EUR&quote=USD')).status).toBe(204)
  expect(await convert(stranger)).toBe('fx/no-rate')
})

test('rates of a user go with the user', async () => {
  const { put, admin, user, call, store } = await setup()
  await put(user, '2')
  expect((await call(admin, 'DELETE', `/users/${user.id}`)).status).toBe(204)
  expect(await store.reader.selectFrom('fx_own_rate').selectAll().execute()).toEqual([])
})
