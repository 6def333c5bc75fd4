import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { priceProviders } from '#plugins/assets/index.ts'
import { sourceError } from '#plugins/kit/http.ts'
import { fallbacksOf } from '#src/prices/fallbacks.ts'
import { PriceRefresh } from '#src/prices/refresh.schema.ts'
import { Price } from '#src/prices/schema.ts'
import { ASSET_TYPES } from '#src/shared/asset-type.ts'
import { createTestApp } from '#test/support/app.ts'
import { chunk, testProvider } from './provider.ts'

const ISIN = 'DE0007164600'
const LISTED = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR', isin: ISIN, exchange: 'XETR' }
const MICS = ['XPAR', 'XETR', 'XSTO', 'XSWX', 'XWBO', 'XTSE', 'XTAI', 'BVMF', 'MISX', 'XNYS', 'XLON']

type Closes = Readonly<Record<string, string>>

/** Sources by their codes: closes by day, or why they fail. */
async function setUp(sources: Readonly<Record<string, () => Closes>>, currency = 'EUR') {
  const calls: string[] = []
  const made = Object.entries(sources).map(
    ([code, give]): PriceProvider =>
      testProvider({
        code,
        name: code,
        fetchPrices: async function* ({ identifier, from, to }) {
          calls.push(`${code} ${identifier}`)
          const days = Object.entries(give()).filter(([day]) => day >= from && day <= to)
          yield chunk(Object.fromEntries(days), {}, code === 'TEST' ? 'EUR' : currency)
        },
      }),
  )
  const app = await createTestApp({
    clock: () => new Date('2026-01-20T12:00:00Z'),
    deps: { plugins: { brim: [], fx: [], assets: made } },
  })
  const user = await app.createUser()
  const add = async (fields: object = {}, source: object | null = { provider: 'TEST', identifier: 'acme' }) =>
    (await app.call(user, 'POST', '/assets', { ...LISTED, ...fields, price_source: source })).body.id as number
  const refresh = async (id: number) => {
    const answer = await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id] })
    return answer.as(PriceRefresh).assets[0]
  }
  const closes = async (id: number) =>
    (await app.call(user, 'GET', `/assets/${id}/prices`))
      .as(z.array(Price))
      .map(({ date, close, source }) => `${date.slice(8)} ${close} ${source}`)
      .reverse()
  return { ...app, user, add, refresh, closes, calls }
}
const fail = () => {
  throw sourceError('timeout', 'It did not answer.')
}

test('where the source fails the next one that agrees answers: only days without a close are added, each with its source', async () => {
  let own = (): Closes => ({ '2026-01-14': '10', '2026-01-15': '11' })
  const away = { '2026-01-14': '10.4', '2026-01-15': '11.02', '2026-01-16': '12' }
  const { add, refresh, closes, calls, call, user } = await setUp({
    TEST: () => own(),
    BOERSE_FRANKFURT: () => away,
    YAHOO: () => away,
  })
  const id = await add()
  expect(await refresh(id)).toMatchObject({ state: 'added', answered_by: 'TEST', detail: null })
  own = fail
  expect(await refresh(id)).toMatchObject({
    ...{ state: 'added', added: 1, provider: 'TEST', answered_by: 'BOERSE_FRANKFURT' },
    detail: 'It did not answer. BOERSE_FRANKFURT answered in its place.',
  })
  expect(calls.slice(2)).toEqual([`BOERSE_FRANKFURT ${ISIN}`])
  expect(await closes(id)).toEqual(['14 10 TEST', '15 11 TEST', '16 12 BOERSE_FRANKFURT'])
  const [state] = (await call(user, 'GET', '/assets/prices/refresh')).body
  expect([state.last_error, state.last_success]).toEqual([
    'It did not answer. BOERSE_FRANKFURT answered in its place.',
    '2026-01-20T12:00:00.000Z',
  ])
  own = () => ({ '2026-01-16': '12.1', '2026-01-19': '13' })
  expect(await refresh(id)).toMatchObject({ answered_by: 'TEST', detail: null })
  expect(await closes(id)).toEqual(['14 10 TEST', '15 11 TEST', '16 12.1 TEST', '19 13 TEST'])
})

