/** Accounts that go to brokers of their own: each ledger as if its rows had come in a file of their own. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp, type TestUser } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'

const TITLES = 'date,type,symbol,asset_type,quantity,price,amount,currency,account,external_id,ratio'
const fileOf = (lines: readonly string[]) => `${[TITLES, ...lines].join('\n')}\n`

async function setUp() {
  const { deps } = await createTestApp()
  const app = await createTestApp({ deps: { plugins: { ...deps.plugins, brim: brokerPlugins } } })
  const user = await app.createUser()
  const act = (who: TestUser, id: string, what: string, body: object) =>
    app.call(who, 'POST', `/brokers/import/files/${id}/${what}`, body)
  const make = () => createBroker(app, user, { name: `Broker ${Bun.randomUUIDv7()}` })
  const store = async (broker: number, lines: readonly string[], name = 'own.csv') =>
    (await upload(app, user, broker, name, fileOf(lines))).body.id as string
  /** What a ledger says, without what depends on where it came from. */
  const ledgerOf = async (broker: number) => {
    const lines = (await app.call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc&limit=1000`)).body
    const said = lines.map(({ type, date, asset_id, quantity, amount, currency, tags, account }: { [name: string]: string }) =>
      JSON.stringify([type, date, asset_id, quantity, amount, currency, tags, account]),
    )
    return said.sort() as string[]
  }
  return { app, user, act, make, store, ledgerOf }
}

test('property: with a map each broker has what a file of its own accounts would have made there, and undo leaves nothing', async () => {
  const { user, act, make, store, ledgerOf } = await setUp()
  const row = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    kind: fc.constantFrom('DEPOSIT', 'BUY', 'SELL', 'DIVIDEND', 'SPLIT'),
    size: fc.integer({ min: 1, max: 9 }),
    account: fc.constantFrom('A', 'B', 'C', ''),
  })
  const lineOf = ({ day, kind, size, account }: { day: number; kind: string; size: number; account: string }) => {
    const date = `2024-01-${String(day).padStart(2, '0')}`
    if (kind === 'DEPOSIT') return `${date},DEPOSIT,,,,,${size * 100},EUR,${account},,`
    if (kind === 'DIVIDEND') return `${date},DIVIDEND,LANT,STOCK,,,${size},EUR,${account},,`
    if (kind === 'SPLIT') return `${date},SPLIT,LANT,STOCK,,,,,${account},,2:1`
    return `${date},${kind},LANT,STOCK,${kind === 'BUY' ? size : -size},${size},,EUR,${account},,`
  }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 14 }), async (drawn) => {
      const rows = [...drawn].sort((a, b) => a.day - b.day)
      const [home, second, third, ...apart] = [await make(), await make(), await make(), await make(), await make(), await make()]
      const accounts = new Set<string>(rows.map(({ account }) => account))
      const account_map = Object.fromEntries(
        [
          ['B', second],
          ['C', third],
        ].filter(([name]) => accounts.has(`${name}`)),
      )
      // `refuse` and `leave-out` would judge the whole file; `book` gives each ledger what it lacks.
      const how = { opening: 'book', short: 'allow' }
      const all = await act(user, await store(home, rows.map(lineOf)), 'import', { account_map, ...how })
      const own = [
        rows.filter(({ account }) => account === 'A' || account === ''),
        ...['B', 'C'].map((name) => rows.filter(({ account }) => account === name)),
      ]
      const counts: number[] = []
      for (const [index, part] of own.entries()) {
        if (part.length === 0) continue
        const one = await act(user, await store(apart[index] ?? 0, part.map(lineOf)), 'import', how)
        counts.push(one.body.imported ?? 0)
      }
      for (const [index, broker] of [home, second, third].entries())
        expect(await ledgerOf(broker)).toEqual(await ledgerOf(apart[index] ?? 0))
      if (all.status !== 200) return
      expect(all.body.imported).toBe(counts.reduce((sum, count) => sum + count, 0))
      const undone = await act(user, all.body.report.id, 'undo', {})
      expect([undone.status, await ledgerOf(home), await ledgerOf(second), await ledgerOf(third)]).toEqual([200, [], [], []])
    }),
    { numRuns: 12 },
  )
}, 120_000)

const SOLD = ['2024-02-01,SELL,LANT,STOCK,-4,6,,EUR,Depot 2,,', '2024-02-01,DEPOSIT,,,,,9,EUR,Main,,']
const BOUGHT = ['2024-01-02,DEPOSIT,,,,,1000,EUR,Depot 2,,', '2024-01-03,BUY,LANT,STOCK,3,5,,EUR,Depot 2,,']

test('an opening stands at the broker that needs it, shrinks by what comes there, and undo brings it back', async () => {
  const { user, act, make, store, ledgerOf } = await setUp()
  const [home, second] = [await make(), await make()]
  const id = await store(home, SOLD)
  const account_map = { 'Depot 2': second }
  const seen = (await act(user, id, 'parse', { account_map })).body
  const done = (await act(user, id, 'import', {})).body
  for (const answer of [seen, done]) {
    expect(answer.openings.map((one: { broker_id: number; quantity: string }) => [one.broker_id, one.quantity])).toEqual([
      [second, '4'],
    ])
    expect([answer.changes.cash[0].after, answer.other_changes]).toMatchObject([
      '9',
      [{ broker_id: second, changes: { cash: [{ after: '24' }] } }],
    ])
  }
  expect(seen.shortages.map((one: { broker_id: number; missing: string }) => [one.broker_id, one.missing])).toEqual([
    [second, '4'],
  ])
  expect(await ledgerOf(home)).toHaveLength(1)
  const before = await ledgerOf(second)
  const older = await store(second, BOUGHT, 'older.csv')
  const shrunk = (await act(user, older, 'import', {})).body.openings
  expect(shrunk.map((one: { quantity: string; quantity_before: string }) => [one.quantity_before, one.quantity])).toEqual([
    ['4', '1'],
  ])
  await act(user, older, 'undo', {})
  expect(await ledgerOf(second)).toEqual(before)
  const undone = (await act(user, id, 'undo', {})).body
  expect(
    undone.openings.map((one: { broker_id: number; quantity_before: string }) => [one.broker_id, one.quantity_before]),
  ).toEqual([[second, '4']])
  expect([undone.transactions_removed, undone.other_changes]).toMatchObject([
    3,
    [{ broker_id: second, changes: { cash: [{ after: '0' }] } }],
  ])
  expect([await ledgerOf(home), await ledgerOf(second)]).toEqual([[], []])
})

test('the map is stored with the report and holds for the next import; null takes it back', async () => {
  const { app, user, act, make, store, ledgerOf } = await setUp()
  const [home, second] = [await make(), await make()]
  const other = await app.createUser()
  await app.call(user, 'POST', `/brokers/${home}/access`, { username: other.username, role: 'EDITOR' })
  const id = await store(home, [...BOUGHT, ...SOLD])
  const account_map = { 'Depot 2': second }
  expect((await act(user, id, 'parse', { account_map })).body.report.choices.account_map).toEqual(account_map)
  const read = async (who: TestUser) => (await app.call(who, 'GET', `/brokers/import/files/${id}`)).body.choices.account_map
  expect([await read(user), await read(other)]).toEqual([account_map, null])
  for (const what of ['parse', 'import']) {
    const refused = await act(other, id, what, {})
    expect([refused.status, refused.body.code, Object.keys(refused.body).includes('broker_id')]).toEqual([
      403,
      'import/not-yours',
      false,
    ])
  }
  expect((await act(user, id, 'import', { dry_run: true })).body.other_changes).toMatchObject([{ broker_id: second }])
  expect([await ledgerOf(home), await ledgerOf(second)]).toEqual([[], []])
  const alone = await act(other, id, 'import', { account_map: null })
  expect([alone.status, alone.body.report.choices.account_map, await ledgerOf(second), (await ledgerOf(home)).length]).toEqual([
    200,
    null,
    [],
    5,
  ])
})

test('what a broker learns of the report of another is no more than its lines', async () => {
  const { app, user, act, make, store } = await setUp()
  const [home, second] = [await make(), await make()]
  const other = await app.createUser()
  await app.call(user, 'POST', `/brokers/${second}/access`, { username: other.username, role: 'EDITOR' })
  const id = await store(home, ['2024-01-02,DEPOSIT,,,,,1000,EUR,Depot 2,d1,'], 'zanzibar.csv')
  await act(user, id, 'import', { account_map: { 'Depot 2': second } })
  const again = fileOf(['2024-01-02,DEPOSIT,,,,,1100,EUR,Depot 2,d1,'])
  const { body } = await upload(app, other, second, 'own.csv', again, '&import=true')
  expect(body.result.issues.map((issue: { code: string }) => issue.code)).toEqual(['id-reused'])
  expect(JSON.stringify(body)).not.toContain('zanzibar')
  expect((await app.call(other, 'GET', `/brokers/import/files/${id}`)).status).toBe(404)
  expect((await app.call(user, 'DELETE', `/brokers/${second}`)).status).toBeLessThan(300)
  const left = await app.call(user, 'GET', `/brokers/import/files/${id}`)
  const undone = await act(user, id, 'undo', {})
  expect([left.body.other_brokers, undone.status, undone.body.transactions_removed]).toEqual([[], 200, 0])
})
