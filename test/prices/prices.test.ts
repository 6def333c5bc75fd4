import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Asset } from '#src/assets/schema.ts'
import { AssetEvent, Price, PriceGap, PricesWritten } from '#src/prices/schema.ts'
import { loadCloses } from '#src/prices/service.ts'
import { decimal, formatDecimal } from '#src/shared/decimal.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { setSharedData } from '#test/support/factories.ts'

const ACME = { symbol: 'ACME', name: 'Acme Corporation', type: 'STOCK', currency: 'EUR' }
const CSV = { 'Content-Type': 'text/csv' }

async function setUp() {
  const app = await createTestApp()
  const admin = await app.createUser()
  const user = await app.createUser()
  const other = await app.createUser()
  const add = async (fields: object = {}, by: TestUser = user) =>
    (await app.call(by, 'POST', '/assets', { ...ACME, ...fields })).as(Asset)
  const { id } = await add()
  const put = (body: unknown, by: TestUser = user, headers = {}) => app.call(by, 'PUT', `/assets/${id}/prices`, body, headers)
  const list = async (query = '') => (await app.call(user, 'GET', `/assets/${id}/prices${query}`)).as(z.array(Price))
  const provide = (date: string, close: string) =>
    app.store.writer
      .insertInto('price')
      .values({ asset_id: id, date, close, currency: 'EUR', source: 'YAHOO', created_by: null })
      .execute()
  return { ...app, admin, user, other, add, id, put, list, provide }
}

test('200 prices are added, replaced and left alone, and the last one is on the asset', async () => {
  const { call, user, put, list, id } = await setUp()
  const first = await put([
    { date: '2026-01-02', close: '10.5' },
    { date: '2026-01-05', close: 11.25, currency: 'USD' },
  ])
  expect(first.as(PricesWritten)).toEqual({ added: 2, updated: 0, unchanged: 0, warnings: [] })
  const second = await put([
    { date: '2026-01-02', close: '10.50' },
    { date: '2026-01-05', close: '11' },
    { date: '2026-01-01', close: '-37.63' },
  ])
  expect(second.as(PricesWritten)).toEqual({ added: 1, updated: 1, unchanged: 1, warnings: [] })
  expect(await list()).toEqual([
    { date: '2026-01-05', close: '11', currency: 'EUR', source: 'MANUAL' },
    { date: '2026-01-02', close: '10.5', currency: 'EUR', source: 'MANUAL' },
    { date: '2026-01-01', close: '-37.63', currency: 'EUR', source: 'MANUAL' },
  ])
  const asset = (await call(user, 'GET', `/assets/${id}`)).as(Asset)
  expect(asset.last_price).toEqual({ date: '2026-01-05', close: '11', currency: 'EUR', source: 'MANUAL' })
  expect((await call(user, 'GET', '/assets')).as(z.array(Asset))[0]?.last_price?.close).toBe('11')
})

test('200 pages are newest first and bounded by days', async () => {
  const { call, user, put, list, id } = await setUp()
  await put(
    Array.from({ length: 25 }, (_, index) => ({
      date: `2026-01-${String(index + 1).padStart(2, '0')}`,
      close: String(index + 1),
    })),
  )
  const page = await call(user, 'GET', `/assets/${id}/prices?limit=10&count=true`)
  expect(page.headers.get('x-total-count')).toBe('25')
  expect(page.as(z.array(Price)).map((one) => one.close)).toEqual(['25', '24', '23', '22', '21', '20', '19', '18', '17', '16'])
  const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1]?.replace('/api/v1', '') ?? ''
  const second = await call(user, 'GET', next)
  expect(second.as(z.array(Price)).at(-1)?.close).toBe('6')
  expect((await list('?from=2026-01-03&to=2026-01-04')).map((one) => one.date)).toEqual(['2026-01-04', '2026-01-03'])
})

test('422 all or nothing: each fault of a JSON list has its pointer', async () => {
  const { put, list } = await setUp()
  const answer = await put([
    { date: '2026-01-02', close: '1' },
    { date: '2026-02-30', close: '1' },
    { date: '2026-01-03', close: '1e3' },
    { date: '2026-01-04', close: '1', currency: 'XX' },
  ])
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual(['/1/date', '/2/close', '/3/currency'])
  const repeated = await put([
    { date: '2026-01-02', close: '1' },
    { date: '2026-01-02', close: '2' },
  ])
  expect([repeated.status, repeated.body.code, repeated.body.errors[0].pointer]).toEqual([422, 'price/repeated', '/1'])
  expect((await put([])).status).toBe(422)
  expect(await list()).toEqual([])
})

