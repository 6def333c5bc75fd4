import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('how assets of an older database were refreshed stays as it is; nothing of their closes was found rewritten', async () => {
  const store = await databaseBefore('0029_rewritten_prices')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO asset (id, symbol, name, name_key, search_key, type, currency, created_at, updated_at)
    VALUES (1, 'A', 'A', 'a', 'a', 'STOCK', 'EUR', '${time}', '${time}')`)
  sqlite.run(
    `INSERT INTO price_refresh (asset_id, last_attempt, last_success, last_error) VALUES (1, '${time}', NULL, 'Failed.')`,
  )
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM price_refresh').all()).toEqual([
    { asset_id: 1, last_attempt: time, last_success: null, last_error: 'Failed.', rewritten: null },
  ])
})
