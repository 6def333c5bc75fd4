import { expect, test } from 'bun:test'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { createReader } from '#test/support/web.ts'

test('a purchase of something new adds its asset with it, and says beside the field what is wrong with that', async () => {
  const app = await createTestApp()
  const mira = await app.createUser()
  await createBroker(app, mira, { name: 'Harbour' })
  const reader = createReader(app, mira)
  const values = { '/asset_id': 'Moss Garden', '/quantity': '3', '/price': '20.5', '/date': '2026-02-02', '/currency': 'CHF' }
  const form = (one: { fields: (readonly [string, string])[] }) => one.fields.some(([name]) => name === '/asset_id')
  const refused = await reader.submit(await reader.get('/transactions/new'), { form, values })
  expect([refused.status, refused.text.includes('Moss Garden is new')]).toEqual([422, true])
  const fields = new Map(refused.forms.find(form)?.fields)
  expect(['new-asset', '/new/type', '/new/currency', '/quantity'].map((name) => fields.get(name))).toEqual([
    'true',
    'STOCK',
    'CHF',
    '3',
  ])
  const without = await reader.submit(refused, { form })
  expect(without.status).toBe(422)
  expect(without.ids.has('f-new-symbol-fault')).toBe(true)
  expect((await app.call(mira, 'GET', '/assets')).body).toEqual([])
  const saved = await reader.submit(without, { form, values: { '/new/symbol': 'MOSS', '/new/type': 'ETF' } })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/transactions/1?done=added'])
  const [asset] = (await app.call(mira, 'GET', '/assets')).body
  expect(asset).toMatchObject({ name: 'Moss Garden', symbol: 'MOSS', type: 'ETF', currency: 'CHF' })
  expect((await app.call(mira, 'GET', '/transactions/1')).body).toMatchObject({ asset_id: asset.id, amount: '-61.5' })
})

test('without the tick nothing is added', async () => {
  const app = await createTestApp()
  const mira = await app.createUser()
  await createBroker(app, mira, { name: 'Harbour' })
  const reader = createReader(app, mira)
  const form = (one: { fields: (readonly [string, string])[] }) => one.fields.some(([name]) => name === '/asset_id')
  const values = { '/asset_id': 'MOSS', '/quantity': '3', '/price': '20.5' }
  const refused = await reader.submit(await reader.get('/transactions/new'), { form, values })
  expect(new Map(refused.forms.find(form)?.fields).get('/new/symbol')).toBe('MOSS')
  const again = await reader.submit(refused, { form, values: { 'new-asset': 'no' } })
  expect([again.status, (await app.call(mira, 'GET', '/assets')).body]).toEqual([422, []])
})

test('who has only brokers of others that are not in their totals is shown them, in place of zeros', async () => {
  const app = await createTestApp()
  const [mira, jonas] = [await app.createUser(), await app.createUser()]
  const id = await createBroker(app, mira, { name: 'Harbour' })
  await app.call(mira, 'POST', `/brokers/${id}/access`, { user_id: jonas.id, role: 'VIEWER' })
  const line = { broker_id: id, type: 'DEPOSIT', date: '2026-01-05', amount: '250', currency: 'EUR' }
  await app.call(mira, 'POST', '/transactions', line)
  const reader = createReader(app, jonas)
  const home = await reader.get('/')
  expect([home.h1, home.text.includes('Shared with you'), home.text.includes('€0.00')]).toEqual(['Overview', true, false])
  expect((await reader.get(`/?broker_ids=${id}`)).text).toContain('€250.00')
  await reader.submit(home, { press: 'Show in my totals' })
  expect((await reader.get('/')).text).toContain('€250.00')
})
