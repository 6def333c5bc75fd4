/** Reports of an older database are one file each, and the same files are recognised from now on. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const COUNTS = { total: 3, transactions: 2, parts: 0, ignored: 1, issues: 0 }

test('a report from before is its only part, with the rows that it had', async () => {
  const store = await databaseBefore('0017_report_parts')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, is_superuser, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', 1, '${TIME}', '${TIME}')`)
  await migrate(store.writer)
  const app = await createTestApp({ store })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  sqlite.run(
    `INSERT INTO report (id, broker_id, filename, size, sha256, content_type, status, plugin, uploaded_at, counts)
      VALUES ('01900000-0000-7000-8000-000000000001', ?, 'old.csv', 10, 'aa', 'text/csv', 'imported', 'degiro', '${TIME}', ?)`,
    [broker, JSON.stringify(COUNTS)],
  )
  const { body } = await app.call(user, 'GET', '/brokers/import/files')
  expect(body).toMatchObject([{ parts: [{ filename: 'old.csv', plugin: 'degiro', rows: COUNTS }], parts_total: 1 }])
  expect(sqlite.query('SELECT parts, parts_hash FROM report').all()).toEqual([{ parts: null, parts_hash: null }])
})
