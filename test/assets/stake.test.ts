import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { Asset } from '#src/assets/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'

const APPLE = 'US0378331005'
const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency\n'
const BUY_APPLE = `${HEAD}2026-02-05,BUY,AAPL,${APPLE},Apple Inc,1,100,-100,EUR\n`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } } })
  const root = await app.createUser()
  const [holder, partner, stranger] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const broker = await createBroker(app, holder)
  const add = async (by: TestUser, fields: object = {}) =>
    (await app.call(by, 'POST', '/assets', { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR', ...fields })).as(Asset)
      .id
  const buy = (by: TestUser, broker_id: number, asset_id: number) =>
    app.call(by, 'POST', '/transactions', {
      ...{ broker_id, asset_id, type: 'BUY', date: '2026-01-02', quantity: '10', price: '5', currency: 'EUR' },
    })
  const importCsv = (by: TestUser, broker_id: number, text: string) => {
    const form = new FormData()
    form.set('file', new File([text], 'report.csv', { type: 'text/csv' }))
    return app.call(by, 'POST', `/brokers/import/upload?broker_id=${broker_id}&import=true`, form)
  }
  const listed = async (by: TestUser, query = '') =>
    (await app.call(by, 'GET', `/assets${query}`)).as(z.array(Asset)).map((asset) => asset.id)
  return { ...app, root, holder, partner, stranger, broker, add, buy, importCsv, listed }
}

type Scene = Awaited<ReturnType<typeof setUp>>

let years = 26

/** Every way to write an asset: its statuses for somebody. The asset keeps what it was where all are refused. */
async function writes({ call, add }: Scene, by: TestUser, id: number): Promise<number[]> {
  const other = await add(by, { symbol: 'OTHER' })
  const event: number | undefined = (await call(by, 'GET', `/assets/${id}/events`)).body[0]?.id
  const answers = [
    await call(by, 'PUT', `/assets/${id}/prices`, [{ date: '2026-01-05', close: '7' }]),
    await call(by, 'DELETE', `/assets/${id}/prices`),
    await call(by, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: `20${++years}-01-03`, ratio: '100:1' }),
    await call(by, 'DELETE', `/assets/${id}/events/${event ?? 1}`),
    await call(by, 'PATCH', `/assets/${id}`, { name: 'Renamed', archived: true }),
    await call(by, 'POST', `/assets/${other}/merge`, { into: id, dry_run: true }),
    await call(by, 'POST', `/assets/${id}/merge`, { into: other, dry_run: true }),
    await call(by, 'POST', '/assets/prices/refresh', { asset_ids: [id], accept_jumps: true }),
  ]
  return answers.map((answer) => answer.status)
}

const ALL = [200, 204, 201, 204, 200, 200, 200, 200]

test('who added an asset writes it while nobody uses it; who uses it writes it from then on', async () => {
  const scene = await setUp()
  const { call, stranger, holder, broker, add, buy } = scene
  const id = await add(stranger)
  await call(stranger, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: '2025-01-03', ratio: '2:1' })
  expect(await writes(scene, holder, id)).toEqual([403, 403, 403, 403, 403, 403, 403, 422])
  expect(await writes(scene, stranger, id)).toEqual(ALL)
  expect((await buy(holder, broker, id)).status).toBe(201)
  expect(await writes(scene, stranger, id)).toEqual([404, 404, 404, 404, 404, 422, 404, 422])
  expect((await call(stranger, 'DELETE', `/assets/${id}`)).status).toBe(404)
  expect(await writes(scene, holder, id)).toEqual(ALL)
})

