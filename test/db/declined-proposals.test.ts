import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('proposals of an older database stay as they are, and none of them was declined', async () => {
  const store = await databaseBefore('0032_declined_proposals')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (id, username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES (1, 'ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO asset (id, symbol, symbol_key, name, name_key, search_key, type, currency, created_at, updated_at)
    VALUES (1, 'A', 'a', 'A', 'a', 'a', 'STOCK', 'EUR', '${time}', '${time}')`)
  const old = { user_id: 1, asset_id: 1, candidates: '[{"provider":"ONE"}]', broker_ids: '[2]', at: time }
  sqlite.run(`INSERT INTO price_proposal (user_id, asset_id, candidates, broker_ids, at)
    VALUES (1, 1, '${old.candidates}', '${old.broker_ids}', '${time}')`)
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM price_proposal').all()).toEqual([{ ...old, declined_at: null }])
})