test('a source whose closes differ, are in another currency or fail too, adds none', async () => {
  const stored = { '2026-01-14': '10', '2026-01-15': '11' }
  const cases: readonly (readonly [Closes | 'fails', string])[] = [
    [{ '2026-01-15': '11.1', '2026-01-16': '12' }, 'EUR'],
    [{ '2026-01-14': '10', '2026-01-15': '12', '2026-01-16': '12' }, 'EUR'],
    [{ '2026-01-15': '11', '2026-01-16': '12' }, 'USD'],
    [{ '2026-01-16': '12' }, 'EUR'],
    ['fails', 'EUR'],
  ]
  for (const [away, currency] of cases) {
    let own = (): Closes => stored
    const other = () => (away === 'fails' ? fail() : away)
    const { add, refresh, closes } = await setUp({ TEST: () => own(), BOERSE_FRANKFURT: other }, currency)
    const id = await add()
    await refresh(id)
    own = fail
    expect(await refresh(id)).toMatchObject({ state: 'failed', answered_by: null, detail: 'It did not answer.' })
    expect(await closes(id)).toEqual(['14 10 TEST', '15 11 TEST'])
  }
})

test('without a source or a stored close an ISIN says what it is, a symbol alone does not; the setting turns it off', async () => {
  const days = { '2026-01-15': '11', '2026-01-16': '12' }
  const { add, refresh, closes, call, user } = await setUp({ BOERSE_FRANKFURT: () => days, YAHOO: () => days })
  const listed = await add({}, null)
  expect(await refresh(listed)).toMatchObject({ state: 'added', added: 2, provider: null, answered_by: 'BOERSE_FRANKFURT' })
  const named = await add({ symbol: 'OAK', isin: null, exchange: 'XNYS' }, null)
  expect(await refresh(named)).toMatchObject({ state: 'failed', answered_by: null })
  expect((await call(user, 'PATCH', '/settings', { price_fallbacks: false })).status).toBe(200)
  const other = await add({ symbol: 'ELM', isin: 'US0378331005' }, null)
  expect([(await refresh(other))?.state, await closes(other)]).toEqual(['failed', []])
})

test('who may not write an asset brings it no closes of a source that nobody has chosen', async () => {
  const days = { '2026-01-15': '11', '2026-01-16': '12' }
  const { add, closes, call, user, createUser } = await setUp({ BOERSE_FRANKFURT: () => days })
  const id = await add({}, null)
  expect((await call(user, 'PATCH', `/assets/${id}`, { verified: true })).status).toBe(200)
  const stranger = await createUser()
  const answer = await call(stranger, 'POST', '/assets/prices/refresh', { asset_ids: [id] })
  expect([answer.status, answer.body.assets[0].state, await closes(id)]).toEqual([200, 'failed', []])
  expect((await call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id] })).body.assets[0].state).toBe('added')
})

test('the table: every identifier fits its source, and the README says the order', async () => {
  const text = await Bun.file(new URL('../../src/prices/README.md', import.meta.url)).text()
  const rows = [...text.matchAll(/^\| `([A-Z_]+)` \| (`[A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \|$/gm)]
  const said = new Map(rows.map(([, type = '', list = '']) => [type, list.replaceAll('`', '').split(', ')]))
  const symbols = ['ACME', 'BTC', 'XAU', 'XPT', '2330', 'ABEV3']
  const isins = [ISIN, 'AT0000937503', 'INF179K01UT0']
  for (const type of ASSET_TYPES) {
    const worlds = isins.flatMap((isin) =>
      MICS.flatMap((exchange) => symbols.map((symbol) => ({ isin, exchange, symbol, currency: 'EUR', type, source: null }))),
    )
    const found = worlds.flatMap((asset) => fallbacksOf(asset))
    const codes = new Set(found.map(({ provider }) => provider))
    expect([type, [...codes].sort()]).toEqual([type, (said.get(type) ?? []).toSorted()])
    for (const asset of worlds) {
      const order = fallbacksOf(asset).map(({ provider }) => (said.get(type) ?? []).indexOf(provider))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
    for (const code of codes) {
      const provider = priceProviders.find((one) => one.code === code)
      const fits = found.some(
        (one) =>
          one.provider === code && provider?.check({ identifier: one.identifier, options: {}, currency: 'EUR' }).length === 0,
      )
      expect([code, fits]).toEqual([code, true])
    }
  }
})
