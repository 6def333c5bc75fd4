import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('of imports of an older database no numbers are known, and their reports stay as they are', async () => {
  const store = await databaseBefore('0040_import_outcome')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('Main', 'main', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO report (id, broker_id, filename, size, sha256, content_type, status, uploaded_at, imported_at)
    VALUES ('r', 1, 'a.csv', 1, 'x', 'text/csv', 'imported', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM report').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM report').all()).toEqual(before.map((row) => ({ ...(row as object), outcome: null })))
})
