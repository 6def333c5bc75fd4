/** Single lines and closes of many assets name currencies that had ended, or had not come yet, as batches do. */
import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const TODAY = '2024-06-28'

async function setup() {
  const app = await createTestApp({ clock: () => new Date(`${TODAY}T12:00:00Z`) })
  const user = await app.createUser()
  return { ...app, user, broker_id: await createBroker(app, user) }
}

test('201 and 200 with what is wrong with the currencies of the line, and with an empty list where nothing is', async () => {
  const { call, user, broker_id } = await setup()
  const asset_id = (await call(user, 'POST', '/assets', { symbol: 'A', name: 'A', type: 'STOCK', currency: 'EUR' })).body.id
  const line = { broker_id, type: 'DEPOSIT', date: TODAY, amount: '5' }
  const made = await call(user, 'POST', '/transactions', { ...line, currency: 'HRK' })
  expect([made.status, made.body.warnings]).toEqual([
    201,
    [{ pointer: '/currency', code: 'currency-ended', detail: expect.stringContaining('7.53450 HRK are one EUR') }],
  ])
  const path = `/transactions/${made.body.id}`
  expect((await call(user, 'PATCH', path, { date: '2022-05-02' })).body.warnings).toEqual([])
  expect((await call(user, 'PATCH', path, { currency: 'BYN', date: '2016-06-30' })).body.warnings).toMatchObject([
    { pointer: '/currency', code: 'currency-not-yet' },
  ])
  expect((await call(user, 'GET', path)).body.warnings).toBeUndefined()
  const bought = {
    broker_id,
    asset_id,
    type: 'BUY',
    date: TODAY,
    quantity: '1',
    price: '7',
    price_currency: 'SLL',
    fx_rate: '0.1',
  }
  expect((await call(user, 'POST', '/transactions', { ...bought, currency: 'EUR' })).body.warnings).toMatchObject([
    { pointer: '/price_currency', code: 'currency-ended' },
  ])
})

test('closes of many assets are stored, and the first hundred in a currency that is wrong on its day are named by their lines', async () => {
  const app = await setup()
  for (const symbol of ['ONE', 'TWO']) await createAsset(app, { symbol, createdBy: app.user.id })
  const put = async (lines: readonly string[], query = '') =>
    (
      await app.call(app.user, 'PUT', `/assets/prices${query}`, ['symbol,date,close,currency', ...lines].join('\n'), {
        'Content-Type': 'text/csv',
      })
    ).body
  const lines = ['ONE,2023-12-29,5,SLL', 'ONE,2024-01-02,5,SLL', 'TWO,2024-01-02,5,', 'TWO,2017-05-02,5,VES']
  for (const query of ['?dry_run=true', ''])
    expect(await put(lines, query)).toMatchObject({
      added: 4,
      warnings: [
        { pointer: '/3/currency', code: 'currency-ended' },
        { pointer: '/5/currency', code: 'currency-not-yet' },
      ],
    })
  const days = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10))
  expect((await put(days.map((day) => `ONE,${day},5,HRK`))).warnings).toHaveLength(100)
})