test('an EDITOR of every broker that uses an asset writes it; a VIEWER of one of them does not, superusers do', async () => {
  const scene = await setUp()
  const { store, root, holder, partner, broker, add, buy } = scene
  const id = await add(holder)
  await buy(holder, broker, id)
  const role = async (name: 'VIEWER' | 'EDITOR') =>
    store.writer
      .updateTable('broker_access')
      .set({ role: name })
      .where('user_id', '=', partner.id)
      .where('broker_id', '=', broker)
      .execute()
  await createBroker(scene, holder, { members: [[partner, 'VIEWER']] })
  await store.writer
    .insertInto('broker_access')
    .values({
      broker_id: broker,
      user_id: partner.id,
      role: 'VIEWER',
      share: '0',
      granted_at: '2026-01-01T00:00:00.000Z',
      granted_by: null,
    })
    .execute()
  expect(await writes(scene, partner, id)).toEqual([403, 403, 403, 403, 403, 403, 403, 403])
  await role('EDITOR')
  await scene.call(holder, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: '2025-01-03', ratio: '2:1' })
  expect(await writes(scene, partner, id)).toEqual(ALL)
  expect((await buy(partner, await createBroker(scene, partner), id)).status).toBe(201)
  expect(await writes(scene, holder, id)).toEqual(Array(8).fill(403))
  expect(await writes(scene, partner, id)).toEqual(ALL)
  expect(await writes(scene, root, id)).toEqual(ALL)
})

test('verified assets are written by superusers alone, who alone say what is verified', async () => {
  const scene = await setUp()
  const { call, root, holder, broker, add, buy } = scene
  const id = await add(holder, { isin: APPLE })
  await buy(holder, broker, id)
  expect((await call(holder, 'PATCH', `/assets/${id}`, { verified: true })).body).toMatchObject({
    status: 403,
    code: 'asset/verify-restricted',
  })
  const verified = (await call(root, 'PATCH', `/assets/${id}`, { verified: true })).as(Asset)
  expect(verified).toMatchObject({ verified: 'superuser', verified_at: expect.any(String) })
  expect((await writes(scene, holder, id)).every((status) => status === 403)).toBe(true)
  expect((await call(root, 'PATCH', `/assets/${id}`, { name: 'Apple' })).as(Asset).verified).toBe('superuser')
  expect((await call(root, 'PATCH', `/assets/${id}`, { verified: false })).as(Asset)).toMatchObject({
    verified: null,
    verified_at: null,
  })
  expect((await call(holder, 'PATCH', `/assets/${id}`, { name: 'Apple' })).status).toBe(200)
})

test('nobody books on an unverified asset that only strangers use: it would take rights from its holders', async () => {
  const { call, root, holder, stranger, broker, add, buy, ...app } = await setUp()
  const id = await add(holder)
  await buy(holder, broker, id)
  const foreign = await createBroker({ ...app, call }, stranger)
  const refused = await buy(stranger, foreign, id)
  expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: '/asset_id' }] })
  const unknown = await buy(stranger, foreign, 4711)
  expect(refused.body.detail.replace(String(id), '4711')).toBe(unknown.body.detail)
  const batch = { create: [{ broker_id: foreign, asset_id: id, type: 'ADJUSTMENT', date: '2026-01-02', quantity: '1' }] }
  expect((await call(stranger, 'POST', '/transactions/batch', batch)).status).toBe(422)
  expect((await call(stranger, 'GET', `/assets/${id}`)).body).toMatchObject({ status: 404, code: 'asset/not-found' })
  await call(root, 'PATCH', `/assets/${id}`, { verified: true })
  expect((await buy(stranger, foreign, id)).status).toBe(201)
})

test('an index that somebody compares with is not booked on by strangers, and no report compares with what strangers may change', async () => {
  const { call, holder, stranger, broker, add, buy, ...app } = await setUp()
  const index = await add(holder, { type: 'INDEX', symbol: 'WORLD' })
  await call(holder, 'PUT', `/assets/${index}/prices`, [
    { date: '2026-01-02', close: '100' },
    { date: '2026-01-09', close: '110' },
  ])
  const held = await add(holder)
  await buy(holder, broker, held)
  expect((await buy(stranger, await createBroker({ ...app, call }, stranger), index)).status).toBe(422)
  const compare = (id: number) => call(holder, 'GET', `/portfolio/performance?from=2026-01-03&to=2026-01-09&benchmark=${id}`)
  expect((await compare(index)).body.benchmark.twr).toBeCloseTo(0.1)
  expect((await compare(await add(stranger, { type: 'INDEX' }))).body.code).toBe('portfolio/benchmark-unknown')
})

