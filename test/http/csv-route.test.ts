import { expect, test } from 'bun:test'
import { describeApi } from '#src/docs/document.ts'
import { createRooms } from '#src/server.ts'
import { createTestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

const { paths } = describeApi(await createRooms(), { basePath: '', publicUrl: null })
const both = Object.keys(paths).filter((path) => `${path}.csv` in paths)

test('what answers CSV has a documented path of its own for it, and none answers JSON as well', () => {
  expect(both).toContain('/transactions')
  expect(both).toContain('/assets/{id}/prices')
  expect(both.filter((path) => path.startsWith('/portfolio/'))).toHaveLength(9)
  for (const item of Object.values(paths))
    for (const { responses } of Object.values(item))
      for (const { content = {} } of Object.values(responses))
        expect('text/csv' in content && 'application/json' in content).toBe(false)
})

test.each(both)('200 with CSV from %s.csv, whatever is accepted; the old ways go on', async (path) => {
  const app = await createTestApp()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  const id = await createAsset(app, { symbol: 'ACME', currency: 'EUR' })
  const line = { broker_id, type: 'DEPOSIT', date: '2024-01-02', amount: '12.5', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions', line)).status).toBe(201)
  const place = path.replace('{id}', String(id))
  const query = /allocation|breakdown/.test(path) ? 'by=asset' : path.endsWith('holdings') ? 'lots=false' : 'to=2024-02-01'
  const own = await app.call(user, 'GET', `${place}.csv?${query}`, undefined, { Accept: 'application/json' })
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(own.headers.get('content-disposition')).toMatch(/\.csv"$/)
  const byFormat = await app.call(user, 'GET', `${place}?${query}&format=csv`)
  const accepted = await app.call(user, 'GET', `${place}?${query}`, undefined, { Accept: 'text/csv' })
  expect([byFormat.text, accepted.text]).toEqual([own.text, own.text])
  expect((await app.call(null, 'GET', `${place}.csv?${query}`)).status).toBe(401)
  expect((await app.call(user, 'DELETE', `${place}.csv`)).status).toBe(405)
})

test('404 for the CSV of what has none', async () => {
  const app = await createTestApp()
  const user = await app.createUser()
  for (const path of ['/brokers.csv', '/utilities/currencies.csv', '/.csv'])
    expect([path, (await app.call(user, 'GET', path)).status]).toEqual([path, 404])
})
