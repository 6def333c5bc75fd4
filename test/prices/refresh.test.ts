import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceChunk, PriceProvider } from '#plugins/assets/contract.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { AssetSearch, PriceProvider as ListedProvider, PriceRefresh, PriceRefreshState } from '#src/prices/refresh.schema.ts'
import { AssetEvent, Price, SuspectPrice } from '#src/prices/schema.ts'
import { AppError } from '#src/shared/errors.ts'
import { chunk, testProvider } from '#test/prices/provider.ts'
import { createTestApp } from '#test/support/app.ts'

type Give = (request: { from: string; to: string; identifier: string }) => PriceChunk

/** A provider that gives what the test says, and counts its calls. */
function provider(give: Give, fields: Partial<PriceProvider> & { code?: string } = {}) {
  const calls: { from: string; to: string }[] = []
  const made = testProvider({
    fetchPrices: async function* (request) {
      calls.push({ from: request.from, to: request.to })
      yield give(request)
    },
    ...fields,
  })
  return { made, calls }
}

async function setUp(providers: readonly PriceProvider[], env: Record<string, string> = {}) {
  let time = new Date('2026-01-20T12:00:00Z')
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [...providers] } }, env, clock: () => time })
  const user = await app.createUser()
  const add = async (source: object | null = { provider: 'TEST', identifier: 'acme' }, symbol = 'ACME') => {
    const answer = await app.call(user, 'POST', '/assets', {
      symbol,
      name: symbol,
      type: 'STOCK',
      currency: 'EUR',
      price_source: source,
    })
    expect([answer.status, answer.text]).toEqual([201, answer.text])
    return answer.body.id as number
  }
  const refresh = async (body: object = {}) =>
    (await app.call(user, 'POST', '/assets/prices/refresh', body)).as(PriceRefresh).assets
  const prices = async (id: number) =>
    Object.fromEntries(
      (await app.call(user, 'GET', `/assets/${id}/prices`))
        .as(z.array(Price))
        .reverse()
        .map((one) => [one.date, one.close]),
    )
  const setClock = (text: string) => {
    time = new Date(text)
  }
  return { ...app, user, add, refresh, prices, setClock }
}

test('200 added, then unchanged, then updated; since a week before the newest price', async () => {
  let given = chunk({ '2026-01-15': '10', '2026-01-16': '11' })
  const { made, calls } = provider(() => given)
  const { add, refresh, prices } = await setUp([made])
  const id = await add()
  expect((await refresh())[0]).toEqual({
    asset_id: id,
    provider: 'TEST',
    state: 'added',
    added: 2,
    updated: 0,
    refused: [],
    detail: null,
    answered_by: 'TEST',
    warnings: [],
  })
  expect((await refresh({ asset_ids: [id] }))[0]?.state).toBe('unchanged')
  given = chunk({ '2026-01-16': '11.5' })
  expect((await refresh())[0]).toMatchObject({ state: 'updated', added: 0, updated: 1 })
  expect(await prices(id)).toEqual({ '2026-01-15': '10', '2026-01-16': '11.5' })
  expect(calls).toEqual([
    { from: '2016-01-13', to: '2026-01-20' },
    { from: '2026-01-09', to: '2026-01-20' },
    { from: '2026-01-09', to: '2026-01-20' },
  ])
})

test('prices entered by hand stay', async () => {
  const { made } = provider(() => chunk({ '2026-01-15': '10', '2026-01-16': '11' }))
  const { add, refresh, prices, call, user } = await setUp([made])
  const id = await add()
  await call(user, 'PUT', `/assets/${id}/prices`, [{ date: '2026-01-15', close: '9.9' }])
  await refresh()
  expect(await prices(id)).toEqual({ '2026-01-15': '9.9', '2026-01-16': '11' })
})

