import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import type { PriceProvider } from '#plugins/assets/contract.ts'
import { PriceRefresh, PriceRefreshState } from '#src/prices/refresh.schema.ts'
import type { PriceRow } from '#src/prices/repository.ts'
import { findRewrite } from '#src/prices/rewritten.ts'
import { Price } from '#src/prices/schema.ts'
import { addDays } from '#src/shared/date.ts'
import { decimal } from '#src/shared/decimal.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { chunk, testProvider } from './provider.ts'

const BEFORE = { '2026-01-12': '100', '2026-01-13': '102', '2026-01-14': '101.5', '2026-01-15': '104', '2026-01-16': '103' }
/** The same days as a source has them after it divided them by four, and two days more. */
const QUARTERS = {
  ...{ '2026-01-12': '25', '2026-01-13': '25.5', '2026-01-14': '25.375', '2026-01-15': '26', '2026-01-16': '25.75' },
  ...{ '2026-01-19': '26', '2026-01-20': '26.1' },
}

async function setUp(adjusted: PriceProvider['adjusted'] = 'none') {
  let given: Record<string, string> = BEFORE
  const made = testProvider({
    adjusted,
    fetchPrices: async function* ({ from, to }) {
      yield chunk(Object.fromEntries(Object.entries(given).filter(([day]) => day >= from && day <= to)))
    },
  })
  const app = await createTestApp({
    clock: () => new Date('2026-01-20T12:00:00Z'),
    deps: { plugins: { brim: [], fx: [], assets: [made] } },
  })
  await app.createUser()
  const user = await app.createUser()
  const asset = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR' }
  const source = { price_source: { provider: 'TEST', identifier: 'acme' } }
  const id: number = (await app.call(user, 'POST', '/assets', { ...asset, ...source })).body.id
  const refresh = async (body: object = {}) => {
    const [one] = (await app.call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id], ...body })).as(PriceRefresh).assets
    if (one === undefined) throw new Error('nothing was refreshed')
    return one
  }
  const closes = async () =>
    (await app.call(user, 'GET', `/assets/${id}/prices`))
      .as(z.array(Price))
      .map(({ date, close }) => `${date.slice(8)} ${close}`)
      .reverse()
  const warnings = async () =>
    (await app.call(user, 'GET', '/assets/prices/refresh')).as(z.array(PriceRefreshState)).flatMap((one) => one.warnings)
  const give = (closes: Record<string, string>) => {
    given = closes
  }
  await refresh()
  return { ...app, user, id, refresh, closes, warnings, give }
}
const AS_TRADED = ['12 100', '13 102', '14 101.5', '15 104', '16 103']

test('closes that the source has since divided stay as they were traded, new days come, and a warning says factor, days and way out', async () => {
  const { refresh, closes, warnings, give, id, call, user } = await setUp()
  give(QUARTERS)
  const refreshed = await refresh()
  expect([refreshed.state, refreshed.added, refreshed.updated]).toEqual(['added', 2, 0])
  expect(await closes()).toEqual([...AS_TRADED, '19 26', '20 26.1'])
  const [warning, ...others] = await warnings()
  expect([others, refreshed.warnings]).toEqual([[], warning === undefined ? [] : [warning]])
  expect(warning).toMatchObject({
    code: 'price-history-rewritten',
    ...{ factor: '0.25', from: '2026-01-12', to: '2026-01-16', days: 5, noticed_at: '2026-01-20T12:00:00.000Z' },
    detail: expect.stringContaining('a split of 4:1'),
    remedy: {
      operation_id: 'createAssetEvent',
      path: `/assets/${id}/events`,
      body: { type: 'SPLIT', date: '2026-01-17', ratio: '4:1' },
    },
  })
  const { remedy } = warning ?? {}
  expect((await call(user, 'POST', remedy?.path ?? '', remedy?.body)).status).toBe(201)
  expect(await warnings()).toEqual([])
  expect((await refresh()).warnings).toEqual([])
  expect(await closes()).toEqual([...AS_TRADED, '19 26', '20 26.1'])
})

test('accepted, all of the history is taken again; left as it is, the warning is settled and does not come again', async () => {
  for (const decision of ['accept', 'keep'] as const) {
    const { refresh, closes, warnings, give, id, call, user } = await setUp()
    give(QUARTERS)
    const [warning] = (await refresh()).warnings
    const way = warning?.alternatives.find(({ body }) => body['rewritten'] === decision)
    expect((await call(user, 'POST', way?.path ?? '', way?.body)).status).toBe(200)
    expect([await warnings(), (await refresh()).warnings]).toEqual([[], []])
    const taken = Object.entries(QUARTERS).map(([day, close]) => `${day.slice(8)} ${close}`)
    expect(await closes()).toEqual(decision === 'accept' ? taken : [...AS_TRADED, '19 26', '20 26.1'])
    const history: { action: string }[] = (await call(user, 'GET', `/assets/${id}/history`)).body
    expect(history.map(({ action }) => action).includes('prices-accepted')).toBe(decision === 'accept')
  }
})

