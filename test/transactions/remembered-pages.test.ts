import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStore } from '#db/connection.ts'
import { cachesOf } from '#src/cache.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { afterwards } from '#test/support/afterwards.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const PAGES = [
  '/transactions',
  '/transactions?expand=asset',
  '/transactions?expand=balance',
  '/transactions?expand=asset&expand=balance&count=true',
  '/transactions?order=date_asc&limit=2',
  '/transactions?limit=2',
  '/transactions?limit=3',
  '/transactions?limit=2&count=true',
  '/transactions?types=BUY',
  '/transactions?types=SELL',
  '/transactions?currencies=EUR',
  '/transactions?from=2024-01-04',
  '/transactions?to=2024-01-04',
  '/transactions?q=oak',
  '/transactions?broker_ids=1',
  '/transactions?broker_ids=2',
]

/** Asks every page, and the one after it, as the two users see them, of the service at hand and of one that remembers nothing. */
async function setUp() {
  const world = await openPortfolio({ asset: { symbol: 'ACME', currency: 'USD' } })
  const { app, user, line, broker_id, book, addAsset } = world
  const friend = await app.createUser()
  const other = await addAsset('OAK')
  await book(
    { ...line, type: 'BUY', date: '2024-01-03', quantity: '3', price: '10' },
    { ...line, type: 'BUY', asset_id: other, date: '2024-01-04', quantity: '2', price: '10', currency: 'EUR' },
    { ...line, type: 'SELL', date: '2024-01-05', quantity: '-1', price: '11' },
    { broker_id, type: 'DEPOSIT', date: '2024-01-06', amount: '5', currency: 'EUR' },
  )
  const store = openStore(join(app.deps.folders.root, 'holdfast.db'), { durable: false })
  afterwards(() => store.close())
  const answer = async (fetch: (path: string) => Promise<Response>, path: string) => {
    const page = await fetch(path)
    const [link, total] = ['Link', 'X-Total-Count'].map((name) => page.headers.get(name))
    return { path, status: page.status, link, total, text: await page.text() }
  }
  const ask = async (request: (path: string, init: RequestInit) => Promise<Response>) => {
    const answers: unknown[] = []
    for (const { token } of [user, friend])
      for (const path of PAGES) {
        const fetch = (path: string) => request(`/api/v1${path}`, { headers: { Cookie: `session=${token}` } })
        const first = await answer(fetch, path)
        const next = /<\/api\/v1([^>]+)>/.exec(first.link ?? '')?.[1]
        answers.push(first, next === undefined ? null : await answer(fetch, next))
      }
    return answers
  }
  const cold = async () => {
    const memory = createMemory()
    const server = createServer({ ...app.deps, memory, db: store.writer, reader: store.reader })
    const answers = await ask(server.request)
    await memory.close()
    return answers
  }
  const server = createServer(app.deps)
  return { ...world, friend, other, store, cold, warm: () => ask(server.request) }
}

test('pages that are read again are those of a service that remembers nothing, after each kind of write, also by another process', async () => {
  const { app, user, friend, line, other, store, send, cold, warm } = await setUp()
  const created = async () => {
    const { body } = await app.call(user, 'POST', '/transactions', {
      ...line,
      type: 'BUY',
      date: '2024-01-05',
      quantity: '1',
      price: '9',
    })
    return (body as { id: number }).id
  }
  let id = 0
  const writes: (readonly [string, () => Promise<unknown>])[] = [
    ['a transaction', async () => (id = await created())],
    ['its time', () => send('PATCH', `/transactions/${id}`, { time: '10:00:00' })],
    ['its description', () => send('PATCH', `/transactions/${id}`, { description: 'oak' })],
    ['its price', () => send('PATCH', `/transactions/${id}`, { price: '8' })],
    ['the name of an asset', () => send('PATCH', `/assets/${other}`, { name: 'Another tree' })],
    ['a member', () => send('POST', '/brokers/1/access', { user_id: friend.id, role: 'VIEWER', share: '0' })],
    ['a broker that counts', () => send('PATCH', '/brokers/1/access/me', { included: true }, friend)],
    [
      'a commit elsewhere',
      async () => void store.writer.sqlite.run("UPDATE ledger_transaction SET description = 'elsewhere' WHERE id = 1"),
    ],
    ['a member removed', () => send('DELETE', `/brokers/1/access/${friend.id}`)],
    ['its end', () => send('DELETE', `/transactions/${id}`)],
  ]
  let before = await warm()
  expect(before).toEqual(await cold())
  for (const [name, write] of writes) {
    await write()
    const after = await warm()
    expect([name, after]).toEqual([name, await cold()])
    expect([name, await warm()]).toEqual([name, after])
    expect([name, Bun.deepEquals(after, before)]).toEqual([name, false])
    before = after
  }
})

test('of searches that find nothing a thousand pages are remembered at most', async () => {
  const { app, user } = await openPortfolio()
  for (let index = 0; index < 1_050; index++) await app.call(user, 'GET', `/transactions?q=nothing-${index}`)
  const counts = [...cachesOf(app.deps).values()].map(({ entries }) => entries.size)
  expect(Math.max(...counts)).toBe(1_000)
})