test('history adjusted for splits is stored as traded, once: a later refresh and a later split change nothing', async () => {
  let given = chunk(
    { '2026-01-12': '25.0875', '2026-01-13': '26', '2026-01-14': '25.5' },
    { splits: [{ date: '2026-01-14', ratio: '4:1' }], dividends: [{ date: '2026-01-12', amount: '0.25', currency: 'EUR' }] },
  )
  const { made } = provider(() => given, { adjusted: 'splits' })
  const { add, refresh, prices, call, user, setClock } = await setUp([made])
  const id = await add()
  await refresh()
  const stored = { '2026-01-12': '100.35', '2026-01-13': '104', '2026-01-14': '25.5' }
  expect(await prices(id)).toEqual(stored)
  expect((await refresh())[0]?.state).toBe('unchanged')
  setClock('2026-01-21T11:00:00Z')
  given = chunk(
    { '2026-01-12': '12.54375', '2026-01-13': '13', '2026-01-14': '12.75', '2026-01-21': '12.9' },
    {
      splits: [
        { date: '2026-01-14', ratio: '4:1' },
        { date: '2026-01-21', ratio: '2:1' },
      ],
    },
  )
  expect((await refresh())[0]).toMatchObject({ state: 'added', added: 1, updated: 0, refused: [] })
  expect(await prices(id)).toEqual({ ...stored, '2026-01-21': '12.9' })
  const events = (await call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent))
  expect(events.map((one) => [one.type, one.date, one.ratio ?? one.amount])).toEqual([
    ['SPLIT', '2026-01-21', '2:1'],
    ['SPLIT', '2026-01-14', '4:1'],
    ['DIVIDEND', '2026-01-12', '1'],
  ])
})

test('adjusted history without splits: a split nobody reported is refused until it is entered', async () => {
  let given = chunk({ '2026-01-15': '100', '2026-01-16': '102' })
  const { made } = provider(() => given, { adjusted: 'splits-and-dividends' })
  const { add, refresh, prices, call, user } = await setUp([made])
  const id = await add()
  await refresh()
  given = chunk({ '2026-01-15': '50', '2026-01-16': '51', '2026-01-19': '52' })
  expect((await refresh())[0]).toMatchObject({ state: 'failed', detail: expect.stringContaining('Enter the split') })
  expect(await prices(id)).toEqual({ '2026-01-15': '100', '2026-01-16': '102' })
  await call(user, 'POST', `/assets/${id}/events`, { type: 'SPLIT', date: '2026-01-19', ratio: '2:1' })
  expect((await refresh())[0]?.state).toBe('added')
  expect(await prices(id)).toEqual({ '2026-01-15': '100', '2026-01-16': '102', '2026-01-19': '52' })
})

test('an outlier is held back, reported and listed; entering the day or accepting it settles it; a new level is accepted', async () => {
  let given = chunk({ '2026-01-12': '10', '2026-01-13': '72.9', '2026-01-14': '10.2', '2026-01-15': '0' })
  const { made } = provider(() => given)
  const { add, refresh, prices, call, user } = await setUp([made])
  const id = await add()
  const suspects = async () =>
    (await call(user, 'GET', `/assets/${id}/prices/suspect`)).as(z.array(SuspectPrice)).map((one) => one.date)
  const refused = (await refresh())[0]?.refused
  expect(refused?.map((one) => [one.date, one.code, one.close])).toEqual([
    ['2026-01-15', 'not-positive', '0'],
    ['2026-01-13', 'jump', '72.9'],
  ])
  expect(await prices(id)).toEqual({ '2026-01-12': '10', '2026-01-14': '10.2' })
  expect(await suspects()).toEqual(['2026-01-15', '2026-01-13'])
  await call(user, 'PUT', `/assets/${id}/prices`, [{ date: '2026-01-15', close: '10.3' }])
  expect(await suspects()).toEqual(['2026-01-13'])
  given = chunk({ '2026-01-13': '72.9' })
  await refresh({ accept_jumps: true })
  expect(await suspects()).toEqual([])
  expect((await prices(id))['2026-01-13']).toBe('72.9')
  given = chunk({ '2026-01-16': '100', '2026-01-17': '101', '2026-01-18': '102', '2026-01-19': '103', '2026-01-20': '104' })
  expect((await refresh())[0]).toMatchObject({ added: 5, refused: [] })
})

