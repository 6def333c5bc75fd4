import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { AssetChange } from '#src/assets/history.schema.ts'
import { Asset } from '#src/assets/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } } })
  const root = await app.createUser()
  const [user, partner, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  await createBroker(app, user, { members: [[partner, 'VIEWER']] })
  const add = async (fields: object = {}, by: TestUser = user) =>
    (await app.call(by, 'POST', '/assets', { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR', ...fields })).as(Asset)
      .id
  const history = async (id: number, by: TestUser = user, query = '') =>
    (await app.call(by, 'GET', `/assets/${id}/history${query}`)).as(z.array(AssetChange))
  const historyOf = async (id: number) =>
    (await history(id)).map((one) =>
      [one.action, one.field, one.old, one.new, one.count, one.from, one.to].filter((x) => x !== null).join(' | '),
    )
  return { ...app, root, user, partner, stranger, add, history, historyOf }
}

test('200 who changed which field from what to what, newest first; the same again is no change', async () => {
  const { call, root, user, add, history, historyOf } = await setUp()
  const id = await add()
  const change = { name: 'Acme SE', price_quantity: '100', allocation: { countries: { IT: '0.4' } }, archived: true }
  for (const _ of [1, 2]) expect((await call(user, 'PATCH', `/assets/${id}`, change)).status).toBe(200)
  await call(root, 'PATCH', `/assets/${id}`, { verified: true, identifiers: [{ kind: 'WKN', value: '716460' }] })
  expect(await historyOf(id)).toEqual([
    'changed | verified | superuser',
    'changed | identifiers |  | WKN 716460',
    'changed | archived | false | true',
    'changed | allocation | IT 0.4',
    'changed | price_quantity | 1 | 100',
    'changed | name | Acme | Acme SE',
    'created',
  ])
  expect((await history(id)).at(-1)).toMatchObject({ user_id: user.id, username: user.username, at: expect.stringMatching(/Z$/) })
})

test('200 closes that come together are one entry with their number and days; one alone says what it was', async () => {
  const { call, user, add, historyOf } = await setUp()
  const id = await add()
  const put = (prices: object[]) => call(user, 'PUT', `/assets/${id}/prices`, prices)
  await put([{ date: '2026-01-02', close: '10.50' }])
  await put([{ date: '2026-01-02', close: '11' }])
  await put([{ date: '2026-01-02', close: '11' }])
  const days = Array.from({ length: 10_000 }, (_, day) => new Date(Date.UTC(1990, 0, 1 + day)).toISOString().slice(0, 10))
  expect((await put(days.map((date) => ({ date, close: '1' })))).status).toBe(200)
  await call(user, 'DELETE', `/assets/${id}/prices?from=2017-01-01&to=2017-01-05`)
  await call(user, 'DELETE', `/assets/${id}/prices?from=2030-01-01`)
  expect(await historyOf(id)).toEqual([
    'prices-removed | 5 | 2017-01-01 | 2017-01-05',
    'prices-entered | 10000 | 1990-01-01 | 2017-05-18',
    'prices-entered | 10.5 EUR (MANUAL) | 11 EUR (MANUAL) | 1 | 2026-01-02 | 2026-01-02',
    'prices-entered | 10.5 EUR (MANUAL) | 1 | 2026-01-02 | 2026-01-02',
    'created',
  ])
})

test('200 events, and merges: what was done to the asset that vanished is there with its id', async () => {
  const { call, user, add, historyOf, history } = await setUp()
  const [old, target] = [await add({ symbol: 'OLD', isin: 'DE0007164600' }), await add({ symbol: 'NEW' })]
  const event = await call(user, 'POST', `/assets/${old}/events`, { type: 'SPLIT', date: '2026-01-05', ratio: '4:1' })
  await call(user, 'DELETE', `/assets/${old}/events/${event.body.id}`)
  await call(user, 'POST', `/assets/${old}/events`, { type: 'DIVIDEND', date: '2026-02-05', amount: '0.56' })
  expect((await call(user, 'POST', `/assets/${old}/merge`, { into: target, dry_run: true })).status).toBe(200)
  expect(await historyOf(target)).toEqual(['created'])
  expect((await call(user, 'POST', `/assets/${old}/merge`, { into: target })).status).toBe(200)
  expect(await historyOf(target)).toEqual([
    'changed | identifiers |  | ISIN DE0007164600, TICKER OLD',
    'changed | isin | DE0007164600',
    'merged | OLD (Acme)',
    'event-entered | DIVIDEND 0.56 EUR (MANUAL) | 2026-02-05 | 2026-02-05',
    'event-removed | SPLIT 4:1 (MANUAL) | 2026-01-05 | 2026-01-05',
    'event-entered | SPLIT 4:1 (MANUAL) | 2026-01-05 | 2026-01-05',
    'created',
    'created',
  ])
  expect((await history(target)).map((one) => one.merged_from)).toEqual([null, null, old, old, old, old, null, old])
})

test('200 an import notes who made its assets', async () => {
  const { call, user, history } = await setUp()
  const form = new FormData()
  form.set('file', new File(['date,type,symbol,quantity,price,amount,currency\n2026-02-05,BUY,XX,1,100,-100,EUR\n'], 'a.csv'))
  const { id: broker } = (await call(user, 'GET', '/brokers')).body[0]
  const made = await call(user, 'POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form)
  const [id] = made.body.result.assets_created
  expect(await history(id)).toMatchObject([{ action: 'created', user_id: user.id }])
})

test('users are named to themselves, to who shares a broker with them, and to superusers', async () => {
  const { call, root, user, partner, stranger, add, history } = await setUp()
  const id = await add()
  await call(root, 'PATCH', `/assets/${id}`, { verified: true })
  const names = async (by: TestUser) => (await history(id, by)).map((one) => one.username)
  expect(await names(root)).toEqual([root.username, user.username])
  expect(await names(user)).toEqual([null, user.username])
  expect(await names(partner)).toEqual([null, user.username])
  expect(await names(stranger)).toEqual([null, null])
})

test('404 for an asset that only strangers use; pages follow each other', async () => {
  const { call, user, stranger, add, history } = await setUp()
  const id = await add()
  for (let name = 0; name < 5; name++) await call(user, 'PATCH', `/assets/${id}`, { name: `Name ${name}` })
  const first = await call(user, 'GET', `/assets/${id}/history?limit=4`)
  expect(first.as(z.array(AssetChange)).map((one) => one.new)).toEqual(['Name 4', 'Name 3', 'Name 2', 'Name 1'])
  const next = /<\/api\/v1([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = await call(user, 'GET', next)
  expect(second.as(z.array(AssetChange)).map((one) => one.new)).toEqual(['Name 0', null])
  expect(second.headers.get('link')).toBeNull()
  const { id: broker } = (await call(user, 'GET', '/brokers')).body[0]
  const line = { broker_id: broker, asset_id: id, type: 'BUY', date: '2026-01-02', quantity: '1', price: '5', currency: 'EUR' }
  await call(user, 'POST', '/transactions', line)
  expect((await call(stranger, 'GET', `/assets/${id}/history`)).body).toMatchObject({ status: 404, code: 'asset/not-found' })
  expect(await history(id)).toHaveLength(6)
})
