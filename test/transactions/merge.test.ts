import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { Asset } from '#src/assets/schema.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const SAP = 'DE0007164600'
const APPLE = 'US0378331005'

async function setUp() {
  const app = await createTestApp()
  const admin = await app.createUser()
  const user = await app.createUser()
  const stranger = await app.createUser()
  const add = async (fields: object = {}, by: TestUser = user) => {
    const body = { symbol: 'OLD', name: 'Old name', type: 'STOCK', currency: 'EUR', ...fields }
    return (await app.call(by, 'POST', '/assets', body)).as(Asset)
  }
  const merge = (id: number, into: number, by: TestUser = user) => app.call(by, 'POST', `/assets/${id}/merge`, { into })
  return { ...app, admin, user, stranger, add, merge }
}

async function post(app: TestApp, by: TestUser, body: object) {
  const answer = await app.call(by, 'POST', '/transactions', { currency: 'EUR', ...body })
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.as(Transaction)
}

async function trade(app: TestApp, by: TestUser, broker_id: number, asset_id: number, date: string, quantity: string) {
  const type = quantity.startsWith('-') ? 'SELL' : 'BUY'
  return post(app, by, { broker_id, asset_id, type, date, quantity, price: '5' })
}

/** The balances as they are stored, next to the balances that the lines add up to. */
async function balances({ store }: TestApp) {
  const { sqlite } = store.writer
  const days = sqlite.query<{ key: string; change: string }, []>(
    'SELECT broker_id || unit || date AS key, change FROM balance_day ORDER BY key',
  )
  const months = sqlite.query<{ key: string; change: string; lowest: string }, []>(
    'SELECT broker_id || unit || month AS key, change, lowest FROM balance_month ORDER BY key',
  )
  const lines = sqlite.query<{ key: string; change: number }, []>(
    "SELECT broker_id || '#' || asset_id || date AS key, sum(quantity) AS change FROM ledger_transaction WHERE asset_id IS NOT NULL GROUP BY key HAVING sum(quantity) <> 0 ORDER BY key",
  )
  return { days: days.all(), months: months.all(), lines: lines.all() }
}

test('200 for a superuser with the asset that stays; every transaction at every broker of every user is its own now', async () => {
  const app = await setUp()
  const { call, user, admin, stranger, add, merge } = app
  const [old, target] = [await add(), await add({ symbol: 'NEW', name: 'New name' }, stranger)]
  for (const { id } of [old, target]) expect((await call(admin, 'PATCH', `/assets/${id}`, { verified: true })).status).toBe(200)
  const mine = await createBroker(app, user)
  const foreign = await createBroker(app, stranger)
  const first = await trade(app, user, mine, old.id, '2024-01-02', '10')
  await trade(app, user, mine, target.id, '2024-01-02', '5')
  await trade(app, stranger, foreign, old.id, '2024-02-02', '3')
  expect((await merge(old.id, target.id)).body.code).toBe('asset/not-yours')
  const answer = await merge(old.id, target.id, admin)
  expect(answer.status).toBe(200)
  const stays = answer.as(Asset)
  expect(stays).toEqual({
    ...target,
    identifiers: [{ kind: 'TICKER', value: 'OLD' }],
    verified: 'superuser',
    verified_at: stays.verified_at,
    revision: 3,
    updated_at: stays.updated_at,
  })
  expect(answer.headers.get('etag')).toStartWith('"r3-')
  expect((await call(user, 'GET', `/assets/${old.id}`)).status).toBe(404)
  const moved = (await call(user, 'GET', `/transactions/${first.id}`)).as(Transaction)
  expect(moved).toEqual({ ...first, asset_id: target.id, revision: 2, updated_at: moved.updated_at })
  const theirs = (await call(stranger, 'GET', '/transactions')).as(z.array(Transaction))
  expect(theirs.map((line) => [line.asset_id, line.quantity])).toEqual([[target.id, '3']])
  const { days } = await balances(app)
  expect(days.filter(({ key }) => key.includes('#'))).toEqual([
    { key: `${mine}#${target.id}2024-01-02`, change: '15' },
    { key: `${foreign}#${target.id}2024-02-02`, change: '3' },
  ])
})

