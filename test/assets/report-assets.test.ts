import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AssetDraft } from '#plugins/brim/contract.ts'
import { createAssets, getAsset, matchAssets } from '#src/assets/service.ts'
import type { Ctx } from '#src/context.ts'
import { deleteUnusedReportAssets } from '#src/prices/service.ts'
import { ONE } from '#src/shared/decimal.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const SAP = 'DE0007164600'
const APPLE = 'US0378331005'
const REPORT = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b11'

type NewDraft = AssetDraft & { readonly currency: string }

async function setUp() {
  const app = await createTestApp()
  const admin = await app.createUser()
  const user = await app.createUser()
  const brokerId = await createBroker(app, user)
  await addReport(app, brokerId, REPORT)
  const as = (who: TestUser): Ctx => ({
    ...app.deps,
    user: { id: who.id, username: who.username, isSuperuser: who === admin },
  })
  const create = (...drafts: NewDraft[]) => createAssets(as(user), drafts, { reportId: REPORT })
  const match = async (...drafts: AssetDraft[]) => await matchAssets(as(user), drafts)
  return { app, admin, user, brokerId, as, create, match }
}

async function addReport(app: TestApp, brokerId: number, id: string) {
  const blank = { plugin: null, plugin_version: null, parsed_at: null, imported_at: null, counts: null, problem: null }
  const file = { filename: 'report.csv', size: 1, sha256: id, content_type: 'text/csv', status: 'parsed' as const }
  await app.store.writer
    .insertInto('report')
    .values({ id, broker_id: brokerId, ...file, ...blank, uploaded_by: null, uploaded_at: '2026-01-01T00:00:00.000Z' })
    .execute()
}

async function buy(app: TestApp, user: TestUser, broker_id: number, asset_id: number) {
  const body = { broker_id, asset_id, type: 'BUY', date: '2024-01-02', quantity: '1', price: '5', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions', body)).status).toBe(201)
}

test('what a draft says is what is created; what it does not say has its default', async () => {
  const { create, as, user } = await setUp()
  const full: NewDraft = {
    ref: 'a',
    symbol: ' ACME ',
    isin: SAP,
    name: 'Acme\u0000  SE',
    currency: 'GBX',
    exchange: 'xetr',
    type: 'BOND',
    priceQuantity: '100',
    identifiers: [
      { kind: 'WKN', value: '716460' },
      { kind: 'CUSIP', value: '000000000' },
    ],
  }
  const ids = await create(full, { ref: 'b', isin: APPLE, currency: 'USD' }, { ref: 'c', name: 'World Fund', currency: 'EUR' })
  expect(await getAsset(as(user), ids.get('a') ?? 0)).toMatchObject({
    symbol: 'ACME',
    name: 'Acme SE',
    type: 'BOND',
    currency: 'GBP',
    isin: SAP,
    exchange: 'XETR',
    priceQuantity: 100n * ONE,
    identifiers: [
      { kind: 'ISIN', value: SAP },
      { kind: 'WKN', value: '716460' },
    ],
    archived: false,
    createdBy: user.id,
    revision: 1,
  })
  expect(await getAsset(as(user), ids.get('b') ?? 0)).toMatchObject({
    symbol: APPLE,
    name: APPLE,
    type: 'OTHER',
    priceQuantity: ONE,
  })
  expect(await getAsset(as(user), ids.get('c') ?? 0)).toMatchObject({ symbol: 'World Fund', name: 'World Fund', isin: null })
})

test('403 asset/creation-restricted where only superusers may add, unless there is nothing to add', async () => {
  const { app, create, as, admin } = await setUp()
  const restriction = { key: 'shared_data', value: '"superusers"', updated_at: '2026-01-01T00:00:00.000Z', updated_by: null }
  await app.store.writer.insertInto('setting').values(restriction).execute()
  const draft = { ref: 'a', symbol: 'ACME', currency: 'EUR' }
  await expect(create(draft)).rejects.toMatchObject({ kind: 'forbidden', code: 'asset/creation-restricted' })
  expect(await create()).toEqual(new Map())
  expect((await createAssets(as(admin), [draft], { reportId: REPORT })).size).toBe(1)
})

test('409 asset/exists for a listing that the caller knows; nothing of the report is stored', async () => {
  const { app, create, match, user } = await setUp()
  const id = await createAsset(app, { isin: SAP, currency: 'EUR', createdBy: user.id })
  const drafts: NewDraft[] = [
    { ref: 'new', symbol: 'NEW', currency: 'EUR' },
    { ref: 'old', isin: SAP, currency: 'EUR' },
  ]
  await expect(create(...drafts)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'asset/exists',
    extras: { extensions: { ref: 'old', id } },
  })
  expect((await match(...drafts)).get('new')?.match).toBe('none')
  const other = await create({ ref: 'old', isin: SAP, currency: 'USD' })
  expect(other.get('old')).toBeGreaterThan(id)
})

