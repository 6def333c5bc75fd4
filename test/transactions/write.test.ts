import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { BatchResult } from '#src/transactions/batch.schema.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

async function setUp(fields: Parameters<typeof createBroker>[2] = {}) {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user, fields)
  const asset_id = await createAsset(app)
  const post = (body: object) => app.call(user, 'POST', '/transactions', { broker_id, ...body })
  return { ...app, user, broker_id, asset_id, post }
}

test('201 for a BUY whose amount is computed from price and fees', async () => {
  const { post, asset_id, call, user } = await setUp()
  const answer = await post({
    type: 'BUY',
    date: '2024-01-02',
    asset_id,
    quantity: '10',
    price: '12.5',
    currency: 'EUR',
    fees: 1,
  })
  expect(answer.status).toBe(201)
  expect(answer.as(Transaction)).toMatchObject({
    amount: '-126',
    price: '12.5',
    quantity: '10',
    fees: '1',
    taxes: '0',
    revision: 1,
    tags: [],
  })
  expect(answer.headers.get('location')).toBe(`/api/v1/transactions/${answer.body.id}`)
  const list = await call(user, 'GET', '/transactions?limit=20&count=true')
  const { warnings, ...line } = answer.body
  expect([list.as(z.array(Transaction)), warnings]).toEqual([[line], []])
  expect(list.headers.get('x-total-count')).toBe('1')
})

test('422 transaction/amount-mismatch when price, quantity and amount do not fit', async () => {
  const { post, asset_id } = await setUp()
  const answer = await post({
    type: 'BUY',
    date: '2024-01-02',
    asset_id,
    quantity: '10',
    price: '12.5',
    currency: 'EUR',
    amount: '-127',
  })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ code: 'transaction/amount-mismatch', errors: [{ pointer: '/amount' }] })
})

test('409 transaction/overdraft names broker, currency, day and balance, and nothing is stored', async () => {
  const { post, asset_id, broker_id, call, user } = await setUp({ allowCashOverdraft: false })
  expect((await post({ type: 'DEPOSIT', date: '2024-01-01', amount: '100', currency: 'EUR' })).status).toBe(201)
  expect((await post({ type: 'WITHDRAWAL', date: '2024-03-01', amount: '-80', currency: 'EUR' })).status).toBe(201)
  const answer = await post({ type: 'BUY', date: '2024-02-01', asset_id, quantity: '1', price: '30', currency: 'EUR' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    code: 'transaction/overdraft',
    broker_id,
    currency: 'EUR',
    date: '2024-03-01',
    amount: '-10',
  })
  expect((await call(user, 'GET', '/transactions')).body).toHaveLength(2)
})

test('409 transaction/short when a sale in the past leaves too little for a later one', async () => {
  const { post, asset_id } = await setUp()
  await post({ type: 'BUY', date: '2024-01-01', asset_id, quantity: '10', price: '1', currency: 'EUR' })
  await post({ type: 'SELL', date: '2024-05-01', asset_id, quantity: '-8', price: '1', currency: 'EUR' })
  const answer = await post({ type: 'SELL', date: '2024-02-01', asset_id, quantity: '-3', price: '1', currency: 'EUR' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'transaction/short', asset_id, date: '2024-05-01', amount: '-1' })
})

test('200 for a batch with a group; a dry run keeps nothing; deleting a leg takes the group', async () => {
  const { broker_id, call, user } = await setUp()
  const leg = { broker_id, type: 'FX_CONVERSION', date: '2024-01-02', group: 'a' }
  const create = [
    { ...leg, amount: '-100', currency: 'EUR' },
    { ...leg, amount: '109', currency: 'USD' },
  ]
  const dry = await call(user, 'POST', '/transactions/batch', { create, dry_run: true })
  expect(dry.status).toBe(200)
  expect(dry.as(BatchResult).standing[0]?.balances).toEqual([
    { currency: 'EUR', amount: '-100' },
    { currency: 'USD', amount: '109' },
  ])
  expect((await call(user, 'GET', '/transactions')).body).toEqual([])
  const real = await call(user, 'POST', '/transactions/batch', { create })
  expect(real.as(BatchResult).created).toHaveLength(2)
  const list = (await call(user, 'GET', '/transactions')).as(z.array(Transaction))
  expect(new Set(list.map((line) => line.group_id)).size).toBe(1)
  expect((await call(user, 'DELETE', `/transactions/${list[0]?.id}`)).status).toBe(204)
  expect((await call(user, 'GET', '/transactions')).body).toEqual([])
})