test('200 CSV with other columns and separators; 422 with a line and column per fault', async () => {
  const { put, list } = await setUp()
  const good = await put('Date;Open;Close;Currency\r\n2026-01-02;9;10.5;\r\n2026-01-05;9;11;USD\r\n', undefined, CSV)
  expect(good.as(PricesWritten).added).toBe(2)
  expect((await list()).map((one) => one.currency)).toEqual(['USD', 'EUR'])
  const bad = await put('date,close\n2026-01-06,1\n2026-13-01,1\n2026-01-07,abc\n', undefined, CSV)
  expect([bad.status, bad.body.code]).toEqual([422, 'price/csv'])
  expect(bad.body.errors.map((one: { pointer: string }) => one.pointer)).toEqual(['/3/date', '/4/close'])
  expect((await put('day,price\n2026-01-06,1\n', undefined, CSV)).body.errors[0].pointer).toBe('/1')
  expect((await list()).length).toBe(2)
})

test('415 for another kind of body', async () => {
  const { put } = await setUp()
  const answer = await put('x', undefined, { 'Content-Type': 'text/plain' })
  expect([answer.status, answer.body.code]).toEqual([415, 'request/content-type'])
  expect(answer.body.detail).toBe(
    'A body of type "text/plain" is not taken here. Send the body as JSON, with the header Content-Type: application/json, or as text/csv.',
  )
})

test('404 for an asset that does not exist, 401 without a session', async () => {
  const { call, user } = await setUp()
  for (const [method, path, body] of [
    ['GET', '/prices'],
    ['GET', '/prices/gaps'],
    ['GET', '/prices/suspect'],
    ['DELETE', '/prices/suspect'],
    ['PUT', '/prices', [{ date: '2026-01-01', close: '1' }]],
    ['DELETE', '/prices'],
    ['GET', '/events'],
  ] as const) {
    expect((await call(user, method, `/assets/999${path}`, body)).body.code).toBe('asset/not-found')
    expect((await call(null, method, `/assets/999${path}`, body)).status).toBe(401)
  }
})

test('403 where shared_data leaves prices to superusers', async () => {
  const { put, admin, ...app } = await setUp()
  await setSharedData(app, 'superusers')
  expect((await put([{ date: '2026-01-01', close: '1' }])).body.code).toBe('asset/adding-restricted')
  expect((await put([{ date: '2026-01-01', close: '1' }], admin)).status).toBe(200)
})

test('403 where shared_data is everyone prices of others stay: neither replaced nor removed by whom they do not belong to', async () => {
  const { call, put, list, provide, user, other, admin, id, ...app } = await setUp()
  await setSharedData(app, 'everyone')
  await put([{ date: '2026-01-02', close: '10' }])
  await provide('2026-01-05', '12')
  for (const date of ['2026-01-02', '2026-01-05']) {
    const answer = await put(
      [
        { date: '2026-01-09', close: '1' },
        { date, close: '99' },
      ],
      other,
    )
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([403, 'price/not-yours', '/1'])
  }
  expect((await call(other, 'DELETE', `/assets/${id}/prices`)).body.code).toBe('price/not-yours')
  expect((await list()).map((one) => one.close)).toEqual(['12', '10'])
  expect((await put([{ date: '2026-01-05', close: '13' }], user)).status).toBe(200)
  expect((await call(admin, 'DELETE', `/assets/${id}/prices?to=2026-01-03`)).status).toBe(204)
  expect((await call(user, 'DELETE', `/assets/${id}/prices`)).status).toBe(204)
  expect(await list()).toEqual([])
})

test('200 gaps: inside, before the first price when requested from there, and up to the last day', async () => {
  const { call, put, user, id } = await setUp()
  await put([
    { date: '2026-01-10', close: '1' },
    { date: '2026-01-12', close: '1' },
    { date: '2026-01-20', close: '1' },
  ])
  const gaps = async (query: string) => (await call(user, 'GET', `/assets/${id}/prices/gaps?${query}`)).as(z.array(PriceGap))
  expect(await gaps('to=2026-01-31')).toEqual([
    { from: '2026-01-13', to: '2026-01-19', days: 7 },
    { from: '2026-01-21', to: '2026-01-31', days: 11 },
  ])
  expect(await gaps('from=2026-01-01&to=2026-01-20&days=1')).toEqual([
    { from: '2026-01-01', to: '2026-01-09', days: 9 },
    { from: '2026-01-11', to: '2026-01-11', days: 1 },
    { from: '2026-01-13', to: '2026-01-19', days: 7 },
  ])
  expect(await gaps('to=2026-01-01')).toEqual([])
})

