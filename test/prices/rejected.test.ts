import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import type { PriceChunk } from '#plugins/assets/contract.ts'
import { PriceRefresh } from '#src/prices/refresh.schema.ts'
import { Price, SuspectPrice } from '#src/prices/schema.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { chunk, testProvider } from './provider.ts'

const BEFORE = { '2026-01-12': '10', '2026-01-13': '10.1', '2026-01-14': '10' }
const JUMP = { ...BEFORE, '2026-01-15': '72.9', '2026-01-16': '10.2' }

/** An asset of an ordinary user whose sources TEST and OTHER give what the test says; `2026-01-15` of the first refresh is held back. */
async function setUp() {
  let given: PriceChunk = chunk(JUMP)
  const fetchPrices = async function* () {
    yield given
  }
  const assets = ['TEST', 'OTHER'].map((code) => testProvider({ code, fetchPrices }))
  const app = await createTestApp({
    ...{ deps: { plugins: { brim: [], fx: [], assets } }, clock: () => new Date('2026-01-21T12:00:00Z') },
  })
  const { call } = app
  const [root, user] = [await app.createUser({ isSuperuser: true }), await app.createUser()]
  const asset = { symbol: 'ACME', name: 'Acme', type: 'STOCK', currency: 'EUR' }
  const source = (provider: string) => ({ price_source: { provider, identifier: 'acme' } })
  const id: number = (await call(user, 'POST', '/assets', { ...asset, ...source('TEST') })).body.id
  const broker = await createBroker(app, user)
  const line = { broker_id: broker, type: 'ADJUSTMENT', asset_id: id, date: '2026-01-02', quantity: '1' }
  expect((await call(user, 'POST', '/transactions', line)).status).toBe(201)
  const refresh = async (closes: Record<string, string>, body: object = {}) => {
    given = chunk(closes)
    const [one] = (await call(user, 'POST', '/assets/prices/refresh', { asset_ids: [id], ...body })).as(PriceRefresh).assets
    return one
  }
  const found = async (query = '', by: TestUser = user) =>
    (await call(by, 'GET', `/assets/${id}/prices/suspect${query}`)).as(z.array(SuspectPrice))
  const days = async (query = '') => (await found(query)).map(({ date, close }) => `${date} ${close}`)
  const reject = async (query = '', by: TestUser = user) => await call(by, 'DELETE', `/assets/${id}/prices/suspect${query}`)
  const put = async (date: string, close: string) => await call(user, 'PUT', `/assets/${id}/prices`, [{ date, close }])
  const closes = async () => {
    const prices = (await call(user, 'GET', `/assets/${id}/prices`)).as(z.array(Price))
    return Object.fromEntries(prices.map(({ date, close, source }) => [date, `${close} ${source}`]))
  }
  const use = async (provider: string) => await call(user, 'PATCH', `/assets/${id}`, source(provider))
  const waiting = async () => (await call(user, 'GET', '/assets/prices/suspects?count=true')).headers.get('x-total-count')
  return { ...app, root, user, id, broker, refresh, found, days, reject, put, closes, use, waiting }
}

test('204: what is rejected waits no more, is listed apart with its instant, and does not come back with the next refresh', async () => {
  const { call, user, id, refresh, found, days, reject, closes, waiting, logged } = await setUp()
  expect((await refresh(JUMP))?.refused).toHaveLength(1)
  expect([await days(), await days('?rejected=true'), await waiting()]).toEqual([['2026-01-15 72.9'], [], '1'])
  const answer = await reject('?from=2026-01-15&to=2026-01-15')
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect([await days(), await days('?rejected=true'), await waiting()]).toEqual([[], ['2026-01-15 72.9'], '0'])
  expect(await found('?rejected=true')).toMatchObject([{ rejected_at: '2026-01-21T12:00:00.000Z', source: 'TEST' }])
  logged.length = 0
  expect(await refresh({ ...JUMP, '2026-01-19': '10.3' })).toMatchObject({ added: 1, refused: [] })
  expect(logged.join('')).not.toContain('held back')
  expect([await days(), await days('?rejected=true'), await waiting()]).toEqual([[], ['2026-01-15 72.9'], '0'])
  expect(Object.keys(await closes()).sort()).toEqual([...Object.keys(BEFORE), '2026-01-16', '2026-01-19'])
  const [change] = (await call(user, 'GET', `/assets/${id}/history`)).body
  expect(change).toMatchObject({ action: 'prices-rejected', count: 1, old: '72.9 EUR (TEST)', new: null, user_id: user.id })
  expect(change).toMatchObject({ from: '2026-01-15', to: '2026-01-15' })
  expect((await reject()).status).toBe(204)
  expect((await call(user, 'GET', `/assets/${id}/history`)).body[0].id).toBe(change.id)
})

