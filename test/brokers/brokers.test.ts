import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Broker, BrokerSummary } from '#src/brokers/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

test('201 for a new broker; the creator is OWNER with the whole share', async () => {
  const { call, createUser } = await createTestApp()
  const user = await createUser()
  const answer = await call(user, 'POST', '/brokers', { name: 'Main depot', currency: 'EUR' })
  expect(answer.status).toBe(201)
  expect(answer.as(Broker)).toMatchObject({
    name: 'Main depot',
    role: 'OWNER',
    member_count: 1,
    transaction_count: 0,
    allow_cash_overdraft: true,
    allow_asset_shorting: false,
  })
  expect((await call(user, 'GET', `/brokers/${answer.body.id}/access`)).body).toMatchObject([
    { role: 'OWNER', share: '1', username: user.username },
  ])
  expect((await call(user, 'GET', '/brokers')).as(z.array(Broker))).toEqual([answer.body])
})

test('409 broker/name-taken for the same creator without regard to case; another user may use it', async () => {
  const { call, createUser } = await createTestApp()
  const [user, other] = [await createUser(), await createUser()]
  await call(user, 'POST', '/brokers', { name: 'Main' })
  expect((await call(user, 'POST', '/brokers', { name: ' MAIN ' })).body).toMatchObject({
    status: 409,
    code: 'broker/name-taken',
  })
  expect((await call(other, 'POST', '/brokers', { name: 'main' })).status).toBe(201)
})

test('422 with every fault at once: unknown field, empty name, unknown currency and plugin', async () => {
  const { call, createUser } = await createTestApp()
  const user = await createUser()
  const answer = await call(user, 'POST', '/brokers', { name: '', currency: 'XXZ', role: 'OWNER', created_by: 3 })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual([
    '/created_by',
    '/currency',
    '/name',
    '/role',
  ])
  expect((await call(user, 'POST', '/brokers', { name: 'x', import_plugin: 'nope' })).body).toMatchObject({
    code: 'broker/plugin-unknown',
    errors: [{ pointer: '/import_plugin' }],
  })
})

test('200 for a summary with balances and holdings at cost; zeros are left out', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  const [held, sold] = [await createAsset(app, { symbol: 'HELD' }), await createAsset(app, { symbol: 'SOLD' })]
  const line = { broker_id, date: '2024-01-02', currency: 'EUR' }
  const create = [
    { ...line, type: 'DEPOSIT', amount: '1000' },
    { ...line, type: 'BUY', asset_id: held, quantity: '10', price: '20', fees: '2' },
    { ...line, type: 'BUY', asset_id: held, quantity: '10', price: '30', date: '2024-02-01' },
    { ...line, type: 'SELL', asset_id: held, quantity: '-5', price: '40', date: '2024-03-01' },
    { ...line, type: 'BUY', asset_id: sold, quantity: '1', price: '5' },
    { ...line, type: 'SELL', asset_id: sold, quantity: '-1', price: '5', date: '2024-01-03' },
    { ...line, type: 'DEPOSIT', amount: '5', currency: 'USD' },
    { ...line, type: 'WITHDRAWAL', amount: '-5', currency: 'USD' },
  ]
  expect((await app.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const answer = await app.call(user, 'GET', `/brokers/${broker_id}/summary?currency=EUR`)
  expect(answer.status).toBe(200)
  const summary = answer.as(BrokerSummary)
  expect(summary.balances).toEqual([{ currency: 'EUR', amount: '698' }])
  expect(summary.holdings).toMatchObject([
    {
      asset_id: held,
      symbol: 'HELD',
      quantity: '15',
      cost_basis: '401',
      cost_currency: 'EUR',
      price: '40',
      price_source: 'trade',
      market_value: '600',
      unrealised_gain: '199',
    },
  ])
  expect(summary.totals).toEqual({
    cash: '698',
    cost_basis: '401',
    market_value: '600',
    unrealised_gain: '199',
    total_value: '1298',
    complete: true,
  })
  const early = (await app.call(user, 'GET', `/brokers/${broker_id}/summary?as_of=2024-01-02`)).as(BrokerSummary)
  expect(early.holdings.map((holding) => [holding.symbol, holding.quantity, holding.cost_basis])).toEqual([
    ['HELD', '10', '202'],
    ['SOLD', '1', '5'],
  ])
})

test('200 with null totals and a warning, never a rate of 1, for cash in another currency', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  await app.call(user, 'POST', '/transactions', { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '7', currency: 'CHF' })
  const summary = (await app.call(user, 'GET', `/brokers/${broker_id}/summary?currency=EUR`)).as(BrokerSummary)
  expect(summary.totals.cash).toBeNull()
  expect(summary.warnings).toMatchObject([{ code: 'rate-missing', currency: 'CHF' }])
})

test('409 when overdraft is forbidden afterwards, with the first offending day; 200 when the history allows it', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  const post = (type: string, date: string, amount: string) =>
    app.call(user, 'POST', '/transactions', { broker_id, type, date, amount, currency: 'EUR' })
  await post('WITHDRAWAL', '2024-02-01', '-10')
  const path = `/brokers/${broker_id}`
  expect((await app.call(user, 'PATCH', path, { allow_cash_overdraft: false })).body).toMatchObject({
    status: 409,
    code: 'transaction/overdraft',
    date: '2024-02-01',
    amount: '-10',
    currency: 'EUR',
  })
  await post('DEPOSIT', '2024-01-01', '10')
  expect((await app.call(user, 'PATCH', path, { allow_cash_overdraft: false })).as(Broker)).toMatchObject({
    allow_cash_overdraft: false,
    revision: 2,
  })
})

test('204 for a deleted broker: its transactions, balances and access are gone', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  await app.call(user, 'POST', '/transactions', { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '7', currency: 'CHF' })
  expect((await app.call(user, 'DELETE', `/brokers/${broker_id}`, undefined, { 'If-Match': '"r9"' })).status).toBe(412)
  expect((await app.call(user, 'DELETE', `/brokers/${broker_id}`)).status).toBe(204)
  expect((await app.call(user, 'GET', `/brokers/${broker_id}`)).status).toBe(404)
  for (const table of ['ledger_transaction', 'balance_day', 'balance_month', 'broker_access', 'broker'] as const) {
    expect(await app.store.reader.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
