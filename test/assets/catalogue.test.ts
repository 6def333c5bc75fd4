import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Asset } from '#src/assets/schema.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createBroker, setSharedData } from '#test/support/factories.ts'

const ISIN = 'DE0007164600'
const OTHER_ISIN = 'US0378331005'
const ACME = { symbol: 'ACME', name: 'Acme Corporation', type: 'STOCK', currency: 'EUR' }
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

async function setUp() {
  const app = await createTestApp()
  const admin = await app.createUser()
  const user = await app.createUser()
  const stranger = await app.createUser()
  const add = async (fields: object = {}, by: TestUser = user) =>
    (await app.call(by, 'POST', '/assets', { ...ACME, ...fields })).as(Asset)
  return { ...app, admin, user, stranger, add }
}

async function buy(app: TestApp, user: TestUser, broker_id: number, asset_id: number, quantity = '10') {
  const body = { broker_id, asset_id, type: 'BUY', date: '2024-01-02', quantity, price: '5', currency: 'EUR' }
  const answer = await app.call(user, 'POST', '/transactions', body)
  expect(answer.status).toBe(201)
  return answer.body
}

async function uploadImage(app: TestApp, user: TestUser): Promise<string> {
  const form = new FormData()
  form.set('file', new File([PNG], 'icon.png', { type: 'image/png' }))
  const answer = await app.call(user, 'POST', '/uploads', form)
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('401 without a session', async () => {
  const { call } = await setUp()
  for (const [method, path] of [
    ['GET', '/assets'],
    ['POST', '/assets'],
    ['GET', '/assets/1'],
    ['PATCH', '/assets/1'],
    ['DELETE', '/assets/1'],
    ['GET', '/assets/1/icon'],
    ['POST', '/assets/1/merge'],
  ] as const)
    expect([path, (await call(null, method, path)).status]).toEqual([path, 401])
})

test('201 with Location, ETag and everything that was said', async () => {
  const { call, user } = await setUp()
  const answer = await call(user, 'POST', '/assets', {
    ...ACME,
    symbol: '  ACME ',
    isin: ` ${ISIN.toLowerCase()}`,
    exchange: 'xetr',
    price_quantity: '2.50',
    identifiers: [
      { kind: 'WKN', value: '716460' },
      { kind: 'TICKER', value: 'acm.de' },
      { kind: 'OTHER', value: 'internal a1' },
      { kind: 'WKN', value: '716460' },
    ],
    country: 'DE',
    sector: 'TECHNOLOGY',
    allocation: { countries: { IT: '0.4', DE: 0.6 }, sectors: { TECHNOLOGY: '1' } },
    website: 'https://acme.example',
    description: 'Anvils',
  })
  expect(answer.status).toBe(201)
  const asset = answer.as(Asset)
  expect(answer.headers.get('location')).toBe(`/api/v1/assets/${asset.id}`)
  expect(answer.headers.get('etag')).toStartWith('"r1-')
  expect(asset).toEqual({
    id: asset.id,
    symbol: 'ACME',
    name: 'Acme Corporation',
    contract: null,
    price_quantity: '2.5',
    type: 'STOCK',
    currency: 'EUR',
    isin: ISIN,
    exchange: 'XETR',
    identifiers: [
      { kind: 'ISIN', value: ISIN },
      { kind: 'OTHER', value: 'internal a1' },
      { kind: 'TICKER', value: 'ACM.DE' },
      { kind: 'WKN', value: '716460' },
    ],
    country: 'DE',
    sector: 'TECHNOLOGY',
    allocation: { countries: { DE: '0.6', IT: '0.4' }, sectors: { TECHNOLOGY: '1' } },
    icon_url: null,
    website: 'https://acme.example',
    description: 'Anvils',
    price_source: null,
    last_price: null,
    archived: false,
    verified: null,
    verified_at: null,
    created_by: user.id,
    revision: 1,
    created_at: asset.created_at,
    updated_at: asset.created_at,
  })
  const read = await call(user, 'GET', `/assets/${asset.id}`)
  expect(read.as(Asset)).toEqual(asset)
  expect(read.headers.get('etag')).toStartWith('"r1-')
})

test('201 with null for what nobody said, and the price quantity that is usual for the type', async () => {
  const { add } = await setUp()
  const stock = await add()
  const nothing = { isin: null, exchange: null, country: null, sector: null, icon_url: null, allocation: null }
  expect(stock).toMatchObject({ ...nothing, identifiers: [] })
  expect(stock.price_quantity).toBe('1')
  expect((await add({ type: 'BOND' })).price_quantity).toBe('100')
  expect((await add({ type: 'OPTION' })).price_quantity).toBe('0.01')
  expect((await add({ type: 'BOND', price_quantity: '1' })).price_quantity).toBe('1')
})

test('201 with the first ISIN among the identifiers as the asset’s own', async () => {
  const { add } = await setUp()
  expect((await add({ identifiers: [{ kind: 'ISIN', value: ISIN }] })).isin).toBe(ISIN)
})

test('422 names the pointer of every fault at once', async () => {
  const { call, user } = await setUp()
  const answer = await call(user, 'POST', '/assets', {
    symbol: ' ',
    name: 'two\nlines',
    type: 'SHARE',
    currency: 'GBX',
    isin: 'DE0007164601',
    exchange: 'XETRA',
    price_quantity: '0',
    identifiers: [
      { kind: 'WKN', value: '716460' },
      { kind: 'CUSIP', value: '037833101' },
      { kind: 'NAME', value: 'x' },
    ],
    country: 'XX',
    sector: 'ANVILS',
    allocation: { countries: { IT: '0.7', DE: '0.4', ZZ: '0' }, sectors: { TECHNOLOGY: '1.1' } },
    website: 'javascript:alert(1)',
    colour: 'red',
  })
  expect(answer.status).toBe(422)
  const pointers = answer.body.errors.map((fault: { pointer: string }) => fault.pointer)
  expect(new Set(pointers)).toEqual(
    new Set([
      '/symbol',
      '/name',
      '/type',
      '/currency',
      '/isin',
      '/exchange',
      '/price_quantity',
      '/identifiers/1/value',
      '/identifiers/2/kind',
      '/country',
      '/sector',
      '/allocation/countries',
      '/allocation/countries/ZZ',
      '/allocation/sectors',
      '/allocation/sectors/TECHNOLOGY',
      '/website',
      '/colour',
    ]),
  )
  expect((await call(user, 'GET', '/assets')).body).toEqual([])
})

test('422 for a number with a wrong check digit, whatever its kind', async () => {
  const { call, user } = await setUp()
  for (const [kind, value] of [
    ['ISIN', 'DE0007164601'],
    ['FIGI', 'BBG000B9XRY5'],
    ['CUSIP', '037833101'],
    ['SEDOL', '0263495'],
    ['LEI', '5299000J2N45DDNE4Y29'],
    ['WKN', '71646O'],
  ]) {
    const answer = await call(user, 'POST', '/assets', { ...ACME, identifiers: [{ kind, value }] })
    expect([kind, answer.status, answer.body.errors?.[0]?.pointer]).toEqual([kind, 422, '/identifiers/0/value'])
  }
})

test('409 asset/exists with the id for the same ISIN, currency and exchange; 201 for another listing', async () => {
  const { call, user, add } = await setUp()
  const first = await add({ isin: ISIN })
  const again = await call(user, 'POST', '/assets', { ...ACME, symbol: 'ACM2', isin: ISIN })
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ code: 'asset/exists', id: first.id, errors: [{ pointer: '/isin' }] })
  const inDollars = await add({ isin: ISIN, currency: 'USD' })
  const elsewhere = await add({ isin: ISIN, exchange: 'XETR' })
  const change = await call(user, 'PATCH', `/assets/${inDollars.id}`, { currency: 'EUR' })
  expect(change.body).toMatchObject({ status: 409, code: 'asset/exists', id: first.id })
  expect((await call(user, 'PATCH', `/assets/${elsewhere.id}`, { exchange: null })).body).toMatchObject({ code: 'asset/exists' })
  expect((await call(user, 'PATCH', `/assets/${first.id}`, { name: 'Acme' })).status).toBe(200)
  expect((await add()).isin).toBeNull()
  expect((await add()).isin).toBeNull()
})

