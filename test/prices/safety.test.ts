import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceChunk, PriceProvider } from '#plugins/assets/contract.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { Asset } from '#src/assets/schema.ts'
import { PriceProvider as ListedProvider, PriceRefresh } from '#src/prices/refresh.schema.ts'
import { AssetEvent, Price } from '#src/prices/schema.ts'
import { chunk } from '#test/prices/provider.ts'
import { createTestApp } from '#test/support/app.ts'

type Give = (identifier: string) => PriceChunk | Promise<PriceChunk>

function provider(give: Give, fields: Partial<PriceProvider> = {}): PriceProvider {
  return definePrices({
    ...{ code: 'TEST', name: 'Test', description: 'For tests', website: '', attribution: '' },
    ...{ adjusted: 'splits', identifierHint: 'Any text', pauseMilliseconds: 0 },
    fetchPrices: async function* ({ identifier }) {
      yield await give(identifier)
    },
    ...fields,
  })
}

async function setUp(providers: readonly PriceProvider[], env: Record<string, string> = {}) {
  let time = new Date('2026-01-20T12:00:00Z')
  const app = await createTestApp({ deps: { plugins: { brim: [], fx: [], assets: [...providers] } }, env, clock: () => time })
  const admin = await app.createUser()
  const user = await app.createUser()
  const add = async (price_source: object | null = { provider: 'TEST', identifier: 'acme' }, fields: object = {}) => {
    const body = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR', price_source, ...fields }
    return (await app.call(user, 'POST', '/assets', body)).as(Asset).id
  }
  const refresh = async (body: object = {}) =>
    (await app.call(user, 'POST', '/assets/prices/refresh', body)).as(PriceRefresh).assets
  const prices = async (id: number) =>
    (await app.call(user, 'GET', `/assets/${id}/prices`))
      .as(z.array(Price))
      .reverse()
      .map((one) => `${one.date} ${one.close} ${one.currency}`)
  const event = (id: number, body: object) => app.call(user, 'POST', `/assets/${id}/events`, body)
  const listed = async (code: string) =>
    (await app.call(user, 'GET', '/assets/providers')).as(z.array(ListedProvider)).find((one) => one.code === code)
  const setClock = (text: string) => {
    time = new Date(text)
  }
  return { ...app, admin, user, add, refresh, prices, event, listed, setClock }
}

test('pence of any provider become pounds, its dividends too', async () => {
  const dividends = [{ date: '2026-01-15', amount: '5', currency: 'GBp' }]
  const { add, refresh, prices, call, user } = await setUp([
    provider(() => chunk({ '2026-01-15': '1259.5', '2026-01-16': '1260' }, { dividends }, 'GBX')),
  ])
  const id = await add(undefined, { currency: 'GBP' })
  await refresh()
  expect(await prices(id)).toEqual(['2026-01-15 12.595 GBP', '2026-01-16 12.6 GBP'])
  const events = (await call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent))
  expect(events.map((one) => [one.type, one.amount, one.currency])).toEqual([['DIVIDEND', '0.05', 'GBP']])
})

test('a split that is still to come is not undone: history cannot be adjusted for it yet', async () => {
  const given = { '2026-01-15': '100', '2026-01-16': '102' }
  const { add, refresh, prices, event } = await setUp([provider(() => chunk(given))])
  const id = await add()
  expect((await event(id, { type: 'SPLIT', date: '2026-02-02', ratio: '4:1' })).status).toBe(201)
  await refresh()
  expect(await prices(id)).toEqual(['2026-01-15 100 EUR', '2026-01-16 102 EUR'])
})

test('a provider that tells splits but missed one does not divide what is stored; a single day may be corrected', async () => {
  let given = chunk({ '2026-01-14': '100', '2026-01-15': '101', '2026-01-16': '102' }, { splits: [] })
  const { add, refresh, prices } = await setUp([provider(() => given)])
  const id = await add()
  await refresh()
  given = chunk({ '2026-01-14': '50', '2026-01-15': '50.5', '2026-01-16': '51', '2026-01-19': '51.5' }, { splits: [] })
  expect((await refresh())[0]).toMatchObject({ state: 'failed', detail: expect.stringContaining('Enter the split') })
  expect(await prices(id)).toEqual(['2026-01-14 100 EUR', '2026-01-15 101 EUR', '2026-01-16 102 EUR'])
  given = chunk({ '2026-01-14': '100', '2026-01-15': '60', '2026-01-16': '102' }, { splits: [] })
  expect((await refresh())[0]).toMatchObject({ state: 'updated', updated: 1 })
  given = chunk({ '2026-01-14': '50', '2026-01-15': '50.5', '2026-01-16': '51' }, { splits: [] })
  expect((await refresh({ accept_jumps: true }))[0]).toMatchObject({ state: 'updated', updated: 3 })
})