test('one asset that fails stops no other; malformed figures are named', async () => {
  const { made } = provider(({ identifier }) => {
    if (identifier === 'bad') throw sourceError('unknown', 'There is no bad.')
    if (identifier === 'worse') throw new TypeError('a bug')
    return chunk({ '2026-01-15': '10', '2026-01-32': '10', '2026-01-16': 'ten', '2027-01-01': '10' })
  })
  const { add, refresh, logged } = await setUp([made])
  for (const identifier of ['bad', 'worse', 'good']) await add({ provider: 'TEST', identifier }, identifier.toUpperCase())
  const bare = await add(null, 'BARE')
  const [bad, worse, good] = await refresh()
  expect([bad?.state, bad?.detail]).toEqual(['failed', 'There is no bad.'])
  expect([worse?.state, worse?.detail]).toEqual(['failed', 'TEST failed in an unexpected way; the log has the details.'])
  expect(logged.join('')).toContain('a bug')
  expect(good).toMatchObject({ state: 'added', added: 1 })
  expect(good?.refused.map((one) => one.code).sort()).toEqual(['future', 'not-a-day', 'not-a-price'])
  expect((await refresh({ asset_ids: [bare] }))[0]).toMatchObject({ state: 'failed', provider: null })
})

test('422 for assets that do not exist and days that end before they begin', async () => {
  const { call, user, add } = await setUp([provider(() => chunk({})).made])
  const id = await add()
  const unknown = await call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id, 999] })
  expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([422, '/asset_ids/1'])
  const late = await call(user, 'POST', '/assets/prices/refresh', { from: '2026-02-01' })
  expect([late.status, late.body.errors[0].pointer]).toEqual([422, '/from'])
  expect((await call(null, 'POST', '/assets/prices/refresh', {})).status).toBe(401)
})

test('a provider that fails three times in a row is left alone, visibly, and tried again later', async () => {
  let works = false
  const { made, calls } = provider(() => {
    if (!works) throw sourceError('timeout', 'It did not answer.')
    return chunk({ '2026-01-15': '10' })
  })
  const { add, refresh, call, user, setClock } = await setUp([made])
  await add()
  for (let round = 0; round < 4; round++) await refresh()
  expect(calls.length).toBe(3)
  const status = async () => (await call(user, 'GET', '/assets/providers')).as(z.array(ListedProvider))[0]
  expect(await status()).toMatchObject({
    failures: 3,
    last_error: 'It did not answer.',
    last_success: null,
    paused_until: '2026-01-20T12:15:00.000Z',
  })
  setClock('2026-01-20T12:16:00Z')
  works = true
  expect((await refresh())[0]?.state).toBe('added')
  expect(await status()).toMatchObject({
    failures: 0,
    last_error: null,
    paused_until: null,
    last_success: '2026-01-20T12:16:00.000Z',
  })
})

test('a source that refuses one asset is not left alone: 400 and 404 are of the asset, 403 and 500 of the source', async () => {
  const statuses: Readonly<Record<string, number>> = { a: 400, b: 404, c: 422, d: 500, e: 403, f: 503 }
  const { made, calls } = provider(({ identifier }) => {
    const upstream_status = statuses[identifier] ?? 0
    throw new AppError('bad-gateway', 'source/status', `It answered ${upstream_status}.`, { extensions: { upstream_status } })
  })
  const { add, refresh } = await setUp([made])
  for (const identifier of ['a', 'b', 'c']) await add({ provider: 'TEST', identifier }, identifier)
  for (let round = 0; round < 2; round++) await refresh()
  expect(calls.length).toBe(6)
  for (const identifier of ['d', 'e', 'f']) await add({ provider: 'TEST', identifier }, identifier)
  await refresh()
  expect(calls.length).toBe(12)
  expect((await refresh()).map((one) => one.detail?.includes('left alone'))).toEqual(Array(6).fill(true))
  expect(calls.length).toBe(12)
})