test('two refs of one listing become one asset; with prices for different quantities 409', async () => {
  const { create } = await setUp()
  const ids = await create({ ref: 'a', isin: SAP, currency: 'EUR' }, { ref: 'b', isin: SAP, symbol: 'SAP', currency: 'EUR' })
  expect(ids.get('a')).toBe(ids.get('b') ?? 0)
  const bond: NewDraft = { ref: 'c', isin: APPLE, currency: 'EUR' }
  await expect(create(bond, { ...bond, ref: 'd', priceQuantity: '100' })).rejects.toMatchObject({ code: 'asset/exists' })
})

test('422 for a currency or a price quantity that is none', async () => {
  const { create } = await setUp()
  await expect(create({ ref: 'a', symbol: 'A', currency: 'XXQ' })).rejects.toMatchObject({ code: 'asset/currency' })
  const draft = { ref: 'a', symbol: 'A', currency: 'EUR', priceQuantity: '0' }
  await expect(create(draft)).rejects.toMatchObject({ code: 'asset/price-quantity' })
})

test('undo removes what the report made and nobody changed or uses, and nothing else', async () => {
  const { app, user, brokerId, as, create } = await setUp()
  const second = '0190a6b4-5d7e-7c3e-8a51-2f6f0c3c9b12'
  await addReport(app, brokerId, second)
  const ids = await create(
    { ref: 'unused', isin: SAP, currency: 'EUR' },
    { ref: 'used', symbol: 'USED', currency: 'EUR' },
    { ref: 'edited', symbol: 'EDITED', currency: 'EUR' },
  )
  const later = await createAssets(as(user), [{ ref: 'later', symbol: 'LATER', currency: 'EUR' }], { reportId: second })
  const own = await createAsset(app)
  await buy(app, user, brokerId, ids.get('used') ?? 0)
  expect((await app.call(user, 'PATCH', `/assets/${ids.get('edited')}`, { name: 'Mine' })).status).toBe(200)
  expect(await deleteUnusedReportAssets(as(user), REPORT)).toBe(1)
  const left = await app.store.writer.selectFrom('asset').select('id').orderBy('id').execute()
  expect(left.map((row) => row.id)).toEqual([ids.get('used') ?? 0, ids.get('edited') ?? 0, later.get('later') ?? 0, own])
  expect(await app.store.writer.selectFrom('asset_identifier').select('value').where('value', '=', SAP).execute()).toEqual([])
})