test('what a chunk says of its own adjustment counts: the closes of one address may be adjusted, those of another not', async () => {
  const give = (adjusted: 'none' | 'splits') => chunk({ '2026-01-12': '100', '2026-01-15': '101' }, { adjusted })
  const { add, refresh, prices, event } = await setUp([
    provider((identifier) => give(identifier === 'adjusted' ? 'splits' : 'none'), { adjusted: 'none' }),
  ])
  const [raw, adjusted] = [
    await add({ provider: 'TEST', identifier: 'raw' }),
    await add({ provider: 'TEST', identifier: 'adjusted' }),
  ]
  for (const id of [raw, adjusted]) await event(id, { type: 'SPLIT', date: '2026-01-14', ratio: '2:1' })
  await refresh()
  expect(await prices(raw)).toEqual(['2026-01-12 100 EUR', '2026-01-15 101 EUR'])
  expect(await prices(adjusted)).toEqual(['2026-01-12 200 EUR', '2026-01-15 101 EUR'])
})

test('a split entered after adjusted history was stored: the refresh says the way out, which leads to prices as traded', async () => {
  const given = { '2026-01-13': '50', '2026-01-14': '51', '2026-01-15': '52' }
  const { add, refresh, prices, event, call, user } = await setUp([provider(() => chunk(given))])
  const id = await add()
  await refresh()
  await event(id, { type: 'SPLIT', date: '2026-01-15', ratio: '2:1' })
  expect((await refresh())[0]).toMatchObject({ state: 'failed', detail: expect.stringContaining('remove them') })
  expect((await prices(id))[0]).toBe('2026-01-13 50 EUR')
  expect((await call(user, 'DELETE', `/assets/${id}/prices`)).status).toBe(204)
  expect((await refresh())[0]).toMatchObject({ state: 'added', added: 3 })
  expect(await prices(id)).toEqual(['2026-01-13 100 EUR', '2026-01-14 102 EUR', '2026-01-15 52 EUR'])
})

test('events that cannot be read are left out; prices are stored all the same', async () => {
  const splits = [
    { date: '2026-13-01', ratio: '4:1' },
    { date: '2026-01-15', ratio: '0:1' },
    { date: '2026-01-16', ratio: '2:1' },
  ]
  const dividends = [
    { date: 'soon', amount: '1', currency: 'EUR' },
    { date: '2026-01-15', amount: '-1', currency: 'EUR' },
    { date: '2026-01-15', amount: '1', currency: 'SHELLS' },
  ]
  const { add, refresh, call, user } = await setUp([provider(() => chunk({ '2026-01-16': '10' }, { splits, dividends }))])
  const id = await add()
  expect((await refresh())[0]?.state).toBe('added')
  const events = (await call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent))
  expect(events.map((one) => [one.date, one.ratio])).toEqual([['2026-01-16', '2:1']])
})

test('a source that has nothing on the first refresh fails visibly; later, nothing new is no failure', async () => {
  let given = chunk({})
  const { add, refresh } = await setUp([provider(() => given)])
  await add({ provider: 'TEST', identifier: 'typo' })
  expect((await refresh())[0]).toMatchObject({ state: 'failed', detail: 'Test has no prices of "typo".' })
  given = chunk({ '2026-01-16': '10' })
  expect((await refresh())[0]?.state).toBe('added')
  given = chunk({})
  expect((await refresh())[0]?.state).toBe('unchanged')
})

test('a source that no longer fits the currency of its asset is not called', async () => {
  const { add, refresh, call, user } = await setUp(priceProviders)
  const id = await add({ provider: 'JUSTETF', identifier: 'IE00B4L5Y983' })
  expect((await call(user, 'PATCH', `/assets/${id}`, { currency: 'PLN' })).status).toBe(200)
  const [one] = await refresh()
  expect([one?.state, one?.detail]).toEqual([
    'failed',
    'The price source no longer fits. /provider: justETF has prices in EUR, USD, GBP and CHF, not in PLN.',
  ])
})

