import type { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

/** Budgets read their settings again once a second, whatever the request: on a busy machine that may be any. */
const SETTINGS = /^select .* from "setting"/

/** A broker with a line, and what a request runs: each statement once for every time it runs, `begin` and `commit` too. */
async function setUp() {
  const app = await createTestApp()
  const user = await app.createUser()
  const [broker_id, asset_id] = [await createBroker(app, user), await createAsset(app)]
  const line = { broker_id, type: 'DEPOSIT', date: '2024-03-04', amount: '100', currency: 'EUR' }
  await app.call(user, 'POST', '/transactions', line)
  const counted = async (method: string, path: string, body?: object) => {
    const texts: string[] = []
    const undo = databasesOf(app).map((database) => listen(database, texts))
    const answer = await app.call(user, method, path, body)
    for (const stop of undo) stop()
    return { answer, texts: texts.filter((text) => !SETTINGS.test(text)) }
  }
  return { app, user, broker_id, asset_id, line, counted }
}

const databasesOf = ({ store }: TestApp) => [store.writer.sqlite, store.reader.sqlite]

function listen(database: Database, texts: string[]): () => void {
  const query = database.query.bind(database)
  const spy = spyOn(database, 'query').mockImplementation(((text: string) => {
    texts.push(text)
    return query(text)
  }) as typeof database.query)
  return () => spy.mockRestore()
}

/** Says what the statements are where there are more. */
function expectAtMost(most: number, { answer, texts }: { answer: { status: number }; texts: string[] }): void {
  expect(answer.status).toBeLessThan(300)
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.length > most ? texts : []).toEqual([])
}

test('a change of a broker takes 7 statements at most', async () => {
  const { counted, broker_id } = await setUp()
  expectAtMost(7, await counted('PATCH', `/brokers/${broker_id}`, { description: 'Shares' }))
  expectAtMost(2, await counted('GET', `/brokers/${broker_id}`))
})

test('a deposit takes 9 statements at most, its removal 11, a change of its day 12', async () => {
  const { counted, line } = await setUp()
  const created = await counted('POST', '/transactions', { ...line, date: '2024-03-05' })
  expectAtMost(9, created)
  const path = `/transactions/${created.answer.body.id}`
  expectAtMost(12, await counted('PATCH', path, { date: '2024-03-06' }))
  expectAtMost(11, await counted('DELETE', path))
  expectAtMost(3, await counted('GET', '/transactions/1'))
})

test('a batch reads the role at a broker once, however many lines it changes there', async () => {
  const { counted, line, app, user } = await setUp()
  const ids: number[] = []
  for (const amount of ['1', '2', '3']) ids.push((await app.call(user, 'POST', '/transactions', { ...line, amount })).body.id)
  const { answer, texts } = await counted('POST', '/transactions/batch', {
    create: [line, line],
    update: ids.slice(0, 2).map((id) => ({ id, amount: '7' })),
    delete: ids.slice(2),
  })
  expect(answer.status).toBe(200)
  expect(texts.filter((text) => text.startsWith('select "role"')).length).toBeLessThanOrEqual(1)
})

test('what a write answers is what is stored', async () => {
  const { app, user, line, broker_id, asset_id } = await setUp()
  const same = async (answer: { status: number; body: { id: number } }) => {
    expect(answer.status).toBeLessThan(300)
    const stored = (await app.call(user, 'GET', `/transactions/${answer.body.id}`)).body
    expect(answer.body).toEqual({ ...stored, warnings: [] })
    return answer.body.id
  }
  const buy = {
    ...line,
    type: 'BUY',
    asset_id,
    quantity: '3',
    price: '1.50',
    amount: undefined,
    tags: ['a', 'b'],
    external_id: 'x',
  }
  const lot = await same(await app.call(user, 'POST', '/transactions', { ...buy, fees: '0.10' }))
  const sale = { ...line, type: 'SELL', asset_id, quantity: '-2', price: '2', amount: undefined, time: '10:00' }
  const sold = await app.call(user, 'POST', '/transactions', { ...sale, lots: [{ lot_id: lot, quantity: '2' }] })
  const id = await same(sold)
  await same(await app.call(user, 'PATCH', `/transactions/${id}`, { lots: null, description: 'Sold', date: '2024-03-07' }))
  expect((await app.call(user, 'GET', `/brokers/${broker_id}`)).body.transaction_count).toBe(3)
})