test('lists show what is one’s own, what is used and what is verified; superusers may list all', async () => {
  const { call, root, holder, partner, stranger, broker, add, buy, listed, ...app } = await setUp()
  const used = await add(stranger, { symbol: 'A' })
  await buy(holder, broker, used)
  const own = await add(holder, { symbol: 'B' })
  const theirs = await add(stranger, { symbol: 'C' })
  const open = await add(stranger, { symbol: 'D' })
  await call(root, 'PATCH', `/assets/${open}`, { verified: true })
  expect(await listed(holder)).toEqual([used, own, open])
  expect(await listed(stranger)).toEqual([theirs, open])
  expect(await listed(root)).toEqual([open])
  expect(await listed(root, '?all=true')).toEqual([used, own, theirs, open])
  expect((await call(holder, 'GET', '/assets?all=true')).body).toMatchObject({ status: 403, code: 'asset/all-restricted' })
  expect((await call(holder, 'GET', '/assets?count=true&limit=1')).headers.get('x-total-count')).toBe('3')
  expect(partner.id).toBeGreaterThan(0)
  await setSharedData(app, 'everyone')
  expect(await listed(holder)).toEqual([used, own, theirs, open])
})

test('who added an asset is shown to those who share a broker, to themselves and to superusers', async () => {
  const { call, root, holder, partner, stranger, broker, add, buy, ...app } = await setUp()
  const id = await add(holder)
  await createBroker({ ...app, call }, holder, { members: [[partner, 'VIEWER']] })
  const creator = async (by: TestUser) => (await call(by, 'GET', `/assets/${id}`)).as(Asset).created_by
  expect([await creator(holder), await creator(partner), await creator(root), await creator(stranger)]).toEqual([
    ...[holder.id, holder.id, holder.id, null],
  ])
  expect((await buy(stranger, await createBroker({ ...app, call }, stranger), id)).status).toBe(201)
  expect(broker).toBeGreaterThan(0)
})

test('an import makes its own asset where only strangers have one of the ISIN, symbol or name; and finds it again', async () => {
  const { call, holder, partner, stranger, broker, add, buy, importCsv, ...app } = await setUp()
  const evil = await add(stranger, { symbol: 'AAPL', isin: APPLE, name: 'Apple Inc' })
  const bait = await add(partner, { symbol: 'EVIL', name: 'Evil', identifiers: [{ kind: 'ISIN', value: APPLE }] })
  await buy(partner, await createBroker({ ...app, call }, partner), bait)
  const form = new FormData()
  form.set('file', new File([BUY_APPLE], 'preview.csv', { type: 'text/csv' }))
  const report: string = (await call(holder, 'POST', `/brokers/import/upload?broker_id=${broker}`, form)).body.id
  const preview = await call(holder, 'POST', `/brokers/import/files/${report}/parse`, {})
  expect(preview.body.assets[0]).toMatchObject({ match: 'none', candidates: [] })
  const { ref } = preview.body.assets[0]
  const mapped = await call(holder, 'POST', `/brokers/import/files/${report}/import`, { asset_map: { [ref]: bait } })
  expect(mapped.body).toMatchObject({ status: 422, code: 'import/asset-map' })
  const first = await call(holder, 'POST', `/brokers/import/files/${report}/import`, {})
  expect([first.status, first.body.assets_created]).toEqual([200, [expect.any(Number)]])
  const [own] = first.body.assets_created
  expect([evil, bait]).not.toContain(own)
  const second = await importCsv(holder, broker, BUY_APPLE.replace('02-05', '02-06'))
  expect([second.status, second.body.result.assets_created]).toEqual([201, []])
  const lines = (await call(holder, 'GET', `/transactions?broker_ids=${broker}`)).body as { asset_id: number }[]
  expect(lines.map((line) => line.asset_id)).toEqual([own, own])
})