test('200 for a split by ratio, computed from the holding of the day before', async () => {
  const { post, asset_id } = await setUp()
  await post({ type: 'BUY', date: '2024-01-01', asset_id, quantity: '7', price: '100', currency: 'EUR' })
  const answer = await post({ type: 'SPLIT', date: '2024-02-01', asset_id, ratio: '10:1' })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ quantity: '63', amount: '0', ratio: '10:1' })
})

test('412 when If-Match does not fit; the ETag of a read does', async () => {
  const { post, call, user } = await setUp()
  const { body } = await post({ type: 'DEPOSIT', date: '2024-01-01', amount: '100', currency: 'EUR' })
  const path = `/transactions/${body.id}`
  expect((await call(user, 'PATCH', path, { amount: '90' }, { 'If-Match': '"r7"' })).status).toBe(412)
  const { headers } = await call(user, 'GET', path)
  const changed = await call(user, 'PATCH', path, { amount: '90' }, { 'If-Match': headers.get('etag') ?? '' })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ amount: '90', revision: 2 })
})

test('200 with the first answer again for the same Idempotency-Key', async () => {
  const { broker_id, call, user } = await setUp()
  const body = { broker_id, type: 'DEPOSIT', date: '2024-01-01', amount: '100', currency: 'EUR' }
  const first = await call(user, 'POST', '/transactions', body, { 'Idempotency-Key': 'k1' })
  const second = await call(user, 'POST', '/transactions', body, { 'Idempotency-Key': 'k1' })
  expect(second.body).toEqual(first.body)
  expect(second.headers.get('idempotent-replay')).toBe('true')
  expect((await call(user, 'GET', '/transactions')).body).toHaveLength(1)
  expect((await call(user, 'POST', '/transactions', { ...body, amount: '1' }, { 'Idempotency-Key': 'k1' })).status).toBe(422)
})

test('200 with the list as CSV, safe for spreadsheets', async () => {
  const { post, call, user } = await setUp()
  await post({ type: 'DEPOSIT', date: '2024-01-01', amount: '100', currency: 'EUR', description: '=HYPERLINK("x")' })
  const answer = await call(user, 'GET', '/transactions?format=csv')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  expect(answer.text).toContain(`"'=HYPERLINK(""x"")"`)
})

test('422 names all that a line of its type needs at once, whatever else is missing', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker = (await app.call(user, 'POST', '/brokers', { name: 'Main' })).body.id
  const pointers = async (line: object) => {
    const answer = await app.call(user, 'POST', '/transactions', { broker_id: broker, ...line })
    expect(answer.status).toBe(422)
    expect(answer.text).not.toContain('undefined')
    return answer.body.errors.map((fault: { pointer: string }) => fault.pointer)
  }
  const trade = ['/asset_id', '/quantity', '/price', '/currency']
  expect(await pointers({ type: 'BUY' })).toEqual(['/date', ...trade])
  expect(await pointers({ type: 'SELL', date: '2026-01-05' })).toEqual(trade)
  expect(await pointers({ type: 'DEPOSIT', date: '2026-01-05', currency: 'EUR' })).toEqual(['/amount'])
  expect(await pointers({ type: 'SPLIT', date: '2026-01-05' })).toEqual(['/asset_id', '/quantity'])
  expect(await pointers({ type: 'DIVIDEND', date: '2026-01-05', asset_id: 1 })).toEqual(['/amount'])
})

test('422 tells a day in another format which one it takes', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker = (await app.call(user, 'POST', '/brokers', { name: 'Main' })).body.id
  const line = { broker_id: broker, type: 'DEPOSIT', date: '31.12.2024', amount: '1', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions', line)).body.errors[0].detail).toContain('YYYY-MM-DD')
})

test('422 at its ratio for a split after which there would be more digits than a quantity has', async () => {
  const { post, asset_id, call, user, broker_id } = await setUp()
  const bought = { type: 'BUY', date: '2024-01-01', asset_id, quantity: '9999999999999999', price: '1', currency: 'EUR' }
  expect((await post(bought)).status).toBe(201)
  const split = (day: string) => post({ type: 'SPLIT', date: day, asset_id, ratio: '1000000:1' })
  expect([(await split('2024-01-02')).status, (await split('2024-01-03')).status]).toEqual([201, 201])
  const refused = await split('2024-01-04')
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/ratio' }] } })
  expect(refused.body.errors[0].detail).toContain('28')
  expect((await call(user, 'GET', `/brokers/${broker_id}/summary`)).status).toBe(200)
})
