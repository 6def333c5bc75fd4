import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { genericCsv } from '#plugins/brim/generic-csv/index.ts'
import { Asset } from '#src/assets/schema.ts'
import { AssetEvent, Price } from '#src/prices/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'

const ISIN = 'DE0007164600'

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: [genericCsv], fx: [], assets: [] } } })
  const user = await app.createUser()
  const add = async (fields: object) =>
    (await app.call(user, 'POST', '/assets', { name: 'Acme', type: 'STOCK', currency: 'EUR', ...fields })).as(Asset)
  const broker = await createBroker(app, user)
  const old = await add({ symbol: 'OLD', isin: ISIN, identifiers: [{ kind: 'WKN', value: '716460' }] })
  const target = await add({ symbol: 'NEW' })
  const merge = (body: object = {}, headers = {}) =>
    app.call(user, 'POST', `/assets/${old.id}/merge`, { into: target.id, ...body }, headers)
  const prices = async (id: number) =>
    (await app.call(user, 'GET', `/assets/${id}/prices`)).as(z.array(Price)).map((one) => `${one.date} ${one.close}`)
  const events = async (id: number) =>
    (await app.call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent)).map((one) => `${one.type} ${one.date}`)
  for (const [id, date, close] of [
    [old.id, '2026-01-02', '10'],
    [old.id, '2026-01-05', '11'],
    [target.id, '2026-01-05', '12'],
  ] as const)
    await app.call(user, 'PUT', `/assets/${id}/prices`, [{ date, close }])
  for (const [id, date] of [
    [old.id, '2025-12-01'],
    [old.id, '2025-12-15'],
    [target.id, '2025-12-15'],
  ] as const)
    await app.call(user, 'POST', `/assets/${id}/events`, { type: 'DIVIDEND', date, amount: '1' })
  const trade = { broker_id: broker, asset_id: old.id, type: 'BUY', date: '2026-01-02', quantity: '10', price: '10' }
  const line: number = (await app.call(user, 'POST', '/transactions', { ...trade, currency: 'EUR' })).body.id
  return { ...app, user, add, broker, old, target, merge, prices, events, line }
}

test('200 a merge on trial answers the asset as it would be and keeps nothing; then the merge answers the same', async () => {
  const { call, user, store, old, target, merge, prices, events, line } = await setUp()
  const everything = () =>
    ['asset', 'asset_identifier', 'price', 'asset_event', 'ledger_transaction', 'balance_day', 'balance_month'].map((table) =>
      store.reader.sqlite.query(`SELECT * FROM ${table}`).all(),
    )
  const before = everything()
  const dryRun = await merge({ dry_run: true })
  expect(dryRun.status).toBe(200)
  expect(everything()).toEqual(before)
  const done = await merge({ dry_run: false })
  const strip = ({ updated_at: _, ...asset }: z.infer<typeof Asset>) => asset
  expect(strip(done.as(Asset))).toEqual(strip(dryRun.as(Asset)))
  expect(done.as(Asset)).toMatchObject({
    ...{ id: target.id, isin: ISIN, revision: 2 },
    identifiers: [
      { kind: 'ISIN', value: ISIN },
      { kind: 'TICKER', value: 'OLD' },
      { kind: 'WKN', value: '716460' },
    ],
  })
  expect(await prices(target.id)).toEqual(['2026-01-05 12', '2026-01-02 10'])
  expect(await events(target.id)).toEqual(['DIVIDEND 2025-12-15', 'DIVIDEND 2025-12-01'])
  expect((await call(user, 'GET', `/transactions/${line}`)).body.asset_id).toBe(target.id)
  expect((await call(user, 'GET', `/assets/${old.id}`)).status).toBe(404)
})

test('412 when the asset that vanishes has changed since; 422 refusals come on trial too', async () => {
  const { merge, old, call, user, prices } = await setUp()
  await call(user, 'PATCH', `/assets/${old.id}`, { name: 'Acme SE' })
  const stale = await merge({}, { 'If-Match': '"r1"' })
  expect([stale.status, stale.body.code]).toEqual([412, 'request/stale'])
  expect((await merge({ into: old.id, dry_run: true })).status).toBe(422)
  expect((await merge({ into: 999, dry_run: true })).body.errors[0].pointer).toBe('/into')
  expect((await prices(old.id)).length).toBe(2)
  expect((await merge({}, { 'If-Match': '"r2"' })).status).toBe(200)
})

test('200 a report that was read before the merge finds the asset that stays, and a map that names the vanished one is refused', async () => {
  const { call, user, broker, old, target, merge } = await setUp()
  const form = new FormData()
  const text = `date,type,isin,symbol,quantity,price,amount,currency\n2026-02-02,BUY,${ISIN},OLD,5,12,-60,EUR\n`
  form.set('file', new File([text], 'report.csv', { type: 'text/csv' }))
  const report: string = (await call(user, 'POST', `/brokers/import/upload?broker_id=${broker}`, form)).body.id
  const parse = async () => (await call(user, 'POST', `/brokers/import/files/${report}/parse`, {})).body
  const first = await parse()
  const matched = (preview: typeof first) => preview.assets[0].candidates[0]?.asset_id ?? preview.assets[0].asset_id
  expect([first.assets[0].match, matched(first)]).toEqual(['exact', old.id])
  const { ref } = first.assets[0]
  expect((await merge()).status).toBe(200)
  expect(matched(await parse())).toBe(target.id)
  const refused = await call(user, 'POST', `/brokers/import/files/${report}/import`, { asset_map: { [ref]: old.id } })
  expect(refused.status).toBe(422)
  const done = await call(user, 'POST', `/brokers/import/files/${report}/import`, {})
  expect([done.status, done.body.imported, done.body.assets_created]).toEqual([200, 1, []])
  const lines = (await call(user, 'GET', `/transactions?asset_ids=${target.id}`)).body as { asset_id: number }[]
  expect(lines.map((one) => one.asset_id)).toEqual([target.id, target.id])
})

test('200 undoing an import after its asset was merged removes its rows and leaves the asset that stays', async () => {
  const { call, user, broker, merge, old, target } = await setUp()
  const form = new FormData()
  const text = `date,type,isin,symbol,quantity,price,amount,currency\n2026-02-02,BUY,${ISIN},OLD,5,12,-60,EUR\n`
  form.set('file', new File([text], 'report.csv', { type: 'text/csv' }))
  const upload = await call(user, 'POST', `/brokers/import/upload?broker_id=${broker}&import=true`, form)
  expect([upload.status, upload.body.status]).toEqual([201, 'imported'])
  expect((await merge()).status).toBe(200)
  const undone = await call(user, 'POST', `/brokers/import/files/${upload.body.id}/undo`, { force: true })
  expect([undone.status, undone.text]).toEqual([200, undone.text])
  expect((await call(user, 'GET', `/assets/${target.id}`)).status).toBe(200)
  expect((await call(user, 'GET', `/transactions?asset_ids=${target.id}`)).body).toHaveLength(1)
  expect(old.id).not.toBe(target.id)
})