test('matching finds by ISIN, number, symbol, former symbol and name in the database, each by ref', async () => {
  const { app, user, create, match } = await setUp()
  const ids = await create(
    { ref: 'isin', isin: SAP, currency: 'EUR' },
    { ref: 'number', symbol: 'NUM', currency: 'EUR', identifiers: [{ kind: 'CUSIP', value: '037833100' }] },
    { ref: 'symbol', symbol: 'Acme', currency: 'EUR' },
    { ref: 'name', name: 'Société du Café', currency: 'EUR' },
  )
  const renamed = (
    await app.call(user, 'POST', '/assets', {
      ...{ symbol: 'META', name: 'Meta', type: 'STOCK', currency: 'USD' },
      identifiers: [{ kind: 'TICKER', value: 'FB' }],
    })
  ).body.id
  const found = await match(
    { ref: 'isin', isin: SAP },
    { ref: 'number', symbol: 'OTHER', identifiers: [{ kind: 'CUSIP', value: '037833100' }] },
    { ref: 'symbol', symbol: 'ACME', currency: 'EUR' },
    { ref: 'name', name: 'societe DU cafe', currency: 'EUR' },
    { ref: 'ticker', symbol: 'fb', currency: 'USD' },
    { ref: 'nothing', symbol: 'ZZZ', name: 'Zzz', isin: APPLE },
  )
  expect([...found].map(([ref, { match: level, assetId }]) => [ref, level, assetId])).toEqual([
    ['isin', 'exact', ids.get('isin') ?? 0],
    ['number', 'exact', ids.get('number') ?? 0],
    ['symbol', 'high', ids.get('symbol') ?? 0],
    ['name', 'high', ids.get('name') ?? 0],
    ['ticker', 'high', renamed],
    ['nothing', 'none', null],
  ])
  expect(await match()).toEqual(new Map())
})

test('a symbol alone is taken once the caller’s own brokers use the asset; use by others counts for nothing', async () => {
  const { app, admin, user, brokerId, match } = await setUp()
  const id = await createAsset(app, { symbol: 'ACME', isVerified: true })
  const foreign = await createBroker(app, admin)
  const draft = { ref: 'a', symbol: 'ACME' }
  await buy(app, admin, foreign, id)
  expect((await match(draft)).get('a')).toMatchObject({ match: 'low', assetId: null, candidates: [{ assetId: id }] })
  await buy(app, user, brokerId, id)
  expect((await match(draft)).get('a')).toMatchObject({ match: 'high', assetId: id })
})

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const draftFields = {
  symbol: maybe(fc.constantFrom('AAA', 'BBB', 'x y', 'ÄÖ', '🚀1')),
  name: maybe(fc.constantFrom('Alpha', 'Beta AG', 'ALPHA', 'Ångström  Fund')),
  isin: maybe(fc.constantFrom(SAP, APPLE, 'DE0007164601')),
  currency: fc.constantFrom('EUR', 'USD', 'GBX'),
  exchange: maybe(fc.constantFrom('XETR', 'XPAR')),
  type: maybe(fc.constantFrom('STOCK' as const, 'CRYPTO' as const, 'BOND' as const)),
}
const newDrafts = fc
  .uniqueArray(fc.record({ ref: fc.integer({ min: 0, max: 99 }).map(String), ...draftFields }), {
    selector: (draft) => draft.ref,
    maxLength: 8,
  })
  .map((drafts) => drafts.filter((draft) => draft.symbol ?? draft.name ?? draft.isin))

test('property: the order of drafts changes nothing, and what a draft made alone is found by it again', async () => {
  const { app, create, match, as, user } = await setUp()
  await fc.assert(
    fc.asyncProperty(newDrafts, newDrafts, async (made, requested) => {
      for (const [index, draft] of made.entries()) {
        const known = (await match(draft)).get(draft.ref)
        if (known?.match !== 'none') continue
        const ids = await create({ ...draft, ref: `made ${index}` })
        expect((await match(draft)).get(draft.ref)).toMatchObject({ assetId: ids.get(`made ${index}`) ?? 0 })
      }
      const forwards = await match(...requested)
      const backwards = await match(...requested.toReversed())
      expect(Object.fromEntries(backwards)).toEqual(Object.fromEntries(forwards))
      for (const draft of requested) expect((await match(draft)).get(draft.ref)).toEqual(forwards.get(draft.ref) as never)
      await deleteUnusedReportAssets(as(user), REPORT)
    }),
    { numRuns: 150 },
  )
  expect(await app.store.writer.selectFrom('asset').selectAll().execute()).toEqual([])
})
