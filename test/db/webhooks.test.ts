import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('an older database has no webhooks; a webhook goes with its user, and its messages with it', async () => {
  const store = await databaseBefore('0036_webhooks')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM user').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM user').all()).toMatchObject(before)
  expect(sqlite.query('SELECT * FROM webhook').all()).toEqual([])
  sqlite.run(`INSERT INTO webhook (user_id, url, secret, format, events, created_at)
    VALUES (1, 'https://hooks.example/', 's', 'json', 'import.done', '${time}')`)
  sqlite.run(`INSERT INTO webhook_delivery (id, webhook_id, user_id, event, content_type, headers, body, due_at, created_at)
    VALUES ('msg_1', 1, 1, 'import.done', 'application/json', '{}', '{}', '${time}', '${time}')`)
  expect(sqlite.query('SELECT state, attempts, claimed_until FROM webhook_delivery').all()).toEqual([
    { state: 'pending', attempts: 0, claimed_until: null },
  ])
  sqlite.run('DELETE FROM user WHERE id = 1')
  expect(sqlite.query('SELECT * FROM webhook_delivery').all()).toEqual([])
})
