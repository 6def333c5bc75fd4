import { expect, test } from 'bun:test'
import { createAsset, createBroker } from '#test/support/factories.ts'
import { exportOf, filesOf, openInstance } from './carried.ts'

test('what one may read and nothing else: no names, no addresses, no ids of others, no secrets', async () => {
  const app = await openInstance()
  const { call } = app
  const [mary, paul, olga] = [
    await app.createUser({ username: 'mary-the-owner' }),
    await app.createUser({ username: 'paul-the-viewer' }),
    await app.createUser({ username: 'olga-elsewhere' }),
  ]
  const shared = await createBroker(app, mary, { name: 'Shared with Paul', members: [[paul, 'VIEWER']] })
  const hidden = await createBroker(app, mary, { name: 'Hidden from Paul' })
  const hers = await createBroker(app, olga, { name: 'Olga keeps this' })
  const [oak, elm] = [
    await createAsset(app, { symbol: 'OAK', name: 'Oak Mills', createdBy: mary.id }),
    await createAsset(app, { symbol: 'ELM', name: 'Elm Works', createdBy: mary.id }),
  ]
  const line = (broker_id: number, description: string, fields: object = {}) => ({
    broker_id,
    type: 'DEPOSIT',
    date: '2024-01-02',
    amount: '500',
    currency: 'EUR',
    description,
    ...fields,
  })
  const buy = (broker_id: number, asset_id: number) =>
    line(broker_id, '', { type: 'BUY', asset_id, quantity: '2', price: '10', amount: '-20' })
  for (const create of [
    [line(shared, '=seen by Paul'), buy(shared, oak)],
    [line(hidden, 'not for Paul'), buy(hidden, elm)],
  ])
    expect((await call(mary, 'POST', '/transactions/batch', { create })).status).toBe(200)
  expect((await call(olga, 'POST', '/transactions', line(hers, 'nobody else sees this'))).status).toBe(201)
  await call(mary, 'PUT', `/assets/${oak}/prices`, [{ date: '2024-06-28', close: '11.5' }])
  await call(mary, 'PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date: '2024-01-02', rate: '1.1' }])
  const report = new FormData()
  report.set(
    'file',
    new File(['date,type,amount,currency\n2024-02-01,DEPOSIT,7,EUR\n'], '../März "report".csv', { type: 'text/csv' }),
  )
  expect((await call(mary, 'POST', `/brokers/import/upload?broker_id=${shared}&import=true`, report)).status).toBe(201)
  await call(paul, 'PATCH', '/auth/users/me/preferences', { currency: 'CHF' })

  const files = await filesOf(await exportOf(app, paul))
  const every = [...files].flat().join('\n')
  expect([...files.keys()].filter((name) => !name.startsWith('reports/'))).toEqual([
    ...['README.md', 'brokers.json', 'assets.json', 'transactions.json', 'transactions.csv', 'closes.csv', 'rates.csv'],
    ...['preferences.json', 'templates.json', 'reports.json', 'export.json'],
  ])
  for (const seen of ['Shared with Paul', 'seen by Paul', 'Oak Mills', '11.5', '"currency":"CHF"', '2024-02-01,DEPOSIT,7,EUR'])
    expect(every).toContain(seen)
  for (const not of [
    'Hidden',
    'not for Paul',
    'Elm Works',
    'Olga',
    'nobody else',
    'mary',
    'paul-the',
    'olga',
    'example.org',
    'password',
    'created_by',
    'uploaded_by',
    'user_id',
  ])
    expect([not, every.includes(not)]).toEqual([not, false])
  expect(files.get('transactions.csv')).toContain("'=seen by Paul")
  expect(JSON.parse(files.get('brokers.json') ?? '')).toMatchObject([{ name: 'Shared with Paul', role: 'VIEWER', share: '0' }])
  expect([...files.keys()].find((name) => name.startsWith('reports/'))).toMatch(/^reports\/[0-9a-f-]{36}\/[\w.-]+\.csv$/)
  const without = await filesOf(await exportOf(app, paul, '?reports=false'))
  expect([...without.keys()].filter((name) => name.startsWith('reports/'))).toEqual([])
  expect(without.get('reports.json')).toContain('"content_type":"text/csv"')

  const own = await filesOf(await exportOf(app, olga))
  expect(JSON.parse(own.get('brokers.json') ?? '')).toHaveLength(1)
  expect([...own].flat().join('\n')).not.toContain('Oak Mills')
  expect((await call(null, 'GET', '/backup/export')).status).toBe(401)
  expect((await call(paul, 'GET', '/backup/export?all=true')).status).toBe(422)
})

test('the table of transactions is read by broker_generic_csv again: texts, tags, lots', async () => {
  const app = await openInstance()
  const [user, other] = [await app.createUser(), await app.createUser()]
  const broker_id = await createBroker(app, user)
  const asset_id = await createAsset(app, { symbol: '=1+1', name: 'Sum, "quoted"', createdBy: user.id })
  const trade = (type: string, date: string, quantity: string, price: string, more: object = {}) => ({
    broker_id,
    asset_id,
    type,
    date,
    quantity,
    price,
    currency: 'EUR',
    ...more,
  })
  const create = [
    trade('BUY', '2024-01-02', '3', '10', { description: "'=HYPERLINK(1)", tags: ['a', '@b'] }),
    trade('BUY', '2024-01-03', '3', '20', { ref: 'second', fees: '1.5' }),
    trade('SELL', '2024-01-04', '-2', '30', { lots: [{ ref: 'second', quantity: '2' }] }),
  ]
  expect((await app.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const table = (await filesOf(await exportOf(app, user))).get('transactions.csv') ?? ''
  const target = await createBroker(app, other)
  const form = new FormData()
  form.set('file', new File([table], 'transactions.csv', { type: 'text/csv' }))
  const imported = await app.call(other, 'POST', `/brokers/import/upload?broker_id=${target}&import=true`, form)
  expect([imported.status, imported.body.result?.imported]).toEqual([201, 3])
  const lines = async (by: typeof user) =>
    (await app.call(by, 'GET', '/transactions?order=date_asc')).body.map((line: Record<string, unknown>) => [
      ...[line['type'], line['quantity'], line['amount'], line['fees'], line['description'], line['tags']],
      (line['lots'] as { quantity: string }[] | null)?.map(({ quantity }) => quantity),
    ])
  expect(await lines(other)).toEqual(await lines(user))
})

test('a client that goes away leaves nothing behind', async () => {
  const app = await openInstance()
  const user = await app.createUser()
  const broker_id = await createBroker(app, user)
  const create = Array.from({ length: 4_000 }, (_, index) => ({
    broker_id,
    type: 'DEPOSIT',
    date: '2024-01-02',
    amount: '1',
    currency: 'EUR',
    description: crypto.randomUUID(),
    external_id: `${index}`,
  }))
  expect((await app.call(user, 'POST', '/transactions/batch', { create })).status).toBe(200)
  const response = await app.app.request('/api/v1/backup/export', { headers: { Cookie: `session=${user.token}` } })
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  const isEmpty = () => [...new Bun.Glob('*').scanSync(app.deps.folders.temporary)].length === 0
  for (let turn = 0; turn < 100 && !isEmpty(); turn++) await Bun.sleep(20)
  expect(isEmpty()).toBe(true)
})