test('closes: the last one on or before a day, for many assets at once', async () => {
  const { add, put, deps, id } = await setUp()
  const bare = (await add()).id
  await put([
    { date: '2025-12-30', close: '9' },
    { date: '2026-01-02', close: '10' },
    { date: '2026-01-05', close: '11.5' },
    { date: '2026-02-01', close: '12' },
  ])
  const lookup = await loadCloses(deps, [id, bare, id], '2026-01-01', '2026-01-31')
  const on = (day: string) => lookup(id, day)
  expect(on('2026-01-01')).toEqual({ date: '2025-12-30', close: decimal('9'), currency: 'EUR', source: 'MANUAL' })
  expect(formatDecimal(on('2026-01-04')!.close)).toBe('10')
  expect(on('2026-01-31')?.date).toBe('2026-01-05')
  expect(on('2025-12-29')).toBeNull()
  expect(lookup(bare, '2026-01-31')).toBeNull()
  expect(lookup.of(id).map((one) => one.date)).toEqual(['2025-12-30', '2026-01-02', '2026-01-05'])
  expect((await loadCloses(deps, [], '2026-01-01', '2026-01-31'))(id, '2026-01-02')).toBeNull()
})

test('409 the price quantity stays while there are prices', async () => {
  const { call, put, user, id } = await setUp()
  await put([{ date: '2026-01-02', close: '10' }])
  const answer = await call(user, 'PATCH', `/assets/${id}`, { price_quantity: '100' })
  expect([answer.status, answer.body.code]).toEqual([409, 'asset/price-quantity'])
})

test('a merged asset gives its prices where the other has none', async () => {
  const { call, add, put, list, user, id } = await setUp()
  const vanishing = (await add({ symbol: 'OLD' })).id
  await put([{ date: '2026-01-05', close: '10' }])
  const prices = [
    { date: '2026-01-04', close: '8' },
    { date: '2026-01-05', close: '9' },
  ]
  expect((await call(user, 'PUT', `/assets/${vanishing}/prices`, prices)).status).toBe(200)
  expect((await call(user, 'POST', `/assets/${vanishing}/merge`, { into: id })).status).toBe(200)
  expect((await list()).map((one) => one.close)).toEqual(['10', '8'])
})

test('201 where shared_data is everyone events are entered by all, listed newest first and removed by who may', async () => {
  const { call, user, other, id, ...app } = await setUp()
  await setSharedData(app, 'everyone')
  const create = (body: object, by = other) => call(by, 'POST', `/assets/${id}/events`, body)
  const split = (await create({ type: 'SPLIT', date: '2026-01-05', ratio: '4:1' })).as(AssetEvent)
  expect(split).toMatchObject({ type: 'SPLIT', ratio: '4:1', amount: null, currency: null, source: 'MANUAL' })
  expect((await create({ type: 'DIVIDEND', date: '2026-02-05', amount: '0.56' })).as(AssetEvent)).toMatchObject({
    amount: '0.56',
    currency: 'EUR',
  })
  expect((await create({ type: 'MATURITY', date: '2030-02-05' })).status).toBe(201)
  const again = await create({ type: 'SPLIT', date: '2026-01-05', ratio: '2:1' })
  expect([again.status, again.body.code]).toEqual([409, 'event/exists'])
  const listed = (await call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent))
  expect(listed.map((one) => one.type)).toEqual(['MATURITY', 'DIVIDEND', 'SPLIT'])
  const third = await call(user, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: '2027-01-01', ratio: '2:1' })
  expect((await call(other, 'DELETE', `/assets/${id}/events/${third.body.id}`)).body.code).toBe('event/not-yours')
  expect((await call(user, 'DELETE', `/assets/${id}/events/${split.id}`)).status).toBe(204)
  expect((await call(user, 'DELETE', `/assets/${id}/events/${split.id}`)).body.code).toBe('event/not-found')
})

test('422 events that make no sense, every fault at once', async () => {
  const { call, user, id } = await setUp()
  const pointers = async (body: object) => {
    const answer = await call(user, 'POST', `/assets/${id}/events`, body)
    expect(answer.status).toBe(422)
    return answer.body.errors.map((one: { pointer: string }) => one.pointer)
  }
  expect(await pointers({ type: 'SPLIT', date: '2026-01-05' })).toEqual(['/ratio'])
  expect(await pointers({ type: 'SPLIT', date: '2026-01-05', ratio: '0:1', amount: '1' })).toEqual(['/ratio', '/amount'])
  expect(await pointers({ type: 'DIVIDEND', date: '2026-01-05', ratio: '2:1' })).toEqual(['/ratio', '/amount'])
  expect(await pointers({ type: 'DIVIDEND', date: '2026-01-05', amount: '-1' })).toEqual(['/amount'])
  expect(await pointers({ type: 'MATURITY', date: '2026-01-05', currency: 'EUR' })).toEqual(['/currency'])
})