test('503 asset/offline at once when every requested asset needs the network; 200 when one does not', async () => {
  const { add, call, user, refresh } = await setUp(priceProviders, { OFFLINE: 'true' })
  const outside = await add({ provider: 'YAHOO', identifier: 'ACME.DE' })
  const answer = await call(user, 'POST', '/assets/prices/refresh', {})
  expect([answer.status, answer.body.code, answer.body.detail]).toEqual([
    503,
    'asset/offline',
    expect.stringContaining('OFFLINE'),
  ])
  const inside = await add({ provider: 'SCHEDULED_YIELD', identifier: 'loan', options: { rate: '0.05', start: '2026-01-01' } })
  expect((await refresh()).map((one) => [one.asset_id, one.state])).toEqual([
    [outside, 'failed'],
    [inside, 'added'],
  ])
})

test('403 accept_jumps where prices are left to superusers; a plain refresh is for everybody', async () => {
  const { add, call, user, admin, refresh } = await setUp([provider(() => chunk({ '2026-01-16': '10' }))])
  await add()
  expect((await call(admin, 'PATCH', '/settings', { shared_data: 'superusers' })).status).toBe(200)
  const refused = await call(user, 'POST', '/assets/prices/refresh', { accept_jumps: true })
  expect([refused.status, refused.body.code]).toEqual([403, 'asset/adding-restricted'])
  expect((await refresh())[0]?.state).toBe('added')
  expect((await call(admin, 'POST', '/assets/prices/refresh', { accept_jumps: true })).status).toBe(200)
})

test('a source at addresses of users shows how it fares too: the circuit of one host leaves the others alone', async () => {
  const { add, refresh, listed, setClock } = await setUp([
    provider((identifier) => {
      if (identifier.includes('broken')) throw sourceError('timeout', 'broken.example did not answer.')
      return chunk({ '2026-01-16': '10' })
    }),
  ])
  await add({ provider: 'TEST', identifier: 'https://broken.example/a' })
  for (let round = 0; round < 2; round++) await refresh()
  await add({ provider: 'TEST', identifier: 'https://fine.example/b' })
  expect(await listed('TEST')).toMatchObject({ failures: 2, last_success: null, last_error: 'broken.example did not answer.' })
  setClock('2026-01-20T12:01:00Z')
  expect((await refresh()).map((one) => one.state)).toEqual(['failed', 'added'])
  setClock('2026-01-20T12:02:00Z')
  expect((await refresh()).map((one) => one.state)).toEqual(['failed', 'unchanged'])
  expect(await listed('TEST')).toMatchObject({
    ...{ failures: 3, last_success: '2026-01-20T12:02:00.000Z', last_attempt: '2026-01-20T12:02:00.000Z' },
    ...{ last_error: 'broken.example did not answer.', paused_until: '2026-01-20T12:16:00.000Z' },
  })
})

test('200 every provider says whether it reaches out, what its history is adjusted for, and has an icon', async () => {
  const { call, user, add } = await setUp(priceProviders)
  const list = (await call(user, 'GET', '/assets/providers')).as(z.array(ListedProvider))
  expect(Object.fromEntries(list.map((one) => [one.code, [one.network, one.adjusted]]))).toEqual({
    YAHOO: [true, 'splits'],
    EURONEXT: [true, 'none'],
    BOERSE_FRANKFURT: [true, 'none'],
    NASDAQ_NORDIC: [true, 'none'],
    SIX: [true, 'none'],
    WIENER_BOERSE: [true, 'none'],
    TMX: [true, 'splits'],
    TWSE: [true, 'none'],
    B3: [true, 'none'],
    MOEX: [true, 'none'],
    AMFI: [true, 'none'],
    MFAPI: [true, 'none'],
    TOUSHIN: [true, 'none'],
    TSP: [true, 'none'],
    GOLD_API: [true, 'none'],
    SWISSQUOTE: [true, 'none'],
    STOOQ: [true, 'splits-and-dividends'],
    COINGECKO: [true, 'none'],
    KRAKEN: [true, 'none'],
    COINBASE: [true, 'none'],
    BINANCE: [true, 'none'],
    TIINGO: [true, 'none'],
    TWELVE_DATA: [true, 'splits'],
    EODHD: [true, 'splits'],
    ALPHA_VANTAGE: [true, 'none'],
    POLYGON: [true, 'none'],
    MARKETSTACK: [true, 'none'],
    FINNHUB: [true, 'none'],
    DIVVYDIARY: [true, 'none'],
    JUSTETF: [true, 'splits'],
    JSON_URL: [true, 'none'],
    TABLE_URL: [true, 'none'],
    SCHEDULED_YIELD: [false, 'none'],
    MANUAL: [false, 'none'],
  })
  for (const { icon_url } of list) {
    const icon = await call(user, 'GET', icon_url?.replace('/api/v1', '') ?? '')
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  }
  const id = await add({ provider: 'YAHOO', identifier: 'ACME.DE' })
  const asset = (await call(user, 'GET', `/assets/${id}`)).as(Asset)
  expect(asset.icon_url).toBe(list[0]?.icon_url ?? 'none')
})

