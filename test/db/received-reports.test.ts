import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('no upload of an older database waits for a broker; one that waits goes with its upload', async () => {
  const store = await databaseBefore('0038_received_reports')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO upload (id, filename, content_type, size, sha256, uploaded_by, created_at, updated_at)
    VALUES ('u', 'a.csv', 'text/csv', 1, 'x', 1, '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM upload').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM upload').all()).toEqual(before)
  expect(sqlite.query('SELECT * FROM received_report').all()).toEqual([])
  sqlite.run(`INSERT INTO received_report (upload_id, plugins, files) VALUES ('u', '[]', 1)`)
  sqlite.run("DELETE FROM upload WHERE id = 'u'")
  expect(sqlite.query('SELECT * FROM received_report').all()).toEqual([])
})
