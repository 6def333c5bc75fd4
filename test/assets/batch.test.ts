import { expect, test } from 'bun:test'
import { AssetBatchResult } from '#src/assets/batch.schema.ts'
import { testProvider } from '#test/prices/provider.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const provider = testProvider({
  fetchPrices: async function* () {
    yield { prices: [], issues: [] }
  },
  check: ({ identifier }) => (identifier === 'BAD' ? [{ pointer: '/identifier', detail: 'Must not be BAD.' }] : []),
})
const source = (identifier: string) => ({ price_source: { provider: 'TEST', identifier } })

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [provider] } } })
  await app.createUser()
  const [user, stranger] = [await app.createUser(), await app.createUser()]
  const add = async (symbol: string, by: TestUser = user) =>
    (await app.call(by, 'POST', '/assets', { symbol, name: symbol, type: 'STOCK', currency: 'EUR' })).body.id as number
  const batch = (items: readonly object[], query = '', by: TestUser = user) =>
    app.call(by, 'PATCH', `/assets/batch${query}`, items)
  const sourceOf = async (id: number) => (await app.call(user, 'GET', `/assets/${id}`)).body.price_source?.identifier ?? null
  return { ...app, whole: app, user, stranger, add, batch, sourceOf }
}

test('200 every asset is changed, and each item says what is not as it was', async () => {
  const { add, batch, call, user } = await setUp()
  const ids = [await add('ONE'), await add('TWO'), await add('SAME')]
  const answer = await batch([
    { id: ids[0], revision: 1, ...source('one'), country: 'DE' },
    { id: ids[1], ...source('two') },
    { id: ids[2], revision: 1 },
  ])
  const { items, dry_run } = answer.as(AssetBatchResult)
  expect(dry_run).toBe(false)
  expect(items.map(({ id, fields, asset }) => [id, fields, asset.price_source?.identifier, asset.revision])).toEqual([
    [ids[0]!, ['country', 'price_source'], 'one', 2],
    [ids[1]!, ['price_source'], 'two', 2],
    [ids[2]!, [], undefined, 1],
  ])
  expect((await call(user, 'GET', `/assets/${ids[0]}`)).body).toEqual(items[0]?.asset)
  const history = (await call(user, 'GET', `/assets/${ids[0]}/history`)).body
  expect(history.map((one: { field: string | null }) => one.field).sort()).toEqual(['country', 'price_source', null].sort())
})

test('a dry run answers the same and stores nothing', async () => {
  const { add, batch, sourceOf } = await setUp()
  const id = await add('ONE')
  const { items, dry_run } = (await batch([{ id, ...source('one') }], '?dry_run=true')).as(AssetBatchResult)
  expect([dry_run, items[0]?.fields, await sourceOf(id)]).toEqual([true, ['price_source'], null])
})

test('all or nothing: every item that is refused is named, with the code that they share', async () => {
  const { add, batch, sourceOf } = await setUp()
  const ids = [await add('ONE'), await add('TWO'), await add('THREE')]
  const answer = await batch([
    { id: ids[0], ...source('one') },
    { id: ids[1], ...source('BAD') },
    { id: ids[2], ...source('BAD') },
  ])
  expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
    422,
    'asset/price-source',
    ['/1', '/2'].map((at) => ({ pointer: `${at}/price_source/identifier`, detail: 'Must not be BAD.' })),
  ])
  expect(answer.body.detail).toContain('2 of 3 items')
  expect(await Promise.all(ids.map(sourceOf))).toEqual([null, null, null])
  const mixed = await batch([
    { id: ids[0], revision: 7 },
    { id: 999, ...source('x') },
  ])
  expect([mixed.status, mixed.body.code, mixed.body.errors.map((one: { pointer: string }) => one.pointer)]).toEqual([
    409,
    'asset/batch-refused',
    ['/0', '/1'],
  ])
  const stale = await batch([{ id: ids[0], revision: 7, ...source('x') }])
  expect([stale.status, stale.body.code, stale.body.revision]).toEqual([412, 'request/stale', 1])
})

test('what is not the caller’s is refused as by a single change, and strangers’ assets are not there', async () => {
  const { add, batch, stranger, sourceOf, call, user, whole } = await setUp()
  const id = await add('ONE')
  const broker = await createBroker(whole, user, { members: [[stranger, 'VIEWER']] })
  const line = { broker_id: broker, type: 'BUY', asset_id: id, date: '2026-01-05', quantity: '1', price: '5', currency: 'EUR' }
  expect((await call(user, 'POST', '/transactions', line)).status).toBe(201)
  const viewer = await batch([{ id, ...source('mine') }], '', stranger)
  expect([viewer.status, viewer.body.code]).toEqual([403, 'asset/not-yours'])
  await call(user, 'DELETE', `/brokers/${broker}/access/${stranger.id}`)
  const gone = await batch([{ id, ...source('mine') }], '', stranger)
  expect([gone.status, gone.body.code, gone.body.errors[0].pointer]).toEqual([404, 'asset/not-found', '/0'])
  expect(await sourceOf(id)).toBe(null)
})

test('422 for one asset in two items, no items, too many, and fields that are none', async () => {
  const { add, batch } = await setUp()
  const id = await add('ONE')
  const fault = async (items: readonly object[]) => {
    const { status, body } = await batch(items)
    return [status, body.code, body.errors[0].pointer]
  }
  expect(await fault([{ id }, { id, country: 'DE' }])).toEqual([422, 'asset/batch-repeated', '/1/id'])
  expect((await fault([])).slice(0, 2)).toEqual([422, 'request/invalid'])
  expect((await fault(Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 })))).slice(0, 2)).toEqual([
    422,
    'request/invalid',
  ])
  expect(await fault([{ id, price_source: { provider: 'TEST' } }])).toEqual([
    422,
    'request/invalid',
    '/0/price_source/identifier',
  ])
  expect((await fault([{ id, colour: 'red' }]))[1]).toBe('request/invalid')
})
