/** A dry run of an import or an undo says everything that would happen, also where it would be refused, and keeps nothing. */
import { expect, test } from 'bun:test'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { UndoAnswer } from '#src/imports/booking/undo.schema.ts'
import { ImportAnswer } from '#src/imports/schema.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const HEAD = 'date,type,symbol,isin,name,quantity,price,amount,currency\n'
const SALE = `${HEAD}2024-03-05,SELL,DDD,US0000000DD8,Dunes Corp,10,12,120,EUR\n2024-03-06,DEPOSIT,,,,,,5,EUR\n`
const PURCHASE = `${HEAD}2024-01-05,BUY,DDD,US0000000DD8,Dunes Corp,4,10,-40,EUR\n2024-01-06,BUY,EEE,,Elms Corp,2,1,-2,EUR\n`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user, { allowCashOverdraft: true })
  const send = async (text: string) => (await upload(app, user, broker, 'report.csv', text)).body.id as string
  const call = (id: string, operation: string, body: object) =>
    app.call(user, 'POST', `/brokers/import/files/${id}/${operation}`, body)
  const bring = async (id: string, body: object = {}) => (await call(id, 'import', body)).as(ImportAnswer)
  const undo = async (id: string, body: object = {}) => (await call(id, 'undo', body)).as(UndoAnswer)
  const state = async () => {
    const tables = ['report', 'asset', 'asset_change', 'ledger_transaction', 'balance_day', 'balance_month', 'broker'] as const
    return Promise.all(tables.map((table) => app.store.reader.selectFrom(table).selectAll().execute()))
  }
  return { ...app, app, user, broker, send, call, bring, undo, state }
}

test('an import that would be refused for a shortage is shown with its figures and the problem; nothing is written', async () => {
  const { send, call, state } = await setUp()
  const id = await send(SALE)
  const before = await state()
  const answer = await call(id, 'import', { dry_run: true, short: 'refuse' })
  const { refused } = answer.body
  const { body: problem } = await call(id, 'import', { short: 'refuse' })
  expect(problem.status).toBe(409)
  expect({ ...refused, request_id: '' }).toEqual({ ...problem, request_id: '' })
  expect(answer.as(ImportAnswer)).toMatchObject({
    imported: 2,
    assets_created: [],
    assets_created_total: 1,
    dry_run: true,
    shortages_total: 1,
  })
  expect(answer.body.changes).toEqual({
    assets: [
      {
        ...{ ref: 'US0000000DD8', asset_id: null, name: 'Dunes Corp', isin: 'US0000000DD8' },
        ...{ before: '0', change: '-10', after: '-10' },
      },
    ],
    assets_total: 1,
    cash: [{ currency: 'EUR', before: '0', change: '125', after: '125' }],
    cash_total: 1,
  })
  expect(await state()).toEqual(before)
})

test('one that goes through says what the import then does, but for the ids of what it makes', async () => {
  const { send, bring } = await setUp()
  const id = await send(PURCHASE)
  const { report: _, ...tried } = await bring(id, { dry_run: true })
  const { report: __, ...done } = await bring(id)
  expect([tried.refused, done.refused, done.assets_created.length]).toEqual([null, null, 2])
  const assets = done.changes.assets.map((one) => ({ ...one, asset_id: null }))
  expect(tried).toEqual({ ...done, dry_run: true, price_sources: null, assets_created: [], changes: { ...done.changes, assets } })
  expect(done.changes.assets.map((one) => one.asset_id)).toEqual(done.assets_created)
})

test('a report without anything to import, and one that is imported already, would be refused', async () => {
  const { send, call, bring } = await setUp()
  const bad = await send(`${HEAD}2024-01-05,LOAN,,,,,,5,EUR\n`)
  const tried = await bring(bad, { dry_run: true })
  expect([tried.refused?.code, tried.refused?.status, tried.imported, tried.issues.length]).toEqual([
    'import/nothing-to-import',
    422,
    0,
    1,
  ])
  const id = await send(PURCHASE)
  await bring(id)
  const again = await bring(id, { dry_run: true })
  expect([again.refused?.code, again.imported, again.changes.assets_total]).toEqual(['import/already-imported', 0, 0])
  expect((await call(id, 'import', {})).body.code).toBe('import/already-imported')
})

test('an undo is tried with what it removes and changes, also where lines were changed since', async () => {
  const { app, user, broker, send, call, bring, undo, state } = await setUp()
  const id = await send(PURCHASE)
  await bring(id)
  const [line] = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
  await app.call(user, 'PATCH', `/transactions/${line.id}`, { quantity: '5', price: '10', amount: '-50' })
  const before = await state()
  const answer = await call(id, 'undo', { dry_run: true })
  const tried = answer.as(UndoAnswer)
  const { body: problem } = await call(id, 'undo', {})
  expect({ ...answer.body.refused, request_id: '' }).toEqual({ ...problem, request_id: '' })
  expect([problem.code, problem.transaction_ids]).toEqual(['import/edited', [line.id]])
  expect([tried.status, tried.dry_run, tried.transactions_removed, tried.assets_removed]).toEqual(['imported', true, 2, 2])
  expect(tried.changes.assets.map(({ name, before, change, after }) => [name, before, change, after])).toEqual([
    ['Dunes Corp', '5', '-5', '0'],
    ['Elms Corp', '2', '-2', '0'],
  ])
  expect(tried.changes.cash).toEqual([{ currency: 'EUR', before: '-52', change: '52', after: '0' }])
  expect(await state()).toEqual(before)
  const forced = await undo(id, { dry_run: true, force: true })
  expect(forced.refused).toBe(null)
  const done = await undo(id, { force: true })
  const { imported_at, outcome } = forced
  expect({ ...done, status: 'imported', imported_at, outcome, dry_run: true }).toEqual(forced)
  expect([outcome?.imported, done.outcome]).toEqual([2, null])
})

test('an undo that would leave a day below zero is refused in advance; one of nothing too', async () => {
  const { app, user, broker, send, call, bring, undo } = await setUp()
  const id = await send(PURCHASE)
  expect((await undo(id, { dry_run: true })).refused?.code).toBe('import/not-imported')
  await bring(id)
  const [line] = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc`)).body
  const sale = { type: 'SELL', date: '2024-02-01', asset_id: line.asset_id, quantity: '-1', price: '1', currency: 'EUR' }
  expect((await app.call(user, 'POST', '/transactions', { broker_id: broker, ...sale })).status).toBe(201)
  const tried = await undo(id, { dry_run: true })
  expect([tried.refused?.code, tried.transactions_removed, tried.assets_removed]).toEqual(['transaction/short', 2, 1])
  expect((await call(id, 'undo', {})).body.code).toBe('transaction/short')
})

test('who may only read tries neither', async () => {
  const { app, user, broker, send, call } = await setUp()
  const id = await send(PURCHASE)
  const reader = await app.createUser()
  await app.call(user, 'POST', `/brokers/${broker}/access`, { user_id: reader.id, role: 'VIEWER' })
  for (const operation of ['import', 'undo'])
    expect((await app.call(reader, 'POST', `/brokers/import/files/${id}/${operation}`, { dry_run: true })).status).toBe(403)
  expect((await call(id, 'import', { dry_run: true })).status).toBe(200)
})
