import { expect, test } from 'bun:test'
import { z } from '@hono/zod-openapi'
import fc from 'fast-check'
import { inSnapshot } from '#db/snapshot.ts'
import { decimal, formatDecimal, sum } from '#src/shared/decimal.ts'
import { Transaction } from '#src/transactions/schema.ts'
import { dayFrom, decimalText, seeded } from '#test/support/arbitraries.ts'
import { createBroker } from '#test/support/factories.ts'
import { setUp } from './ledger.ts'

type Line = z.infer<typeof Transaction>
type Ledger = Awaited<ReturnType<typeof threeBrokers>>

/** Two brokers, and one whose cash is not tracked. */
async function threeBrokers() {
  const ledger = await setUp()
  const second = await createBroker(ledger.app, ledger.user)
  const untracked = await createBroker(ledger.app, ledger.user)
  expect((await ledger.app.call(ledger.user, 'PATCH', `/brokers/${untracked}`, { cash: 'not-tracked' })).status).toBe(200)
  return { ...ledger, untracked, brokers: [ledger.broker_id, second, untracked] }
}

async function pageOf({ app, user }: Ledger, path: string): Promise<{ lines: Line[]; next: string | undefined }> {
  const answer = await app.call(user, 'GET', path)
  expect([answer.status, path]).toEqual([200, path])
  return {
    lines: answer.as(z.array(Transaction)),
    next: /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]?.replace('/api/v1', ''),
  }
}

/** The sum of everything that the broker moved in the currency up to this line. */
function naive({ untracked }: Pick<Ledger, 'untracked'>, all: readonly Line[], line: Line): string | null {
  if (line.currency === null || decimal(line.amount) === 0n || line.broker_id === untracked) return null
  const isUpTo = (one: Line) => one.date < line.date || (one.date === line.date && one.id <= line.id)
  const before = all.filter((one) => one.broker_id === line.broker_id && one.currency === line.currency && isUpTo(one))
  return formatDecimal(sum(before.map((one) => decimal(one.amount))))
}

const money = decimalText(4, 6).filter((text) => !/^[0.]*$/.test(text))
const item = fc.record({
  kind: fc.constantFrom('DEPOSIT', 'WITHDRAWAL', 'FEE', 'BUY', 'ADJUSTMENT'),
  broker: fc.nat({ max: 2 }),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
  date: fc.oneof(dayFrom('2024-01-30', 3), dayFrom('2023-11-30', 120)),
  money: fc.oneof(fc.constantFrom('5', '7.25'), money),
})
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never
const question = fc.record({
  order: fc.constantFrom('date_asc', 'date_desc'),
  limit: fc.integer({ min: 1, max: 7 }),
  filter: fc.constantFrom(
    ...['', '&types=FEE&types=BUY', '&currencies=USD', '&q=odd', '&tags=x', '&asset_ids=1'],
    ...['&from=2024-01-31', '&to=2024-01-30', '&from=2024-01-31&to=2024-01-31'],
  ),
})

function itemOf({ brokers, asset_id }: Ledger, { kind, broker, currency, date, money }: Item, index: number) {
  const base = {
    ...{ broker_id: brokers[broker], type: kind, date, description: index % 2 ? 'odd' : 'even', tags: index % 3 ? [] : ['x'] },
  }
  if (kind === 'ADJUSTMENT') return { ...base, asset_id, quantity: money }
  if (kind === 'BUY') return { ...base, currency, asset_id, quantity: '1', price: money }
  return { ...base, currency, amount: kind === 'DEPOSIT' ? money : `-${money}` }
}

test('property: balance_after is the naive sum over the whole ledger, whatever narrows, orders and pages the list; the newest is the summary’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (items, questions) => {
        const ledger = await threeBrokers()
        const made = await ledger.batch({ create: items.map((one, index) => itemOf(ledger, one, index)) })
        expect([made.status, made.text]).toEqual([200, made.text])
        const all = await ledger.list('?limit=1000')
        for (const { order, limit, filter } of questions) {
          let path: string | undefined = `/transactions?expand=balance&limit=${limit}&order=${order}${filter}`
          while (path !== undefined) {
            const { lines, next } = await pageOf(ledger, path)
            for (const line of lines)
              expect([path, line.id, line.balance_after]).toEqual([path, line.id, naive(ledger, all, line)])
            path = next
          }
        }
        const [one] = all
        const single = (await ledger.app.call(ledger.user, 'GET', `/transactions/${one?.id}?expand=balance`)).as(Transaction)
        expect(single.balance_after).toBe(one ? naive(ledger, all, one) : null)
        await expectSummaries(ledger)
      },
    ),
    seeded(25),
  )
})

async function expectSummaries(ledger: Ledger): Promise<void> {
  const { lines } = await pageOf(ledger, '/transactions?expand=balance&limit=1000')
  for (const broker of ledger.brokers) {
    const { balances } = (await ledger.app.call(ledger.user, 'GET', `/brokers/${broker}/summary?as_of=2024-12-31`)).body
    const newest = new Map<string, string>()
    for (const { broker_id, currency, balance_after } of lines)
      if (broker_id === broker && currency !== null && balance_after !== null && !newest.has(currency))
        newest.set(currency, balance_after)
    const wanted = balances.map(({ currency, amount }: { currency: string; amount: string }) => [currency, amount])
    expect([...newest].filter(([, amount]) => amount !== '0').sort()).toEqual(wanted.sort())
  }
}