test('202 the job counts its assets while it works and can be cancelled between two of them', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const requested: string[] = []
  const { add, call, user, prices } = await setUp([
    provider(async (identifier) => {
      requested.push(identifier)
      if (identifier === 'second') await held
      else await Bun.sleep(150)
      return chunk({ '2026-01-16': '10' })
    }),
  ])
  const ids = []
  for (const identifier of ['first', 'second', 'third']) ids.push(await add({ provider: 'TEST', identifier }))
  const { id } = (await call(user, 'POST', '/assets/prices/refresh', {}, { Prefer: 'respond-async' })).body
  const job = async () => (await call(user, 'GET', `/jobs/${id}`)).body
  for (let turn = 0; turn < 2_000 && !requested.includes('second'); turn++) await Bun.sleep(5)
  for (let turn = 0; turn < 2_000 && (await job()).done !== 1; turn++) await Bun.sleep(5)
  expect(await job()).toMatchObject({ state: 'running', done: 1, total: 3 })
  expect((await call(user, 'DELETE', `/jobs/${id}`)).status).toBeLessThan(300)
  release()
  for (let turn = 0; turn < 2_000 && (await job()).state === 'running'; turn++) await Bun.sleep(5)
  expect((await job()).state).toBe('cancelled')
  expect(requested).toEqual(['first', 'second'])
  expect(await prices(ids[0] ?? 0)).toEqual(['2026-01-16 10 EUR'])
  expect(await prices(ids[2] ?? 0)).toEqual([])
})

test('the first days of a history are not held back because a split follows them', async () => {
  const closes = { '2026-01-05': '10', '2026-01-06': '10.1', '2026-01-07': '10.2', '2026-01-08': '10.3', '2026-01-09': '10.4' }
  const { add, refresh, prices } = await setUp([
    provider(() => chunk(closes, { splits: [{ date: '2026-01-07', ratio: '20:1' }] })),
  ])
  const id = await add()
  expect((await refresh())[0]).toMatchObject({ added: 5, refused: [] })
  expect((await prices(id)).slice(0, 3)).toEqual(['2026-01-05 200 EUR', '2026-01-06 202 EUR', '2026-01-07 10.2 EUR'])
})

test('two splits of one ratio in a week are two when one source tells them, and one when two sources do', async () => {
  const twice = [
    { date: '2026-01-13', ratio: '2:1' },
    { date: '2026-01-15', ratio: '2:1' },
  ]
  const closes = { '2026-01-12': '10', '2026-01-16': '10' }
  const { add, refresh, prices, event } = await setUp([
    provider((identifier) => chunk(closes, identifier === 'telling' ? { splits: twice } : {})),
  ])
  const telling = await add({ provider: 'TEST', identifier: 'telling' })
  const silent = await add({ provider: 'TEST', identifier: 'silent' })
  for (const split of twice) await event(silent, { type: 'SPLIT', ...split })
  const late = await add({ provider: 'TEST', identifier: 'late' })
  await event(late, { type: 'SPLIT', ...twice[0] })
  await refresh()
  for (const id of [telling, silent]) expect((await prices(id))[0]).toBe('2026-01-12 40 EUR')
  expect((await prices(late))[0]).toBe('2026-01-12 20 EUR')
})

test('a source of dividends alone does not fail for having no closes; one of prices does', async () => {
  const dividends = [{ date: '2026-01-15', amount: '0.5', currency: 'EUR' }]
  for (const eventsOnly of [true, false]) {
    const { add, refresh, call, user } = await setUp([provider(() => ({ prices: [], dividends, issues: [] }), { eventsOnly })])
    const id = await add()
    expect((await refresh())[0]?.state).toBe(eventsOnly ? 'unchanged' : 'failed')
    const events = (await call(user, 'GET', `/assets/${id}/events`)).as(z.array(AssetEvent))
    expect(events.map((one) => [one.type, one.amount])).toEqual([['DIVIDEND', '0.5']])
  }
})