test('what a source refuses again and again is no outage of it: its other assets are still fetched; nor is what a plan does not cover', async () => {
  let code = 'source/status'
  const { made, calls } = provider(({ identifier }) => {
    if (identifier === 'good') return chunk({ '2026-01-15': '10' })
    throw new AppError('bad-gateway', code, 'It answered 403.', { extensions: { upstream_status: 403 } })
  })
  const { add, refresh, setClock } = await setUp([made])
  const states = async () => (await refresh()).map((one) => (one.detail?.includes('left alone') ? 'left alone' : one.state))
  for (const identifier of ['a', 'b', 'c', 'good']) await add({ provider: 'TEST', identifier }, identifier)
  expect(await states()).toEqual(['failed', 'failed', 'failed', 'left alone'])
  setClock('2026-01-20T12:16:00Z')
  expect(await states()).toEqual(['failed', 'failed', 'failed', 'added'])
  expect(await states()).toEqual(['failed', 'failed', 'failed', 'unchanged'])
  code = 'source/refused'
  for (const identifier of ['d', 'e', 'f', 'g']) await add({ provider: 'TEST', identifier }, identifier)
  expect(await states()).not.toContain('left alone')
  expect(await states()).not.toContain('left alone')
  expect(calls.length).toBe(3 + 4 + 4 + 8 + 8)
})

test('OFFLINE: nothing is called, what needs no network works, searching is 503', async () => {
  const { made, calls } = provider(() => chunk({ '2026-01-15': '10' }))
  const { add, refresh, call, user } = await setUp([made, ...priceProviders], { OFFLINE: 'true' })
  await add()
  await add({ provider: 'SCHEDULED_YIELD', identifier: 'loan', options: { rate: '0.05', start: '2026-01-01' } }, 'LOAN')
  const [outside, inside] = await refresh()
  expect([outside?.state, inside?.state, inside?.added]).toEqual(['failed', 'added', 20])
  expect(outside?.detail).toContain('OFFLINE')
  expect(calls.length).toBe(0)
  expect((await call(user, 'GET', '/assets/search?q=acme')).body.code).toBe('asset/offline')
})

test('422 a price source that cannot work, with a pointer per fault; it is on the asset and can be cleared', async () => {
  const { call, user, add } = await setUp(priceProviders)
  const id = await add({ provider: 'YAHOO', identifier: 'ACME.DE' })
  expect((await call(user, 'GET', `/assets/${id}`)).body.price_source).toEqual({
    provider: 'YAHOO',
    identifier: 'ACME.DE',
    options: {},
  })
  const pointers = async (price_source: object) => {
    const answer = await call(user, 'PATCH', `/assets/${id}`, { price_source })
    expect(answer.status).toBe(422)
    return answer.body.errors.map((one: { pointer: string }) => one.pointer)
  }
  expect(await pointers({ provider: 'NOBODY', identifier: 'x' })).toEqual(['/price_source/provider'])
  expect(await pointers({ provider: 'JSON_URL', identifier: 'file:///etc/passwd', options: { headers: 'x' } })).toEqual([
    '/price_source/options/headers',
    '/price_source/options/close',
    '/price_source/identifier',
  ])
  expect((await call(user, 'PATCH', `/assets/${id}`, { price_source: null })).body.price_source).toBeNull()
})

