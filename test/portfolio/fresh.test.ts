import { expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { openStore } from '#db/connection.ts'
import { createMemory } from '#src/memory.ts'
import { createServer } from '#src/server.ts'
import { addDays } from '#src/shared/date.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/app.ts'
import { createAsset, createBroker } from '#test/support/factories.ts'

/** What is kept in memory between requests must never be told from what a service that has just started reads. */
const REPORTS = [
  'portfolio/performance?',
  'portfolio/performance?scope=assets&from=2024-01-20&',
  'portfolio/performance?owned=true&',
  'portfolio/performance?broker_ids=1&',
  'portfolio/performance?benchmark=2&from=2024-01-20&',
  'portfolio/performance/breakdown?by=asset&',
  'portfolio/performance/breakdown?by=broker&scope=assets&',
  'portfolio/history?interval=weekly&',
  'portfolio/holdings?lots=true&method=AVERAGE&',
  'portfolio/holdings?broker_ids=2&',
  'portfolio/gains?method=LIFO&',
  'portfolio/income?',
  'portfolio/cash-flows?',
  'portfolio/costs?',
  'portfolio/allocation?by=asset&',
  'brokers/1/summary?',
  'brokers/2/summary?',
]
const pathOf = (report: string) =>
  `/${report}currency=EUR&${/summary|holdings|allocation/.test(report) ? 'as_of' : 'to'}=2024-03-31`

type Step = { kind: number; day: number; broker: number; asset: number; size: number; pick: number }
const step = fc.record({
  kind: fc.nat(15),
  day: fc.nat(80),
  broker: fc.integer({ min: 1, max: 2 }),
  asset: fc.integer({ min: 1, max: 2 }),
  size: fc.integer({ min: 1, max: 50 }),
  pick: fc.nat(1000),
})

/** One write; whether it was accepted does not matter, but most should be. */
async function write(app: TestApp, user: TestUser, one: Step): Promise<number> {
  const [date, id, size] = [addDays('2024-01-01', one.day), one.asset, String(one.size)]
  const line = { broker_id: one.broker, date, currency: one.pick % 3 === 0 ? 'USD' : 'EUR' }
  const all = (await app.call(user, 'GET', '/transactions?limit=1000')).body as { id: number; type: string }[]
  const some = all[one.pick % Math.max(all.length, 1)]
  const call = async (method: string, path: string, body?: unknown) => (await app.call(user, method, path, body)).status
  const post = (...create: object[]) => call('POST', '/transactions/batch', { create })
  const leg = { type: 'TRANSFER', asset_id: id, date, group: 'move' }
  switch (one.kind) {
    case 0:
      return await post({ ...line, type: 'DEPOSIT', amount: size })
    case 1:
    case 2:
    case 3:
      return await post({ ...line, type: 'BUY', asset_id: id, quantity: size, price: '7.5', fees: '1' })
    case 4:
      return await post({ ...line, type: 'SELL', asset_id: id, quantity: `-${size}`, price: '8' })
    case 5:
      return await post({ ...line, type: 'DIVIDEND', asset_id: id, amount: size })
    case 6:
      return await post({ ...leg, broker_id: 1, quantity: `-${size}` }, { ...leg, broker_id: 2, quantity: size })
    case 7:
      return some === undefined ? 200 : await call('PATCH', `/transactions/${some.id}`, { date })
    case 8:
      return some === undefined ? 200 : await call('PATCH', `/transactions/${some.id}`, { description: size })
    case 9:
      return some === undefined ? 200 : await call('DELETE', `/transactions/${some.id}`)
    case 10:
      return await call('PUT', `/assets/${id}/prices`, [{ date, close: size }])
    case 11:
      return await call('DELETE', `/assets/${id}/prices?from=${date}&to=${addDays(date, 20)}`)
    case 12:
      return await call('PUT', '/fx/rates', [{ base: 'EUR', quote: 'USD', date, rate: `1.${size}` }])
    case 13:
      return await call('DELETE', `/fx/rates?base=EUR&quote=USD&from=${date}&to=${addDays(date, 20)}`)
    case 14:
      return await call('POST', `/assets/${id}/events`, { type: 'SPLIT', date, ratio: '2:1' })
    default:
      return one.pick % 2 === 0
        ? await call('PATCH', `/assets/${id}`, { price_quantity: size })
        : await call('PATCH', `/brokers/${one.broker}/access/${user.id}`, { share: `0.${size}` })
  }
}

test('200 with the same answers as a service that has just started, after any writes', async () => {
  let [accepted, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 16 }), async (steps) => {
      const app = await createTestApp({ clock: () => new Date('2024-03-31T12:00:00Z') })
      const user = await app.createUser()
      for (const name of ['One', 'Two']) await createBroker(app, user, { name, allowAssetShorting: true })
      for (const [symbol, currency] of [
        ['AAA', 'EUR'],
        ['BBB', 'USD'],
      ] as const)
        await createAsset(app, { symbol, currency, createdBy: user.id })
      for (const [index, one] of steps.entries()) {
        if ((await write(app, user, one)) < 300) accepted += 1
        else refused += 1
        const warm: string[] = []
        for (const report of REPORTS) warm.push((await app.call(user, 'GET', pathOf(report))).text)
        if (index % 3 !== 2 && index < steps.length - 1) continue
        const store = openStore(join(app.folder, 'holdfast.db'), { durable: false })
        const cold = createServer({ ...app.deps, db: store.writer, reader: store.reader, memory: createMemory() })
        for (const [place, report] of REPORTS.entries()) {
          const answer = await cold.request(`/api/v1${pathOf(report)}`, { headers: { Cookie: `session=${user.token}` } })
          expect([report, answer.status, await answer.text()]).toEqual([report, 200, warm[place] ?? ''])
        }
        await store.close()
      }
    }),
    { numRuns: 1 },
  )
  expect(accepted).toBeGreaterThan(refused)
})
