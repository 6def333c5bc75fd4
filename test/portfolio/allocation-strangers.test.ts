import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

test('200 by country and sector where a broker that assets came from holds what only strangers use', async () => {
  const app = await createTestApp({ clock: () => new Date('2024-12-31T12:00:00Z') })
  const [admin, anna, bert] = [await app.createUser(), await app.createUser(), await app.createUser()]
  const theirs = await createBroker(app, bert, { members: [[anna, 'EDITOR']] })
  const mine = await createBroker(app, anna)
  const [shared, secret] = [await createAsset(app, { symbol: 'MOVED' }), await createAsset(app, { symbol: 'SECRET' })]
  const said = { country: 'IT', sector: 'ENERGY' }
  expect((await app.call(admin, 'PATCH', `/assets/${shared}`, said)).status).toBe(200)
  const buy = { broker_id: theirs, type: 'BUY', date: '2024-01-03', quantity: '10', price: '50', currency: 'EUR' }
  const move = { type: 'TRANSFER', asset_id: shared, date: '2024-09-01', group: 'move' }
  const create = [
    { broker_id: theirs, type: 'DEPOSIT', date: '2024-01-02', amount: '1000', currency: 'EUR' },
    ...[shared, secret].map((asset_id) => ({ ...buy, asset_id })),
    { ...move, broker_id: theirs, quantity: '-10' },
    { ...move, broker_id: mine, quantity: '10' },
  ]
  expect((await app.call(anna, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await app.call(anna, 'DELETE', `/brokers/${theirs}/access/${anna.id}`)).status).toBe(204)
  expect((await app.call(anna, 'GET', `/assets/${secret}`)).status).toBe(404)
  for (const [by, key] of [
    ['country', 'IT'],
    ['sector', 'ENERGY'],
  ] as const) {
    const { status, body } = await app.call(anna, 'GET', `/portfolio/allocation?by=${by}`)
    expect([status, body.slices?.map((row: { key: string; value: string }) => [row.key, row.value])]).toEqual([
      200,
      [[key, '500']],
    ])
  }
})
