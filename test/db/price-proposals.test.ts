import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('nothing is proposed in an older database, whose assets stay; a proposal goes with its user and its asset', async () => {
  const store = await databaseBefore('0030_price_proposals')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  for (const name of ['ada', 'bob'])
    sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
      VALUES ('${name}', '${name}', '${name}@example.org', '${name}@example.org', 'none', '${time}', '${time}')`)
  for (const symbol of ['A', 'B'])
    sqlite.run(`INSERT INTO asset (symbol, symbol_key, name, name_key, search_key, type, currency, created_at, updated_at)
      VALUES ('${symbol}', 'a', '${symbol}', 'a', 'a', 'STOCK', 'EUR', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM asset').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM asset').all()).toMatchObject(before)
  expect(sqlite.query('SELECT * FROM price_proposal').all()).toEqual([])
  for (const [user, asset] of [
    [1, 1],
    [1, 2],
    [2, 2],
  ])
    sqlite.run(`INSERT INTO price_proposal (user_id, asset_id, candidates, at) VALUES (${user}, ${asset}, '[]', '${time}')`)
  sqlite.run('DELETE FROM user WHERE id = 2')
  sqlite.run('DELETE FROM asset WHERE id = 1')
  expect(sqlite.query('SELECT user_id, asset_id FROM price_proposal').all()).toEqual([{ user_id: 1, asset_id: 2 }])
})
