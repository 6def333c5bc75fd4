import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'

test('an older database has no tokens, and its jobs were started by none; a token goes with its user, its narrowing with the broker', async () => {
  const store = await databaseBefore('0033_api_tokens')
  const { sqlite } = store.writer
  for (const name of ['ada', 'bob'])
    sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
      VALUES ('${name}', '${name}', '${name}@example.org', '${name}@example.org', 'none', '${TIME}', '${TIME}')`)
  sqlite.run(`INSERT INTO broker (name, name_key, created_by, created_at, updated_at) VALUES ('A', 'a', 1, '${TIME}', '${TIME}')`)
  sqlite.run(`INSERT INTO job (id, kind, user_id, state, created_at) VALUES ('j', 'fx-sync', 1, 'succeeded', '${TIME}')`)
  const before = sqlite.query('SELECT * FROM job').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM job').all()).toEqual(before.map((row) => ({ ...(row as object), token_id: null })))
  for (const user of [1, 2])
    sqlite.run(
      `INSERT INTO api_token (user_id, name, hash, scopes, is_narrowed, created_at) VALUES (${user}, 'x', 'h${user}', 'read', 1, '${TIME}')`,
    )
  sqlite.run('INSERT INTO api_token_broker VALUES (1, 1)')
  sqlite.run("UPDATE job SET token_id = 1 WHERE id = 'j'")
  sqlite.run('DELETE FROM broker')
  sqlite.run('DELETE FROM user WHERE id = 2')
  expect(sqlite.query('SELECT id, is_narrowed FROM api_token').all()).toEqual([{ id: 1, is_narrowed: 1 }])
  expect(sqlite.query('SELECT * FROM api_token_broker').all()).toEqual([])
  sqlite.run('DELETE FROM api_token')
  expect(sqlite.query('SELECT id, token_id FROM job').all()).toEqual([{ id: 'j', token_id: null }])
})