test('a spin-off of a few percent, and days that differ by factors of their own, are no corrections either', async () => {
  const { refresh, closes, warnings, give } = await setUp()
  give({ ...BEFORE, '2026-01-13': '99.96', '2026-01-14': '99.47', '2026-01-15': '101.92', '2026-01-19': '101' })
  await refresh()
  expect(await warnings()).toMatchObject([
    { factor: expect.stringMatching(/^0\.98/), days: 3, remedy: { body: { rewritten: 'keep' } } },
  ])
  give({ ...BEFORE, '2026-01-13': '90', '2026-01-14': '120', '2026-01-15': '104', '2026-01-19': '101' })
  await refresh()
  expect(await warnings()).toMatchObject([{ factor: null, days: 2 }])
  expect(await closes()).toEqual([...AS_TRADED, '19 101'])
})

test('a single day that is corrected, the newest day and rounding are taken as before', async () => {
  const { refresh, closes, warnings, give } = await setUp()
  give({ ...BEFORE, '2026-01-14': '101', '2026-01-16': '110', '2026-01-13': '102.01' })
  expect((await refresh()).updated).toBe(3)
  expect(await closes()).toEqual(['12 100', '13 102.01', '14 101', '15 104', '16 110'])
  expect(await warnings()).toEqual([])
})

test('an adjusted history that misses a split still fails, and says so on the asset too until the split is entered', async () => {
  const { refresh, closes, warnings, give, id, call, user } = await setUp('splits')
  give(QUARTERS)
  expect(await refresh()).toMatchObject({ state: 'failed', warnings: [{ factor: '0.25', days: 5 }] })
  expect(await closes()).toEqual(AS_TRADED)
  expect(await warnings()).toMatchObject([{ factor: '0.25' }])
  const split = { type: 'SPLIT', date: '2026-01-19', ratio: '4:1' }
  expect((await call(user, 'POST', `/assets/${id}/events`, split)).status).toBe(201)
  expect(await refresh()).toMatchObject({ state: 'added', added: 2, warnings: [] })
  expect(await closes()).toEqual([...AS_TRADED, '19 26', '20 26.1'])
})

test('closes of another source and by hand are not compared; who may not enter closes decides nothing', async () => {
  const app = await setUp()
  const { refresh, warnings, give, id, call, user, createUser } = app
  const list = Object.entries(BEFORE).map(([date, close]) => ({ date, close }))
  const other = await createUser()
  const mine = await createBroker(app, user, { allowCashOverdraft: true })
  const line = { broker_id: mine, type: 'BUY', asset_id: id, date: '2026-01-12', quantity: '1', price: '1', currency: 'EUR' }
  expect((await call(user, 'POST', '/transactions', line)).status).toBe(201)
  const strange = await call(other, 'POST', '/assets/prices/refresh', { asset_ids: [id], rewritten: 'accept' })
  expect([strange.status, strange.body.code]).toEqual([422, 'price/refresh-invalid'])
  expect((await call(user, 'PUT', `/assets/${id}/prices`, list)).status).toBe(200)
  give(QUARTERS)
  expect((await refresh()).warnings).toEqual([])
  expect(await warnings()).toEqual([])
})

test('property: a history divided by any split is found with its factor, one that is rounded is not', () => {
  const closes = fc.array(fc.integer({ min: 1_000, max: 9_999_999 }), { minLength: 4, maxLength: 30 })
  const split = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5 }))
    .filter(([made, old]) => made >= 1.3 * old)
  fc.assert(
    fc.property(closes, split, (cents, [made, old]) => {
      const days = cents.map((_, index) => addDays('2026-01-01', index))
      const row = (date: string, close: string): PriceRow => ({ date, close, currency: 'EUR', source: 'X', createdBy: null })
      const stored = new Map(days.map((date, index) => [date, row(date, ((cents[index] ?? 0) / 100).toFixed(2))]))
      const now = (change: (cents: number) => number) =>
        days.map((date, index) => ({ date, close: decimal(change(cents[index] ?? 0).toFixed(6)), currency: 'EUR' }))
      const found = findRewrite(
        'X',
        now((one) => (one / 100 / made) * old),
        stored,
      )
      expect(Math.abs(Number(found?.factor) * made - old) / old).toBeLessThan(0.005)
      const [new_, before] = (found?.ratio ?? '1:1').split(':').map(Number)
      expect((new_ ?? 0) / (before ?? 1)).toBeCloseTo(made / old, 1)
      expect(
        findRewrite(
          'X',
          now((one) => one / 100),
          stored,
        ),
      ).toBeUndefined()
    }),
  )
})
