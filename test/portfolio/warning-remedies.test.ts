/** What warnings may say, against the source that raises them, and what mends them against the operations that there are. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { WARNINGS, type WarningCode } from '#src/portfolio/valuation/warning-codes.ts'
import { type Remedy, remedyOf } from '#src/portfolio/warnings/remedies.ts'
import { decimal, negate, ONE } from '#src/shared/decimal.ts'
import { describedOperations } from '#test/support/described.ts'
import { openPortfolio } from '#test/support/portfolio-world.ts'
import { tableProvider } from '../fx/source.ts'
import { bookOf, range } from './ledgers.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const TABLE = 'src/portfolio/valuation/warning-codes.ts'
const CODES = Object.keys(WARNINGS) as WarningCode[]

test('every code of the table is raised somewhere in the source, and every code that is raised is in it', () => {
  const sources = [...new Glob('src/portfolio/**/*.ts').scanSync(ROOT)].filter((path) => path !== TABLE)
  const text = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const raised = new Set([...text.matchAll(/code: '([a-z-]+)'/g)].map(([, code = '']) => code))
  expect([...raised].sort()).toEqual([...CODES].sort())
})

/** Every remedy that a cause of each code can have: known sources or none, a broker that the caller may change or only read, online or not. */
function remedies(): Remedy[] {
  const found = CODES.flatMap((code) =>
    [true, false].flatMap((isYes) =>
      [null, ['ONE']].flatMap((providers) => {
        const facts = {
          apiPath: '/api/v1',
          isOnline: true,
          hasPriceSearch: true,
          today: '2024-03-01',
          brokers: new Map([[1, { name: 'Main', mayChange: isYes }]]),
          sourced: new Set<number>(),
          rateSources: () => ({ providers, currencies: ['USD'] }),
          unitsHeld: () => new Map([[1, { quantity: negate(ONE), currency: 'EUR', lineId: 7 }]]),
        }
        const base = bookOf([])
        const assetOf = (id: number) => ({ ...base.assetOf(id), expiry: '2024-01-02' })
        const inputs = { ...base, assetOf, facts, brokerIds: [1] }
        const ofSplit = { brokerId: 1, assetId: 1, date: '2024-01-05', listedOn: '2024-01-05', ratio: '2:1' }
        const split = { ...ofSplit, state: 'unbooked' as const, held: decimal('10'), change: decimal('10') }
        const about = {
          split,
          assetIds: [1],
          pairs: [{ pair: 'USD/EUR', from: '2024-01-03', to: '2024-02-03' }],
          brokerIds: [1],
          isSourced: isYes,
          from: '2024-01-03',
          to: '2024-02-03',
        }
        return remedyOf({ inputs, request: range(0, 9, { brokerIds: [1] }), cause: { code, detail: '', ...about } }) ?? []
      }),
    ),
  )
  return [...new Map(found.map((remedy) => [JSON.stringify(remedy), remedy])).values()]
}

test('every remedy is an operation of the document, by its method and path', () => {
  const all = remedies()
  expect(all.length).toBeGreaterThan(5)
  for (const { operationId, method, path, body } of all) {
    const operation = describedOperations.find(({ id }) => id === operationId)
    const pattern = new RegExp(`^/api/v1${operation?.path.replaceAll(/\{\w+\}/g, '\\d+')}(\\?|$)`)
    expect([operationId, operation?.method, pattern.test(path)]).toEqual([operationId, method, true])
    expect([operationId, body === null]).toEqual([operationId, operation?.operation.requestBody === undefined])
  }
})

test('every remedy is accepted as it stands: what it asks for may be out of reach, but it is well-formed', async () => {
  const { app, user } = await openPortfolio()
  for (const { operationId, method, path, body } of remedies()) {
    const answer = await app.call(user, method, path.slice('/api/v1'.length), body ?? undefined)
    const isUnderstood =
      answer.status < 400 || ['fx/sync-invalid', 'price/refresh-invalid', 'asset/not-found'].includes(answer.body.code)
    expect([operationId, isUnderstood || answer.text]).toEqual([operationId, true])
  }
})

test('what a remedy shows of several assets at several brokers is shown', async () => {
  const { app, user, broker_id, book, addAsset, addBroker, holdings, ask } = await openPortfolio({ today: '2024-03-01' })
  const other = await addBroker()
  const [one, two, third] = [await addAsset('ONE'), await addAsset('TWO'), await addAsset('THREE')]
  await book(
    ...[one, two].map((asset_id, index) => ({
      ...{ broker_id: index === 0 ? broker_id : other, type: 'TRANSFER', asset_id },
      ...{ date: '2024-01-03', quantity: '4' },
    })),
    { broker_id, type: 'BUY', asset_id: third, date: '2024-01-04', quantity: '1', price: '10', currency: 'EUR' },
  )
  const shown = async (path = '') => (await app.call(user, 'GET', path.slice('/api/v1'.length))).body
  const look = (await holdings()).warnings.find(({ code }) => code === 'cost-unknown')?.remedy
  expect(look?.operation_id).toBe('listTransactions')
  expect((await shown(look?.path)).map((line: { asset_id: number }) => line.asset_id).sort()).toEqual([one, two].sort())
  const viewer = await app.createUser()
  for (const id of [broker_id, other])
    await app.call(user, 'POST', `/brokers/${id}/access`, { user_id: viewer.id, role: 'VIEWER', share: '0' })
  const query = `performance?currency=EUR&broker_ids=${broker_id}&broker_ids=${other}`
  const alone = (await ask(query, {}, viewer)).body.warnings.find(
    ({ remedy }: { remedy: { operation_id: string } | null }) => remedy?.operation_id === 'getPerformance',
  )
  const answer = await app.call(viewer, 'GET', alone.remedy.path.slice('/api/v1'.length))
  expect([answer.status, answer.body.scope, answer.body.broker_ids]).toEqual([200, 'assets', [broker_id, other]])
})

test('a missing rate is looked for at a source that can answer: not at one that wants a key that is not there', async () => {
  const keyed = tableProvider('AKEY', 'EUR', 'USD', { historyFrom: '2000-01-01', key: true })
  const free = tableProvider('ZFREE', 'EUR', 'USD', { historyFrom: '2000-01-01' })
  const remedyWith = async (fx: (typeof keyed)[]) => {
    const { broker_id, book, holdings } = await openPortfolio({ deps: { plugins: { brim: [], assets: [], fx } } })
    await book({ broker_id, type: 'DEPOSIT', date: '2024-03-01', amount: '100', currency: 'USD' })
    const { warnings } = await holdings('as_of=2024-06-30')
    return warnings.map(({ code, remedy }) => [
      code,
      remedy?.operation_id,
      ((remedy?.body ?? {}) as Record<string, unknown>)['providers'],
    ])
  }
  expect(await remedyWith([keyed, free])).toEqual([['rate-missing', 'syncFxCurrencies', ['ZFREE']]])
  expect(await remedyWith([keyed])).toEqual([['rate-missing', 'putFxRates', undefined]])
})
