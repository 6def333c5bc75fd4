import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import { Transaction } from '#src/transactions/schema.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

async function setUp() {
  const world = await openPortfolio({ asset: { symbol: 'ACME', currency: 'USD' } })
  const { line, broker_id, book, addAsset, send } = world
  const other = await addAsset('OAK')
  await send('PATCH', `/assets/${other}`, { isin: 'US0378331005' })
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '1', price: '10' },
    { ...line, type: 'BUY', asset_id: other, date: '2024-01-04', quantity: '2', price: '10', currency: 'EUR' },
    { ...line, type: 'SELL', date: '2024-01-05', quantity: '-1', price: '11' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-06', amount: '5', currency: 'EUR' },
  )
  return { ...world, other }
}

test('200 with expand=asset: each line with its asset, null for cash; without it null everywhere, as in one line and CSV', async () => {
  const { app, user, asset_id, other } = await setUp()
  const lines = (await app.call(user, 'GET', '/transactions?expand=asset&order=date_asc')).as(z.array(Transaction))
  const acme = { id: asset_id, symbol: 'ACME', name: 'ACME name', isin: null, type: 'STOCK', currency: 'USD' }
  const oak = { id: other, symbol: 'OAK', name: 'OAK name', isin: 'US0378331005', type: 'STOCK', currency: 'EUR' }
  expect(lines.map((line) => line.asset)).toEqual([acme, oak, acme, null])
  const plain = (await app.call(user, 'GET', '/transactions?order=date_asc')).as(z.array(Transaction))
  expect(plain).toEqual(lines.map((line) => ({ ...line, asset: null })))
  const id = lines[1]!.id
  expect((await app.call(user, 'GET', `/transactions/${id}?expand=asset`)).as(Transaction)).toEqual(lines[1]!)
  expect((await app.call(user, 'GET', `/transactions/${id}`)).as(Transaction).asset).toBeNull()
  const csv = (await app.call(user, 'GET', '/transactions?expand=asset&format=csv')).text
  expect(csv).toBe((await app.call(user, 'GET', '/transactions?format=csv')).text)
})

test('422 for anything else to expand, at the list and at one line', async () => {
  const { app, user } = await setUp()
  for (const path of ['/transactions?expand=broker', '/transactions/1?expand=assets', '/transactions?expand='])
    expect([path, (await app.call(user, 'GET', path)).status]).toEqual([path, 422])
})

test('404 with expand=asset for a line of a broker of others', async () => {
  const { app } = await setUp()
  const stranger = await app.createUser()
  expect((await app.call(stranger, 'GET', '/transactions/1?expand=asset')).status).toBe(404)
  expect((await app.call(stranger, 'GET', '/transactions?expand=asset')).body).toEqual([])
})