test('days and months in which the changes cancel out have no row of their own, and still have their balances', async () => {
  const ledger = await threeBrokers()
  const { add } = ledger
  await add({ type: 'DEPOSIT', date: '2024-01-10', amount: '100' })
  await add({ type: 'DEPOSIT', date: '2024-03-05', amount: '30' })
  await add({ type: 'WITHDRAWAL', date: '2024-03-05', amount: '-30' })
  await add({ type: 'DEPOSIT', date: '2024-04-02', amount: '0.000000000001' })
  const { lines } = await pageOf(ledger, '/transactions?expand=balance&order=date_asc')
  expect(lines.map((line) => line.balance_after)).toEqual(['100', '130', '100', '100.000000000001'])
})

test('null without expand=balance, in the answer to a write, and never in CSV; 404 for a stranger', async () => {
  const { app, user, add, list } = await threeBrokers()
  const made = await add({ type: 'DEPOSIT', date: '2024-01-10', amount: '100' })
  expect(made.balance_after).toBeNull()
  expect((await list()).map((line) => line.balance_after)).toEqual([null])
  expect((await list('?expand=asset')).map((line) => line.balance_after)).toEqual([null])
  expect((await list('?expand=asset&expand=balance')).map((line) => line.balance_after)).toEqual(['100'])
  const csv = async (query: string) => (await app.call(user, 'GET', `/transactions?format=csv${query}`)).text
  expect(await csv('&expand=balance')).toBe(await csv(''))
  const stranger = await app.createUser()
  expect((await app.call(stranger, 'GET', `/transactions/${made.id}?expand=balance`)).status).toBe(404)
  expect((await app.call(stranger, 'GET', '/transactions?expand=balance')).body).toEqual([])
})

/** Lines on one day, written past the ledger: what is read of them is counted, not what they say. */
function crowd({ store }: Ledger, broker: number, day: string, lines: number, type = 'DEPOSIT'): void {
  store.writer.sqlite.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${lines})
     INSERT INTO ledger_transaction (broker_id, type, date, amount, currency, created_at, updated_at)
     SELECT ${broker}, '${type}', '${day}', '1', 'EUR', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z' FROM n`,
  )
}

test('null where the days shown have over 10,000 lines of the broker, and only there', async () => {
  const ledger = await threeBrokers()
  const [first = 0, second = 0] = ledger.brokers
  crowd(ledger, first, '2024-02-01', 10_001)
  crowd(ledger, second, '2024-02-01', 10_000)
  await ledger.add({ type: 'DEPOSIT', date: '2024-01-10', amount: '100' })
  const shown = async (query: string) =>
    (await pageOf(ledger, `/transactions?expand=balance&order=date_asc&limit=3&${query}`)).lines.map((line) => line.balance_after)
  expect(await shown(`broker_ids=${first}`)).toEqual([null, null, null])
  expect(await shown(`broker_ids=${first}&to=2024-01-31`)).toEqual(['100'])
  expect(await shown(`broker_ids=${second}`)).toEqual(['1', '2', '3'])
})

test('null where the days shown have over 50,000 lines of all brokers: for those that there is no room left for', async () => {
  const ledger = await threeBrokers()
  for (let n = 0; n < 6; n++) {
    const broker = await createBroker(ledger.app, ledger.user)
    crowd(ledger, broker, '2024-02-01', 8_999)
    crowd(ledger, broker, '2024-02-01', 1, 'FEE')
  }
  const { lines } = await pageOf(ledger, '/transactions?expand=balance&order=date_asc&types=FEE')
  expect(lines.map((line) => line.balance_after)).toEqual([...Array.from({ length: 5 }, () => '9000'), null])
})

/** Books deposits of an earlier day whenever balances are about to be read, `times` times. */
function writeMeanwhile({ store, add }: Ledger, times: number): { readonly written: () => number } {
  let written = 0
  for (const { statements } of [store.reader, store.reader.snapshot()]) {
    const { all } = statements
    const writeBefore: typeof all = async (text, values) => {
      if (/from "balance_month"/.test(text) && written < times) {
        written += 1
        await add({ type: 'DEPOSIT', date: '2024-01-01', amount: '1000' })
      }
      return await all(text, values)
    }
    Object.assign(statements, { all: writeBefore })
  }
  return { written: () => written }
}

for (const times of [1, 100])
  test(`lines and balances are of one state of the ledger, where others write ${times} times meanwhile`, async () => {
    const ledger = await threeBrokers()
    await ledger.add({ type: 'DEPOSIT', date: '2024-01-10', amount: '1' })
    await ledger.add({ type: 'DEPOSIT', date: '2024-02-01', amount: '1' })
    const { written } = writeMeanwhile(ledger, times)
    const { lines } = await pageOf(ledger, '/transactions?expand=balance&order=date_asc&from=2024-01-01')
    expect(lines.map((line) => line.balance_after)).toEqual(lines.map((line) => naive(ledger, lines, line)))
    expect(written()).toBeGreaterThan(0)
  })

test('are not held up by a snapshot of somebody else, such as an export takes', async () => {
  const ledger = await threeBrokers()
  await ledger.add({ type: 'DEPOSIT', date: '2024-01-01', amount: '1' })
  const { promise: exported, resolve } = Promise.withResolvers<void>()
  const snapshot = inSnapshot(ledger.store.reader, () => exported)
  const { lines } = await pageOf(ledger, '/transactions?expand=balance')
  expect(lines.map((line) => line.balance_after)).toEqual(['1'])
  resolve()
  await snapshot
})