test('200 how each asset was fetched last, in pages, and only those that failed', async () => {
  const { made } = provider(({ identifier }) => {
    if (identifier === 'bad') throw sourceError('unknown', 'There is no bad.')
    return chunk({ '2026-01-15': '10' })
  })
  const { add, refresh, call, user, setClock } = await setUp([made])
  const good = await add({ provider: 'TEST', identifier: 'good' }, 'GOOD')
  const bad = await add({ provider: 'TEST', identifier: 'bad' }, 'BAD')
  await add(null, 'BARE')
  await refresh()
  setClock('2026-01-20T13:00:00Z')
  const fresh = await add({ provider: 'TEST', identifier: 'fresh' }, 'FRESH')
  await refresh({ asset_ids: [bad] })
  const first = { last_attempt: '2026-01-20T12:00:00.000Z', last_success: '2026-01-20T12:00:00.000Z', last_error: null }
  const failed = { last_attempt: '2026-01-20T13:00:00.000Z', last_success: null, last_error: 'There is no bad.' }
  const never = { last_attempt: null, last_success: null, last_error: null }
  const list = async (query = '') => {
    const answer = await call(user, 'GET', `/assets/prices/refresh${query}`)
    return { answer, states: answer.as(z.array(PriceRefreshState)) }
  }
  expect((await list()).states).toEqual([
    { asset_id: good, symbol: 'GOOD', provider: 'TEST', warnings: [], ...first },
    { asset_id: bad, symbol: 'BAD', provider: 'TEST', warnings: [], ...failed },
    { asset_id: fresh, symbol: 'FRESH', provider: 'TEST', warnings: [], ...never },
  ])
  expect((await list('?failed=true')).states.map((one) => one.asset_id)).toEqual([bad])
  const { answer, states } = await list('?limit=2&count=true')
  expect([states.length, answer.headers.get('x-total-count')]).toEqual([2, '3'])
  const next = /assets\/prices\/refresh([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
  expect((await list(next)).states.map((one) => one.asset_id)).toEqual([fresh])
  await call(user, 'PATCH', `/assets/${bad}`, { archived: true })
  expect((await list('?failed=true')).states).toEqual([])
  expect((await call(null, 'GET', '/assets/prices/refresh')).status).toBe(401)
  expect((await call(user, 'GET', '/assets/prices/refresh?cursor=x')).body.code).toBe('request/cursor')
})

test('202 as a job on request', async () => {
  const { call, user, add } = await setUp([provider(() => chunk({ '2026-01-15': '10' })).made])
  await add()
  const answer = await call(user, 'POST', '/assets/prices/refresh', {}, { Prefer: 'respond-async' })
  expect([answer.status, answer.headers.get('location')]).toEqual([202, `/api/v1/jobs/${answer.body.id}`])
  for (let turn = 0; turn < 2_000; turn++) {
    const job = (await call(user, 'GET', `/jobs/${answer.body.id}`)).body
    if (job.state === 'succeeded') return expect(job.result.assets[0].state).toBe('added')
    await Bun.sleep(10)
  }
  throw new Error('the job did not end')
})

test('search: every provider is called once an hour; one that fails is named', async () => {
  let requested = 0
  const good = provider(() => chunk({}), {
    search: async (query) => {
      requested += 1
      return [{ identifier: `${query}.DE`, symbol: 'ACME', name: 'Acme' }]
    },
  }).made
  const bad = provider(() => chunk({}), { code: 'BAD', search: () => Promise.reject(sourceError('timeout', 'Too late.')) }).made
  const { call, user, setClock } = await setUp([good, bad])
  const search = async () => (await call(user, 'GET', '/assets/search?q=acme')).as(AssetSearch)
  expect(await search()).toEqual({
    assets: [],
    found: [
      {
        provider: 'TEST',
        identifier: 'acme.DE',
        symbol: 'ACME',
        name: 'Acme',
        type: null,
        currency: null,
        exchange: null,
        isin: null,
        asset_id: null,
      },
    ],
    failed: [{ provider: 'BAD', detail: 'Too late.' }],
  })
  await search()
  expect(requested).toBe(1)
  setClock('2026-01-20T13:01:00Z')
  await search()
  expect(requested).toBe(2)
  expect((await call(user, 'GET', '/assets/search')).body.errors[0].pointer).toBe('/query/q')
})