test('200 and what is sold afterwards counts the holding of both', async () => {
  const app = await setUp()
  const [old, target] = [await app.add(), await app.add({ symbol: 'NEW' })]
  const broker = await createBroker(app, app.user)
  await trade(app, app.user, broker, old.id, '2024-01-02', '10')
  await trade(app, app.user, broker, target.id, '2024-01-03', '5')
  expect((await app.merge(old.id, target.id)).status).toBe(200)
  await trade(app, app.user, broker, target.id, '2024-01-04', '-15')
  const sale = {
    broker_id: broker,
    asset_id: target.id,
    type: 'SELL',
    date: '2024-01-05',
    quantity: '-1',
    price: '5',
    currency: 'EUR',
  }
  expect((await app.call(app.user, 'POST', '/transactions', sale)).body.code).toBe('transaction/short')
})

test('200 for a transfer between brokers of two users: both legs move together', async () => {
  const app = await setUp()
  const [old, target] = [await app.add(), await app.add({ symbol: 'NEW' })]
  const from = await createBroker(app, app.user)
  const to = await createBroker(app, app.user)
  await trade(app, app.user, from, old.id, '2024-01-02', '10')
  const leg = { asset_id: old.id, type: 'TRANSFER', date: '2024-01-03', group: 'a' }
  const create = [
    { ...leg, broker_id: from, quantity: '-4' },
    { ...leg, broker_id: to, quantity: '4' },
  ]
  expect((await app.call(app.user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await app.merge(old.id, target.id)).status).toBe(200)
  const lines = (await app.call(app.user, 'GET', '/transactions?types=TRANSFER')).as(z.array(Transaction))
  expect(lines.map((line) => [line.asset_id, line.quantity]).sort()).toEqual([
    [target.id, '-4'],
    [target.id, '4'],
  ])
  expect(new Set(lines.map((line) => line.group_id)).size).toBe(1)
})

test('200 carries the identifiers over; the ISIN becomes the asset’s own where it has none', async () => {
  const { add, merge, call, user } = await setUp()
  const wkn = { kind: 'WKN', value: '716460' }
  const old = await add({ isin: SAP, identifiers: [wkn] })
  const bare = await add({ symbol: 'NEW' })
  expect((await merge(old.id, bare.id)).as(Asset)).toMatchObject({
    isin: SAP,
    identifiers: [{ kind: 'ISIN', value: SAP }, { kind: 'TICKER', value: 'OLD' }, wkn],
  })
  const other = await add({ symbol: 'new', isin: APPLE })
  expect((await merge(bare.id, other.id)).as(Asset)).toMatchObject({
    isin: APPLE,
    identifiers: [{ kind: 'ISIN', value: SAP }, { kind: 'ISIN', value: APPLE }, { kind: 'TICKER', value: 'OLD' }, wkn],
  })
  const found = (await call(user, 'GET', `/assets?q=${SAP}`)).as(z.array(Asset))
  expect(found.map((asset) => asset.id)).toEqual([other.id])
})

test('200 and the ISIN stays an identifier only where another asset has that listing', async () => {
  const { add, merge } = await setUp()
  await add({ isin: SAP, currency: 'USD' })
  const [old, target] = [await add({ isin: SAP, symbol: SAP }), await add({ symbol: 'NEW', currency: 'USD' })]
  expect((await merge(old.id, target.id)).as(Asset)).toMatchObject({ isin: null, identifiers: [{ kind: 'ISIN', value: SAP }] })
})

test('403 asset/not-yours unless the caller may write both assets; superusers may', async () => {
  const { add, merge, call, user, stranger, admin } = await setUp()
  const [old, target] = [await add(), await add({}, stranger)]
  for (const by of [user, stranger])
    expect((await merge(old.id, target.id, by)).body).toMatchObject({ status: 403, code: 'asset/not-yours' })
  expect((await call(user, 'GET', `/assets/${old.id}`)).status).toBe(200)
  expect((await merge(target.id, old.id, admin)).status).toBe(200)
})

test('422 into itself, into an unknown asset, and for a body that is none; 404 for an unknown asset', async () => {
  const { add, merge, call, user } = await setUp()
  const { id } = await add()
  expect((await merge(id, id)).body).toMatchObject({ status: 422, code: 'asset/merge-itself', errors: [{ pointer: '/into' }] })
  expect((await merge(id, 99)).body).toMatchObject({ status: 422, code: 'asset/merge-unknown', errors: [{ pointer: '/into' }] })
  expect((await merge(99, id)).body).toMatchObject({ status: 404, code: 'asset/not-found' })
  expect((await call(user, 'POST', `/assets/${id}/merge`, { into: 'x' })).body.errors).toMatchObject([{ pointer: '/into' }])
  expect((await call(user, 'POST', `/assets/${id}/merge`, { into: id, force: true })).status).toBe(422)
})

test('409 asset/price-quantity when prices were for other units; 200 when nobody said a price', async () => {
  const app = await setUp()
  const { add, call, user, stranger, admin } = app
  const merge = (id: number, into: number) => app.merge(id, into, admin)
  const [bond, stock] = [await add({ type: 'BOND' }), await add({ symbol: 'NEW' })]
  const broker = await createBroker(app, stranger)
  const line = await trade(app, stranger, broker, bond.id, '2024-01-02', '1000')
  const refused = await merge(bond.id, stock.id)
  expect(refused.body).toMatchObject({ status: 409, code: 'asset/price-quantity', errors: [{ pointer: '/into' }] })
  const { request_id: _, ...problem } = refused.body
  expect(JSON.stringify(problem)).not.toMatch(/broker|holding|2024/)
  expect((await call(stranger, 'GET', `/transactions/${line.id}`)).as(Transaction)).toEqual(line)
  expect((await call(stranger, 'GET', `/assets/${bond.id}`)).as(Asset)).toEqual({ ...bond, created_by: null })
  expect((await call(user, 'GET', `/assets/${bond.id}`)).status).toBe(404)
  const gift = await add({ type: 'BOND' })
  await post(app, stranger, { broker_id: broker, asset_id: gift.id, type: 'ADJUSTMENT', date: '2024-01-02', quantity: '5' })
  expect((await merge(gift.id, stock.id)).status).toBe(200)
})

test('409 transaction/short keeps everything; strangers’ brokers are not named', async () => {
  const app = await setUp()
  const [old, target] = [await app.add(), await app.add({ symbol: 'NEW' })]
  const broker = await createBroker(app, app.stranger, { allowAssetShorting: true, members: [[app.admin, 'VIEWER']] })
  await trade(app, app.stranger, broker, old.id, '2024-01-02', '-7')
  await app.store.writer.updateTable('broker').set({ allow_asset_shorting: 0 }).where('id', '=', broker).execute()
  const before = await balances(app)
  const hidden = await app.merge(old.id, target.id, await app.createUser({ isSuperuser: true }))
  expect(hidden.body).toMatchObject({ status: 409, code: 'transaction/short' })
  for (const name of ['broker_id', 'amount', 'date', 'asset_id']) expect(hidden.body).not.toHaveProperty(name)
  const { request_id: _, ...problem } = hidden.body
  expect(JSON.stringify(problem)).not.toMatch(/2024|-7/)
  const shown = await app.merge(old.id, target.id, app.admin)
  expect(shown.body).toMatchObject({ code: 'transaction/short', broker_id: broker, date: '2024-01-02', amount: '-7' })
  expect(await balances(app)).toEqual(before)
  expect((await app.call(app.stranger, 'GET', `/assets/${old.id}`)).status).toBe(200)
})

test('200 answers superusers the same whoever holds whatever', async () => {
  const app = await setUp()
  const broker = await createBroker(app, app.stranger)
  const answers: object[] = []
  for (const quantity of [undefined, '10']) {
    const [old, target] = [await app.add(), await app.add({ symbol: 'NEW' })]
    if (quantity !== undefined) await trade(app, app.stranger, broker, old.id, '2024-01-02', quantity)
    const { id, created_at, updated_at, ...rest } = (await app.merge(old.id, target.id, app.admin)).as(Asset)
    expect([id, created_at]).toEqual([target.id, target.created_at])
    answers.push(rest)
  }
  expect(answers[0]).toEqual(answers[1] as object)
})

test('200 for more lines than one slice, in one transaction', async () => {
  const app = await setUp()
  const [old, target] = [await app.add(), await app.add({ symbol: 'NEW' })]
  const broker = await createBroker(app, app.user)
  const create = Array.from({ length: 4_500 }, (_, index) => ({
    ...{ broker_id: broker, asset_id: old.id, type: 'BUY', quantity: '1', price: '2', currency: 'EUR' },
    date: `20${10 + (index % 10)}-0${1 + (index % 9)}-1${index % 7}`,
  }))
  expect((await app.call(app.user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await app.merge(old.id, target.id)).status).toBe(200)
  const list = await app.call(app.user, 'GET', `/transactions?asset_ids=${target.id}&count=true&limit=1`)
  expect(list.headers.get('x-total-count')).toBe('4500')
  const { days, lines } = await balances(app)
  expect(days.filter(({ key }) => key.includes('#')).map(({ key, change }) => ({ key, change: Number(change) }))).toEqual(lines)
})

const moves = fc.array(
  fc.record({
    broker: fc.nat(1),
    asset: fc.nat(1),
    date: fc.constantFrom('2023-12-31', '2024-01-01', '2024-01-02', '2024-02-29'),
    quantity: fc.integer({ min: -4, max: 4 }).filter((quantity) => quantity !== 0),
  }),
  { maxLength: 12 },
)

test('property: the balances after a merge are those of a ledger in which there never were two assets', async () => {
  const app = await setUp()
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      const assets = [await createAsset(app, { createdBy: app.user.id }), await createAsset(app, { createdBy: app.user.id })]
      const brokers = [0, 1].map(() => createBroker(app, app.user, { allowAssetShorting: true }))
      const twins = [0, 1].map(() => createBroker(app, app.user, { allowAssetShorting: true }))
      const [mixed, plain] = [await Promise.all(brokers), await Promise.all(twins)]
      const line = (broker_id: number | undefined, asset_id: number | undefined, { date, quantity }: (typeof list)[number]) => ({
        ...{ broker_id, asset_id, date, quantity: String(quantity), price: '5', currency: 'EUR' },
        type: quantity < 0 ? 'SELL' : 'BUY',
      })
      const create = list.flatMap((move) => [
        line(mixed[move.broker], assets[move.asset], move),
        line(plain[move.broker], assets[1], move),
      ])
      expect((await app.call(app.user, 'POST', '/transactions/batch', { create })).status).toBe(200)
      expect((await app.merge(assets[0] ?? 0, assets[1] ?? 0)).status).toBe(200)
      for (const table of ['balance_day', 'balance_month'] as const) {
        const target = async (id: number | undefined) =>
          (
            await app.store.writer
              .selectFrom(table)
              .selectAll()
              .where('broker_id', '=', id ?? 0)
              .execute()
          ).map((row) => ({
            ...row,
            broker_id: 0,
          }))
        for (const index of [0, 1]) expect(await target(mixed[index])).toEqual(await target(plain[index]))
      }
    }),
    { numRuns: 60 },
  )
})
