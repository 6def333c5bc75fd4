import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { openStore } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { addDays } from '#src/shared/date.ts'
import { seeded } from '#test/support/arbitraries.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'

const FIRST = '2024-01-01'
const LENGTH = 90

type Step = { kind: number; day: number; broker: number; asset: number; size: number; price: number; pick: number }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.integer({ min: 0, max: 19 }),
  day: fc.integer({ min: 0, max: LENGTH - 1 }),
  broker: fc.integer({ min: 0, max: 1 }),
  asset: fc.integer({ min: 0, max: 2 }),
  size: fc.integer({ min: 1, max: 90 }),
  price: fc.integer({ min: 100, max: 9_999 }),
  pick: fc.nat(),
})

async function setUp() {
  const test = await openPortfolio({
    today: addDays(FIRST, LENGTH),
    deps: { plugins: { brim: [], assets: [], fx: fxProviders } },
    broker: { allowAssetShorting: true },
    asset: { symbol: 'AAA' },
  })
  const { user, broker_id, asset_id, addBroker, addAsset } = test
  const brokers = [broker_id, await addBroker()]
  const assets = [asset_id, await addAsset('BBB', 'USD'), await addAsset('CCC', 'USD')]
  const call = async (method: string, path: string, body?: unknown) => await test.call(user, method, path, body)
  return { test, user, brokers, assets, call }
}

type World = Awaited<ReturnType<typeof setUp>>

const CURRENCIES = ['EUR', 'USD', 'USD']

/** Writes something through the front door; what the rules of the ledger refuse changes nothing. */
async function take({ brokers, assets, call, test, user }: World, one: Step): Promise<void> {
  const [broker_id, other] = one.broker === 0 ? [brokers[0], brokers[1]] : [brokers[1], brokers[0]]
  const [asset_id, currency] = [assets[one.asset], CURRENCIES[one.asset]]
  const [date, price, quantity] = [addDays(FIRST, one.day), (one.price / 100).toFixed(2), (one.size / 7).toFixed(4)]
  const line = { broker_id, asset_id, date, currency }
  const create = async (...lines: object[]) => await call('POST', '/transactions/batch', { create: lines })
  const ids = test.store.reader.sqlite.query<{ id: number }, []>('SELECT id FROM ledger_transaction ORDER BY id').all()
  const picked = ids.length === 0 ? undefined : ids[one.pick % ids.length]?.id
  switch (one.kind) {
    case 0:
    case 1:
    case 2:
      return void (await create({ ...line, type: 'BUY', quantity, price, fees: '1' }))
    case 3:
    case 4:
      return void (await create({ ...line, type: 'SELL', quantity: `-${quantity}`, price, taxes: '0.5' }))
    case 5:
      return void (await create({
        broker_id,
        date,
        type: 'DEPOSIT',
        amount: price,
        currency: one.size % 2 === 0 ? 'EUR' : 'USD',
      }))
    case 6:
      return void (await create({ ...line, type: 'DIVIDEND', amount: price }))
    case 7:
      if (one.size % 2 === 0)
        return void (await call('POST', `/assets/${asset_id}/events`, { type: 'SPLIT', date, ratio: '2:1' }))
      return void (await create({ ...line, currency: undefined, type: 'SPLIT', quantity }))
    case 8:
      if (one.size % 3 === 0)
        return void (await create(
          { broker_id, date, type: 'EXCHANGE', asset_id, quantity: `-${quantity}`, group: 'swap' },
          { broker_id, date, type: 'EXCHANGE', asset_id: assets[(one.asset + 1) % 3], quantity, group: 'swap' },
        ))
      return void (await create(
        { broker_id, date, type: 'TRANSFER', asset_id, quantity: `-${quantity}`, group: 'move' },
        { broker_id: other, date, type: 'TRANSFER', asset_id, quantity, group: 'move' },
      ))
    case 9:
    case 10:
      return void (await call('PUT', `/assets/${asset_id}/prices`, [{ date, close: price, currency }]))
    case 11:
      return void (await call('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date, rate: (1 + one.size / 1000).toFixed(3) }]))
    case 12:
      return void (await call('PATCH', `/transactions/${picked}`, { date, fees: '2' }))
    case 13:
      return void (await call('PATCH', `/transactions/${picked}`, { quantity, price }))
    case 14:
      return void (await call('DELETE', `/transactions/${picked}`))
    case 15:
      return void (await call('PATCH', `/transactions/${picked}`, { description: quantity }))
    case 16:
      return void (await call('DELETE', `/fx/rates?base=EUR&quote=USD&from=${date}&to=${addDays(date, 20)}`))
    case 17:
      return void (await call('PATCH', `/assets/${asset_id}`, { price_quantity: String(one.size) }))
    case 18:
      return void (await call('PATCH', `/brokers/${broker_id}/access/${user.id}`, { share: `0.${one.size}` }))
    default:
      return void (await call('DELETE', `/assets/${asset_id}/prices?from=${date}&to=${addDays(date, 10)}`))
  }
}

const MIDDLE = `from=${addDays(FIRST, 30)}&to=${addDays(FIRST, 70)}`
const QUESTIONS = [
  '/portfolio/performance?currency=EUR',
  `/portfolio/performance?currency=USD&scope=assets&method=HIFO&${MIDDLE}`,
  `/portfolio/performance?currency=EUR&method=AVERAGE&${MIDDLE}`,
  '/portfolio/history?currency=EUR&interval=weekly',
  '/portfolio/holdings?currency=EUR&lots=true',
  '/portfolio/gains?currency=EUR&method=S104',
  `/portfolio/performance?currency=EUR&broker_ids=1&${MIDDLE}`,
  '/portfolio/cash-flows?currency=EUR',
  '/brokers/1/summary?currency=EUR',
  `/brokers/2/summary?currency=USD&as_of=${addDays(FIRST, 60)}`,
  '/portfolio/performance?currency=EUR&owned=true',
  `/portfolio/performance?currency=EUR&benchmark=2&${MIDDLE}`,
  '/portfolio/performance/breakdown?currency=EUR&by=asset',
  '/portfolio/performance/breakdown?currency=EUR&by=broker&scope=assets',
  '/portfolio/holdings?currency=EUR&broker_ids=2&method=AVERAGE',
  '/portfolio/gains?currency=EUR&method=LIFO',
  '/portfolio/income?currency=EUR',
  '/portfolio/costs?currency=EUR',
  '/portfolio/allocation?currency=EUR&by=asset',
]

test('200 the same, digit for digit, from the cache and from nothing, after any writes in any order', async () => {
  let written = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const world = await setUp()
      const { test, user, call } = world
      for (const [index, one] of steps.entries()) {
        await take(world, one)
        const warm = []
        for (const question of QUESTIONS) warm.push(await call('GET', question))
        if (index % 3 !== 2 && index < steps.length - 1) continue
        const store = openStore(join(test.folder, 'holdfast.db'), { durable: false })
        const memory = createMemory()
        const fresh = createServer({ ...test.deps, memory, db: store.writer, reader: store.reader })
        for (const [place, question] of QUESTIONS.entries()) {
          const headers = { Cookie: `session=${user.token}` }
          const made = await fresh.request(`/api/v1${question}`, { headers })
          expect([question, warm[place]?.status, warm[place]?.text]).toEqual([question, 200, await made.text()])
        }
        await memory.close()
        await store.close()
      }
      written += test.store.reader.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM ledger_transaction').get()?.n ?? 0
    }),
    seeded(5),
  )
  expect(written).toBeGreaterThan(10)
}, 300_000)