test('403 asset/creation-restricted where shared_data leaves new assets to superusers', async () => {
  const app = await setUp()
  await setSharedData(app, 'superusers')
  const answer = await app.call(app.user, 'POST', '/assets', ACME)
  expect([answer.status, answer.body.code]).toEqual([403, 'asset/creation-restricted'])
  expect((await app.call(app.admin, 'POST', '/assets', ACME)).status).toBe(201)
})

test('200 for a patch: absent keeps, null clears, the revision rises', async () => {
  const { call, user, add } = await setUp()
  const asset = await add({ isin: ISIN, country: 'DE', allocation: { countries: { DE: '1' } }, description: 'Anvils' })
  const answer = await call(user, 'PATCH', `/assets/${asset.id}`, {
    country: null,
    allocation: null,
    name: 'Acme SE',
    archived: true,
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).toStartWith('"r2-')
  expect(asset.allocation).toEqual({ countries: { DE: '1' }, sectors: {} })
  const changed = answer.as(Asset)
  expect(changed).toEqual({
    ...asset,
    allocation: null,
    country: null,
    name: 'Acme SE',
    archived: true,
    revision: 2,
    updated_at: changed.updated_at,
  })
  expect((await call(user, 'GET', '/assets?q=se')).body).toEqual([])
  expect((await call(user, 'GET', '/assets?archived=true&q=se')).as(z.array(Asset))).toEqual([changed])
})

test('200 for identifiers: the ISIN always among them, an old ISIN only when it is listed', async () => {
  const { call, user, add } = await setUp()
  const { id } = await add({ isin: ISIN, identifiers: [{ kind: 'WKN', value: '716460' }] })
  const patch = async (body: object) => (await call(user, 'PATCH', `/assets/${id}`, body)).as(Asset)
  const values = (asset: z.infer<typeof Asset>) => asset.identifiers.map(({ kind, value }) => `${kind} ${value}`)
  expect(values(await patch({ identifiers: [] }))).toEqual([`ISIN ${ISIN}`])
  expect(values(await patch({ isin: OTHER_ISIN }))).toEqual([`ISIN ${OTHER_ISIN}`])
  const retained = await patch({ identifiers: [{ kind: 'ISIN', value: ISIN }] })
  expect(values(retained)).toEqual([`ISIN ${ISIN}`, `ISIN ${OTHER_ISIN}`])
  expect(retained.isin).toBe(OTHER_ISIN)
  const cleared = await patch({ isin: null })
  expect([cleared.isin, values(cleared)]).toEqual([null, [`ISIN ${ISIN}`]])
  expect((await patch({ name: 'Acme SE' })).isin).toBeNull()
  expect((await patch({ identifiers: null })).identifiers).toEqual([])
})

test('412 when If-Match does not fit, for a patch and for a removal', async () => {
  const { call, user, add } = await setUp()
  const { id } = await add()
  const stale = { 'If-Match': '"r7"' }
  expect((await call(user, 'PATCH', `/assets/${id}`, { name: 'A' }, stale)).body.code).toBe('request/stale')
  expect((await call(user, 'DELETE', `/assets/${id}`, undefined, stale)).status).toBe(412)
  expect((await call(user, 'PATCH', `/assets/${id}`, { name: 'A' }, { 'If-Match': '"r1"' })).status).toBe(200)
  expect((await call(user, 'DELETE', `/assets/${id}`, undefined, { 'If-Match': '"r2"' })).status).toBe(204)
})

test('412 for all but one of those who change the same revision at the same moment', async () => {
  const { call, user, add } = await setUp()
  const { id } = await add()
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
  const answers = await Promise.all(names.map((name) => call(user, 'PATCH', `/assets/${id}`, { name }, { 'If-Match': '"r1"' })))
  expect(answers.map((one) => one.status).sort()).toEqual([200, ...Array(7).fill(412)])
  const [won] = answers.filter((one) => one.status === 200)
  expect((await call(user, 'GET', `/assets/${id}`)).body).toEqual(won?.body)
})

test('403 asset/not-yours for who did not add it; superusers may', async () => {
  const { call, admin, stranger, add } = await setUp()
  const { id } = await add()
  expect((await call(stranger, 'PATCH', `/assets/${id}`, { name: 'A' })).body).toMatchObject({
    status: 403,
    code: 'asset/not-yours',
  })
  expect((await call(stranger, 'DELETE', `/assets/${id}`)).body.code).toBe('asset/not-yours')
  expect((await call(stranger, 'GET', `/assets/${id}`)).as(Asset).name).toBe('Acme Corporation')
  expect((await call(admin, 'PATCH', `/assets/${id}`, { name: 'A' })).status).toBe(200)
  expect((await call(admin, 'DELETE', `/assets/${id}`)).status).toBe(204)
})

test('404 for an asset that is not there, for every verb', async () => {
  const { call, user } = await setUp()
  for (const [method, path, body] of [
    ['GET', '/assets/99', undefined],
    ['PATCH', '/assets/99', { name: 'A' }],
    ['DELETE', '/assets/99', undefined],
    ['GET', '/assets/99/icon', undefined],
    ['POST', '/assets/99/merge', { into: 1 }],
  ] as const)
    expect((await call(user, method, path, body)).body).toMatchObject({ status: 404, code: 'asset/not-found' })
  expect((await call(user, 'GET', '/assets/x')).status).toBe(404)
})

test('409 asset/in-use while anyone has a transaction of it; 204 afterwards', async () => {
  const app = await setUp()
  await setSharedData(app, 'everyone')
  const { id } = await app.add()
  const line = await buy(app, app.stranger, await createBroker(app, app.stranger), id)
  const answer = await app.call(app.user, 'DELETE', `/assets/${id}`)
  expect([answer.status, answer.body.code]).toEqual([409, 'asset/in-use'])
  expect((await app.call(app.stranger, 'DELETE', `/transactions/${line.id}`)).status).toBe(204)
  expect((await app.call(app.user, 'DELETE', `/assets/${id}`)).status).toBe(204)
  expect((await app.call(app.user, 'GET', `/assets/${id}`)).status).toBe(404)
  expect(await app.store.writer.selectFrom('asset_identifier').selectAll().execute()).toEqual([])
})

test('409 asset/price-quantity while a transaction says a price; the currency may change and no amount does', async () => {
  const app = await setUp()
  const { id } = await app.add()
  await setSharedData(app, 'everyone')
  const patch = (body: object) => app.call(app.user, 'PATCH', `/assets/${id}`, body)
  expect((await patch({ price_quantity: '100' })).as(Asset).price_quantity).toBe('100')
  expect((await patch({ price_quantity: '1' })).status).toBe(200)
  const line = await buy(app, app.stranger, await createBroker(app, app.stranger), id)
  const refused = await patch({ price_quantity: '100' })
  expect(refused.body).toMatchObject({ status: 409, code: 'asset/price-quantity', errors: [{ pointer: '/price_quantity' }] })
  expect((await patch({ price_quantity: '1.0', currency: 'USD' })).as(Asset)).toMatchObject({
    currency: 'USD',
    price_quantity: '1',
  })
  expect({ ...(await app.call(app.stranger, 'GET', `/transactions/${line.id}`)).body, warnings: [] }).toEqual(line)
})

test('200 for the icon of an own image, for every user; 422 for another’s image, 404 without', async () => {
  const app = await setUp()
  const { id } = await app.add()
  const icon = await uploadImage(app, app.user)
  expect((await app.call(app.user, 'GET', `/assets/${id}/icon`)).body.code).toBe('asset/no-icon')
  const changed = (await app.call(app.user, 'PATCH', `/assets/${id}`, { icon })).as(Asset)
  expect(changed.icon_url).toBe(`/api/v1/assets/${id}/icon`)
  const image = await app.call(app.stranger, 'GET', `/assets/${id}/icon`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(image.bytes).toEqual(PNG)
  const tag = image.headers.get('etag') ?? ''
  expect((await app.call(app.stranger, 'GET', `/assets/${id}/icon`, undefined, { 'If-None-Match': tag })).status).toBe(304)
  expect((await app.call(app.admin, 'PATCH', `/assets/${id}`, { name: 'A' })).status).toBe(200)
  const other = await app.call(app.stranger, 'POST', '/assets', { ...ACME, icon })
  expect(other.body).toMatchObject({ status: 422, code: 'upload/not-an-image', errors: [{ pointer: '/icon' }] })
  expect((await app.call(app.user, 'DELETE', `/uploads/${icon}`)).body.code).toBe('upload/in-use')
})

test('200 with pages in a stable order, by symbol whatever its case, each asset once', async () => {
  const { call, user, add } = await setUp()
  for (const symbol of ['b', 'A', 'C', 'a', 'B', 'c', 'a']) await add({ symbol })
  const seen: string[] = []
  let path: string | undefined = '/assets?limit=2&count=true'
  while (path !== undefined) {
    const page = await call(user, 'GET', path)
    expect(page.headers.get('x-total-count')).toBe('7')
    seen.push(...page.as(z.array(Asset)).map((asset) => `${asset.symbol}${asset.id}`))
    path = /<\/api\/v1([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(['A2', 'a4', 'a7', 'b1', 'B5', 'C3', 'c6'])
  expect((await call(user, 'GET', '/assets?cursor=nonsense')).body.code).toBe('request/cursor')
})

test('200 for a search in symbol, name and identifiers, without case and accents, all words', async () => {
  const { call, user, add } = await setUp()
  const cafe = await add({
    symbol: 'CAF',
    name: 'Société du Café',
    isin: ISIN,
    identifiers: [{ kind: 'OTHER', value: 'Ref-77' }],
  })
  await add({ symbol: 'TEA', name: '100 % Tea_house' })
  const found = async (q: string) =>
    (await call(user, 'GET', `/assets?q=${encodeURIComponent(q)}`)).as(z.array(Asset)).map((asset) => asset.symbol)
  for (const q of ['cafe', 'SOCIETE  caf', ISIN.toLowerCase(), 'ref-77', '716460'])
    expect([q, await found(q)]).toEqual([q, ['CAF']])
  expect(await found('cafe tea')).toEqual([])
  expect(await found('100 %')).toEqual(['TEA'])
  expect(await found('a_h')).toEqual(['TEA'])
  expect(await found('%')).toEqual(['TEA'])
  expect(await found(' ')).toEqual(['CAF', 'TEA'])
  await call(user, 'PATCH', `/assets/${cafe.id}`, { name: 'Coffee' })
  expect(await found('cafe')).toEqual([])
})

test('200 narrowed by type and currency; 422 for an unknown type or key', async () => {
  const { call, user, add } = await setUp()
  await add({ symbol: 'A' })
  await add({ symbol: 'B', type: 'ETF', currency: 'USD' })
  await add({ symbol: 'C', type: 'CRYPTO', currency: 'USD' })
  const found = async (query: string) =>
    (await call(user, 'GET', `/assets?${query}`)).as(z.array(Asset)).map((asset) => asset.symbol)
  expect(await found('types=ETF&types=STOCK')).toEqual(['A', 'B'])
  expect(await found('currencies=USD')).toEqual(['B', 'C'])
  expect(await found('currencies=USD&types=CRYPTO')).toEqual(['C'])
  expect((await call(user, 'GET', '/assets?types=SHARE')).status).toBe(422)
  expect((await call(user, 'GET', '/assets?type=ETF')).body.errors).toMatchObject([{ pointer: '/query/type' }])
})

test('200 with held=true: what brokers of the caller hold now, nothing of others, nothing sold', async () => {
  const app = await setUp()
  const { call, user, stranger, add } = app
  const [retained, sold, theirs] = [await add({ symbol: 'HELD' }), await add({ symbol: 'SOLD' }), await add({ symbol: 'THEIRS' })]
  const mine = await createBroker(app, user)
  const foreign = await createBroker(app, stranger)
  await buy(app, user, mine, retained.id, '0.000000000001')
  await buy(app, user, mine, sold.id)
  await buy(app, stranger, foreign, theirs.id)
  const sale = {
    broker_id: mine,
    asset_id: sold.id,
    type: 'SELL',
    date: '2024-03-02',
    quantity: '-10',
    price: '5',
    currency: 'EUR',
  }
  expect((await call(user, 'POST', '/transactions', sale)).status).toBe(201)
  const held = async (by: TestUser) => {
    const answer = await call(by, 'GET', '/assets?held=true&count=true')
    return [answer.headers.get('x-total-count'), ...answer.as(z.array(Asset)).map((asset) => asset.symbol)]
  }
  expect(await held(user)).toEqual(['1', 'HELD'])
  expect(await held(stranger)).toEqual(['1', 'THEIRS'])
  expect(await held(app.admin)).toEqual(['0'])
})

test('200 with unsourced=true: what of that could have a price source and has none', async () => {
  const app = await setUp()
  const { call, user, stranger, add } = app
  const assets = [await add({ symbol: 'BARE' }), await add({ symbol: 'FLAT', type: 'REAL_ESTATE' }), await add({ symbol: 'OLD' })]
  const mine = await createBroker(app, user)
  for (const { id } of assets) await buy(app, user, mine, id)
  await add({ symbol: 'LOOSE' })
  expect((await call(user, 'PATCH', `/assets/${assets[2]?.id}`, { archived: true })).status).toBe(200)
  const answer = await call(user, 'GET', '/assets?unsourced=true&count=true')
  expect(answer.as(z.array(Asset)).map((asset) => asset.symbol)).toEqual(['BARE'])
  expect(answer.headers.get('x-total-count')).toBe('1')
  expect((await call(stranger, 'GET', '/assets?unsourced=true')).body).toEqual([])
})

test('200 with markup in names exactly as it was sent', async () => {
  const { call, user, add } = await setUp()
  const { id } = await add({ name: '<script>alert(1)</script>' })
  const answer = await call(user, 'GET', `/assets/${id}`)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.as(Asset).name).toBe('<script>alert(1)</script>')
})

test('201 once for the same Idempotency-Key', async () => {
  const { call, user } = await setUp()
  const first = await call(user, 'POST', '/assets', ACME, { 'Idempotency-Key': 'k1' })
  const second = await call(user, 'POST', '/assets', ACME, { 'Idempotency-Key': 'k1' })
  expect(second.body).toEqual(first.body)
  expect((await call(user, 'GET', '/assets')).body).toHaveLength(1)
})
