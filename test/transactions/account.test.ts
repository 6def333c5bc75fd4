/** The account or depot of a line: on the wire, in files, in duplicates, and in databases from before. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { databaseBefore } from '../db/before.ts'

const FILE = `date,type,amount,currency,account
2024-02-01,DEPOSIT,100,EUR,Depot 1
2024-02-01,DEPOSIT,100,EUR,Depot 2
2024-02-02,DEPOSIT,7,EUR,
`

async function setUp() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  return { ...app, app, user, broker: await createBroker(app, user) }
}

test('a line says its account: by hand, changed, cleared, and in the list of that account only', async () => {
  const { call, user, broker } = await setUp()
  const made = await call(user, 'POST', '/transactions', {
    ...{ broker_id: broker, type: 'DEPOSIT', date: '2024-02-01', amount: '5', currency: 'EUR', account: 'Depot 1' },
  })
  expect([made.status, made.body.account]).toEqual([201, 'Depot 1'])
  const changed = await call(user, 'PATCH', `/transactions/${made.body.id}`, { account: 'Depot "2"' })
  expect([changed.body.account, changed.body.amount]).toEqual(['Depot "2"', '5'])
  const of = async (account: string) =>
    (await call(user, 'GET', `/transactions?count=true&account=${encodeURIComponent(account)}`)).body.length
  expect([await of('Depot "2"'), await of('Depot 1')]).toEqual([1, 0])
  expect((await call(user, 'PATCH', `/transactions/${made.body.id}`, { account: null })).body.account).toBe(null)
  const wrong = await call(user, 'PATCH', `/transactions/${made.body.id}`, { account: 'x'.repeat(201) })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/account'])
})

test('accounts of a report stay with its lines, through our own export and back', async () => {
  const { app, call, user, broker } = await setUp()
  const { body } = await upload(app, user, broker, 'own.csv', FILE, '&import=true')
  expect(body.result.imported).toBe(3)
  const accounts = async (id: number) =>
    (await call(user, 'GET', `/transactions?broker_ids=${id}&order=date_asc`)).body.map(
      ({ account, amount }: { account: string | null; amount: string }) => [account, amount],
    )
  const expected = [
    ['Depot 1', '100'],
    ['Depot 2', '100'],
    [null, '7'],
  ]
  expect(await accounts(broker)).toEqual(expected)
  const csv = (await call(user, 'GET', `/transactions?broker_ids=${broker}&order=date_asc&format=csv`)).text
  const other = await createBroker(app, user)
  expect((await upload(app, user, other, 'export.csv', csv, '&import=true')).body.result.imported).toBe(3)
  expect(await accounts(other)).toEqual(expected)
})

test('equal rows of two accounts are two lines; of the same account, or where one names none, they are duplicates', async () => {
  const { app, user, broker } = await setUp()
  const row = (account: string) =>
    `date,type,amount,currency,account,description\n2024-02-01,DEPOSIT,100,EUR,${account},${account} x`
  const imported = async (account: string) => {
    const { result } = (await upload(app, user, broker, `${account}.csv`, row(account), '&import=true')).body
    return [result.imported, result.duplicates]
  }
  expect(await imported('A')).toEqual([1, 0])
  expect(await imported('B')).toEqual([1, 0])
  const again = await upload(app, user, broker, 'a2.csv', `${row('A')} again`, '&import=true')
  expect([again.body.result.imported, again.body.result.duplicates]).toEqual([0, 1])
  const unnamed = await upload(app, user, broker, 'n.csv', row(''), '&import=true')
  expect([unnamed.body.result.imported, unnamed.body.result.duplicates]).toEqual([0, 1])
})

test('lines of an older database have no account and keep their figures', async () => {
  const store = await databaseBefore('0023_accounts')
  const { sqlite } = store.writer
  const at = '2026-01-01T00:00:00.000Z'
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, is_superuser, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', 1, '${at}', '${at}')`)
  sqlite.run(`INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('Old', 'old', '${at}', '${at}')`)
  sqlite.run(`INSERT INTO broker_access (broker_id, user_id, role, share, granted_at) VALUES (1, 1, 'OWNER', '1', '${at}')`)
  sqlite.run(`INSERT INTO ledger_transaction (broker_id, type, date, amount, currency, created_at, updated_at)
    VALUES (1, 'DEPOSIT', '2024-01-05', '12.34', 'EUR', '${at}', '${at}')`)
  const before = sqlite.query('SELECT * FROM ledger_transaction').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM ledger_transaction').all()).toEqual(
    before.map((line) => ({ ...(line as object), account: null })),
  )
})
