import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('reports of an older database have no choices; those of a report go with it, templates with their user', async () => {
  const store = await databaseBefore('0024_import_choices')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('Main', 'main', '${time}', '${time}')`)
  sqlite.run(`INSERT INTO report (id, broker_id, filename, size, sha256, content_type, status, uploaded_at)
    VALUES ('r', 1, 'a.csv', 1, 'x', 'text/csv', 'parsed', '${time}')`)
  const before = sqlite.query('SELECT * FROM report').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM report').all()).toMatchObject(before)
  expect(sqlite.query('SELECT * FROM report_choice').all()).toEqual([])
  sqlite.run(`INSERT INTO report_choice (report_id, choices) VALUES ('r', '{}')`)
  sqlite.run(`INSERT INTO import_template (user_id, name, name_key, plugin, fingerprint, titles, options, created_at, updated_at)
    VALUES (1, 'K', 'k', 'p', 'f', '[]', '{}', '${time}', '${time}')`)
  sqlite.run("DELETE FROM report WHERE id = 'r'")
  sqlite.run('DELETE FROM user WHERE id = 1')
  for (const table of ['report_choice', 'import_template']) expect(sqlite.query(`SELECT * FROM ${table}`).all()).toEqual([])
})
