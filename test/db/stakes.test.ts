import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

const AT = '2026-01-01T00:00:00.000Z'
const ISIN = 'US0378331005'

async function oldDatabase(sharedData?: string) {
  const store = await databaseBefore('0008_stakes')
  const { sqlite } = store.writer
  sqlite.run(
    `INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at) VALUES ('a', 'a', 'a@x', 'a@x', 'none', '${AT}', '${AT}')`,
  )
  sqlite.run(
    `INSERT INTO asset (symbol, name, name_key, search_key, type, currency, isin, created_by, created_at, updated_at)
     VALUES ('AAPL', 'Apple', 'apple', 'aapl apple', 'STOCK', 'USD', '${ISIN}', 1, '${AT}', '${AT}')`,
  )
  sqlite.run(
    "INSERT INTO price (asset_id, date, close, currency, source, created_by) VALUES (1, '2026-01-02', '190.5', 'USD', 'MANUAL', 1)",
  )
  if (sharedData !== undefined)
    sqlite.run(`INSERT INTO setting (key, value, updated_at, updated_by) VALUES ('shared_data', '"${sharedData}"', '${AT}', 1)`)
  return store
}

test('assets and closes of an older release stay as they were; nothing is verified, and listings need no longer differ', async () => {
  const store = await oldDatabase()
  const { sqlite } = store.writer
  const [asset] = sqlite.query('SELECT * FROM asset').all() as object[]
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM asset').all()).toMatchObject([{ ...asset, verified: null, verified_at: null }])
  expect(sqlite.query('SELECT close, source, created_by FROM price').all()).toEqual([
    { close: '190.5', source: 'MANUAL', created_by: 1 },
  ])
  expect(sqlite.query('SELECT asset_id, at, user_id, action FROM asset_change').all()).toEqual([
    { asset_id: 1, at: AT, user_id: 1, action: 'created' },
  ])
  const copy =
    'INSERT INTO asset (symbol, name, name_key, search_key, type, currency, isin, verified, created_at, updated_at) SELECT symbol, name, name_key, search_key, type, currency, isin, ?, created_at, updated_at FROM asset WHERE id = 1'
  for (const verified of [null, 'superuser']) sqlite.query(copy).run(verified)
  expect(() => sqlite.query(copy).run('provider')).toThrow('UNIQUE')
})

test('who had chosen that users may write keeps that; who had chosen superusers, too; the others get the new rule', async () => {
  for (const [before, after] of [
    ['users', [{ value: '"everyone"' }]],
    ['superusers', [{ value: '"superusers"' }]],
    [undefined, []],
  ] as const) {
    const store = await oldDatabase(before)
    await migrate(store.writer)
    expect(store.writer.sqlite.query("SELECT value FROM setting WHERE key = 'shared_data'").all()).toEqual([...after])
  }
})