test('200 with what another process has written meanwhile', async () => {
  const { test, brokers, assets, call } = await setUp()
  const ask = async () => (await call('GET', '/portfolio/performance?currency=EUR')).body
  const line = { broker_id: brokers[0], asset_id: assets[0], currency: 'EUR' }
  const book = async (...create: object[]) => expect((await call('POST', '/transactions/batch', { create })).status).toBe(200)
  await book({ ...line, type: 'BUY', date: '2024-01-05', quantity: '10', price: '20' })
  await call('PUT', `/assets/${assets[0]}/prices`, [{ date: '2024-03-29', close: '30' }])
  expect((await ask()).end_value).toBe('100')
  const other = openStore(join(test.folder, 'holdfast.db'), { durable: false })
  const memory = createMemory()
  const server = createServer({ ...test.deps, memory, db: other.writer, reader: other.reader })
  const user = await test.createUser()
  other.writer.sqlite.run(
    "INSERT INTO broker_access (broker_id, user_id, role, share, granted_at) VALUES (?, ?, 'EDITOR', '0', '')",
    [brokers[0] ?? 0, user.id],
  )
  const body = JSON.stringify({ create: [{ ...line, type: 'BUY', date: '2024-01-04', quantity: '1', price: '25' }] })
  const headers = { Cookie: `session=${user.token}`, 'Content-Type': 'application/json' }
  expect((await server.request('/api/v1/transactions/batch', { method: 'POST', headers, body })).status).toBe(200)
  expect((await ask()).end_value).toBe('105')
  await memory.close()
  await other.close()
})

test('what a transaction reads and then undoes is not cached', async () => {
  const { test, brokers, assets, call } = await setUp()
  const { cachedLines } = await import('#src/portfolio/ledger/cached-lines.ts')
  const broker = brokers[0] ?? 0
  const line = { broker_id: broker, asset_id: assets[0], currency: 'EUR', type: 'BUY', quantity: '10', price: '20' }
  await call('POST', '/transactions/batch', { create: [{ ...line, date: '2024-01-05' }] })
  const before = await cachedLines(test.deps, [broker])
  expect(before).toHaveLength(1)
  const undone = inTransaction(test.deps, async ({ db, reader }) => {
    await db.statements.script('DELETE FROM ledger_transaction')
    expect(await cachedLines({ ...test.deps, reader }, [broker])).toHaveLength(0)
    throw new Error('undone')
  })
  expect(undone).rejects.toThrow('undone')
  await undone.catch(() => {})
  expect(await cachedLines(test.deps, [broker])).toBe(before)
  expect(await cachedLines({ ...test.deps, reader: test.deps.db }, [broker])).toHaveLength(1)
})

test('lines that did not change stay the same objects; only those of days that were written are read again', async () => {
  const { test, brokers, assets, call } = await setUp()
  const { cachedLines } = await import('#src/portfolio/ledger/cached-lines.ts')
  const broker = brokers[0] ?? 0
  const line = { broker_id: broker, asset_id: assets[0], currency: 'EUR', type: 'BUY', quantity: '10', price: '20' }
  const book = async (date: string) => await call('POST', '/transactions/batch', { create: [{ ...line, date }] })
  for (const date of ['2024-01-05', '2024-01-06', '2024-01-07']) await book(date)
  const before = await cachedLines(test.deps, [broker])
  await book('2024-01-06')
  const after = await cachedLines(test.deps, [broker])
  expect(after.map((one) => [one.date, before.includes(one)])).toEqual([
    ['2024-01-05', true],
    ['2024-01-06', true],
    ['2024-01-06', false],
    ['2024-01-07', true],
  ])
})