test('only the days given are rejected; several are one entry of the history', async () => {
  const { call, user, id, refresh, days, reject } = await setUp()
  await refresh({ ...JUMP, '2026-01-17': '0', '2026-01-19': '900' })
  expect(await days()).toEqual(['2026-01-19 900', '2026-01-17 0', '2026-01-15 72.9'])
  expect((await reject('?from=2026-01-16&to=2026-01-18')).status).toBe(204)
  expect(await days()).toEqual(['2026-01-19 900', '2026-01-15 72.9'])
  expect((await reject()).status).toBe(204)
  expect([await days(), (await days('?rejected=true')).length]).toEqual([[], 3])
  const [change] = (await call(user, 'GET', `/assets/${id}/history`)).body
  expect(change).toMatchObject({ count: 2, from: '2026-01-15', to: '2026-01-19', old: null })
  expect((await reject('?from=2026-02-30')).status).toBe(422)
})

test('another close of the day, and the same from another source, are new findings', async () => {
  const { refresh, days, reject, use, found } = await setUp()
  await refresh(JUMP)
  await reject()
  expect((await refresh({ ...JUMP, '2026-01-15': '73' }))?.refused).toHaveLength(1)
  expect([await days(), await days('?rejected=true')]).toEqual([['2026-01-15 73'], []])
  await reject()
  await use('OTHER')
  await refresh({ ...JUMP, '2026-01-15': '73' })
  expect(await found()).toMatchObject([{ date: '2026-01-15', source: 'OTHER', rejected_at: null }])
})

test('a rejected close is not stored where it would be a new level, nor with accept_jumps; entering it uses it', async () => {
  const { refresh, days, reject, put, closes } = await setUp()
  await refresh(JUMP)
  await reject()
  const level = { '2026-01-16': '73', '2026-01-17': '73.1', '2026-01-18': '73.2', '2026-01-19': '73.3', '2026-01-20': '73.4' }
  await refresh({ ...BEFORE, '2026-01-15': '72.9', ...level })
  expect(Object.keys(await closes()).sort()).toEqual([...Object.keys(BEFORE), ...Object.keys(level)])
  await refresh({ '2026-01-15': '72.9' }, { accept_jumps: true, from: '2026-01-10' })
  expect([(await closes())['2026-01-15'], await days('?rejected=true')]).toEqual([undefined, ['2026-01-15 72.9']])
  await put('2026-01-15', '72.9')
  expect([(await closes())['2026-01-15'], await days('?rejected=true')]).toEqual(['72.9 MANUAL', []])
})

test('another close by hand leaves the rejection, and what is settled by hand is not found again', async () => {
  const { refresh, days, reject, put, closes } = await setUp()
  await refresh(JUMP)
  await reject()
  await put('2026-01-15', '10.1')
  expect([await days(), await days('?rejected=true')]).toEqual([[], ['2026-01-15 72.9']])
  await refresh({ ...JUMP, '2026-01-17': '99' })
  expect(await days()).toEqual(['2026-01-17 99'])
  await put('2026-01-17', '99')
  expect((await refresh({ ...JUMP, '2026-01-17': '99' }))?.refused).toEqual([])
  expect([await days(), (await closes())['2026-01-17']]).toEqual([[], '99 MANUAL'])
})

test('a source that gave nothing but what was rejected is no source without prices', async () => {
  const { refresh, reject, days } = await setUp()
  await refresh({ '2026-01-15': '0' })
  expect(await days()).toEqual(['2026-01-15 0'])
  await reject()
  expect(await refresh({ '2026-01-15': '0' })).toMatchObject({ state: 'unchanged', refused: [], detail: null })
})

test('403 and 404: who may not remove closes of providers rejects nothing', async () => {
  const { call, createUser, root, user, broker, refresh, days, reject } = await setUp()
  await refresh(JUMP)
  const [stranger, viewer] = [await createUser(), await createUser()]
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: viewer.id, role: 'VIEWER' })
  const refusals = async (...users: TestUser[]) => {
    const answers = []
    for (const by of users) answers.push(await reject('', by))
    return answers.map(({ status, body }) => `${status} ${body.code}`)
  }
  expect(await refusals(stranger, viewer)).toEqual(['404 asset/not-found', '403 asset/not-yours'])
  await call(root, 'PATCH', '/settings', { shared_data: 'superusers' })
  expect(await refusals(user)).toEqual(['403 asset/adding-restricted'])
  await call(root, 'PATCH', '/settings', { shared_data: 'everyone' })
  expect(await refusals(stranger, viewer)).toEqual(['403 price/not-yours', '403 price/not-yours'])
  expect([await days(), await days('?rejected=true')]).toEqual([['2026-01-15 72.9'], []])
  expect((await reject('', user)).status).toBe(204)
})

test('a rejection stays when who rejected it leaves', async () => {
  const { call, createUser, root, user, id, broker, refresh, found, reject } = await setUp()
  await refresh(JUMP)
  const partner = await createUser()
  await call(user, 'POST', `/brokers/${broker}/access`, { user_id: partner.id, role: 'EDITOR' })
  expect((await reject('', partner)).status).toBe(204)
  expect((await call(root, 'DELETE', `/users/${partner.id}`)).status).toBe(204)
  expect(await found('?rejected=true')).toMatchObject([{ date: '2026-01-15', rejected_at: '2026-01-21T12:00:00.000Z' }])
  expect((await call(user, 'GET', `/assets/${id}/history`)).body[0]).toMatchObject({ action: 'prices-rejected', user_id: null })
})
