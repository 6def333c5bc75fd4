import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('an older database knows no addresses of its users, who stay as they are', async () => {
  const store = await databaseBefore('0037_login_addresses')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM user').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM user').all()).toEqual(before)
  expect(sqlite.query('SELECT * FROM login_address').all()).toEqual([])
  sqlite.run(`INSERT INTO login_address (user_id, hash, seen_at) VALUES (1, 'x', '${time}')`)
  sqlite.run('DELETE FROM user WHERE id = 1')
  expect(sqlite.query('SELECT * FROM login_address').all()).toEqual([])
})
