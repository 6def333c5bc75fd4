import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('what an older database held back waits as before; a rejection stays when who rejected it goes, and goes with its asset', async () => {
  const store = await databaseBefore('0041_rejected_closes')
  const { sqlite } = store.writer
  const time = '2026-01-01T00:00:00.000Z'
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO asset (symbol, symbol_key, name, name_key, search_key, type, currency, created_at, updated_at)
    VALUES ('A', 'a', 'A', 'a', 'a', 'STOCK', 'EUR', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO price_suspect VALUES (1, '2026-01-02', '500', 'EUR', 'X', 'far', '${time}')`)
  const rows = () => sqlite.query('SELECT * FROM price_suspect').all()
  const before = rows()
  await migrate(store.writer)
  expect(rows()).toEqual(before.map((row) => ({ ...(row as object), rejected_at: null, rejected_by: null })))
  sqlite.run(`UPDATE price_suspect SET rejected_at = '${time}', rejected_by = 1`)
  sqlite.run('DELETE FROM user')
  expect(rows()).toMatchObject([{ rejected_at: time, rejected_by: null }])
  sqlite.run('DELETE FROM asset')
  expect(rows()).toEqual([])
})