test('an import links to a verified asset, whoever added it, and to one’s own before it', async () => {
  const { call, root, holder, partner, broker, add, importCsv, ...app } = await setUp()
  const own = await add(holder, { symbol: 'AAPL', isin: APPLE, name: 'Apple Inc' })
  expect((await importCsv(holder, broker, BUY_APPLE)).body.result.assets_created).toEqual([])
  const shared = await add(root, { symbol: 'AAPL', isin: APPLE, name: 'Apple' })
  await call(root, 'PATCH', `/assets/${shared}`, { verified: true })
  const linked = async (by: TestUser, id: number, text: string) => {
    expect((await importCsv(by, id, text)).body.result.assets_created).toEqual([])
    return (await call(by, 'GET', `/transactions?broker_ids=${id}&limit=1`)).body[0].asset_id
  }
  expect(await linked(partner, await createBroker({ ...app, call }, partner), BUY_APPLE)).toBe(shared)
  expect(await linked(holder, broker, BUY_APPLE.replace('02-05', '02-06'))).toBe(own)
})

test('the ISIN that strangers gave their asset is free for everybody; one’s own and the verified one are not', async () => {
  const { call, root, holder, stranger, add } = await setUp()
  const apple = { symbol: 'AAPL', name: 'Apple', type: 'STOCK', currency: 'EUR', isin: APPLE }
  const theirs = await add(stranger, apple)
  const own = await add(holder, apple)
  expect((await call(holder, 'POST', '/assets', apple)).body).toMatchObject({ code: 'asset/exists', id: own })
  expect((await call(root, 'PATCH', `/assets/${theirs}`, { verified: true })).status).toBe(200)
  expect((await call(root, 'PATCH', `/assets/${own}`, { verified: true })).body).toMatchObject({
    code: 'asset/exists',
    id: theirs,
  })
  expect((await call(holder, 'PATCH', `/assets/${own}`, { name: 'Apple Inc' })).status).toBe(200)
  expect((await call(root, 'POST', '/assets', apple)).body).toMatchObject({ code: 'asset/exists', id: theirs })
})

test('prices are fetched for assets that one knows; strangers’ are not there', async () => {
  const { call, holder, stranger, broker, add, buy } = await setUp()
  const id = await add(holder)
  await buy(holder, broker, id)
  const refresh = (by: TestUser, body: object) => call(by, 'POST', '/assets/prices/refresh', body)
  expect((await refresh(stranger, { asset_ids: [id] })).body).toMatchObject({ status: 422, code: 'price/refresh-invalid' })
  expect((await refresh(holder, { asset_ids: [id] })).status).toBe(200)
})

test('a broker that somebody shares unasked brings no assets into lists and imports until it is included; imports into it find its own', async () => {
  const { call, holder, stranger, broker, add, buy, importCsv, listed, ...app } = await setUp()
  const bait = await add(stranger, { symbol: 'AAPL', isin: APPLE, name: 'Apple Inc' })
  const theirs = await createBroker({ ...app, call }, stranger)
  await buy(stranger, theirs, bait)
  expect((await call(stranger, 'POST', `/brokers/${theirs}/access`, { user_id: holder.id, role: 'EDITOR' })).status).toBe(201)
  expect(await listed(holder)).toEqual([])
  expect((await importCsv(holder, broker, BUY_APPLE)).body.result.assets_created).toEqual([expect.any(Number)])
  expect((await call(stranger, 'GET', `/assets/${bait}/history`)).status).toBe(200)
  expect((await importCsv(holder, theirs, BUY_APPLE)).body.result.assets_created).toEqual([])
  expect((await call(holder, 'PATCH', `/brokers/${theirs}/access/me`, { included: true })).status).toBe(200)
  expect(await listed(holder)).toContain(bait)
})
