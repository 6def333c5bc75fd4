import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('nobody in an older database has a second factor; one goes with its user, and its recovery codes', async () => {
  const store = await databaseBefore('0031_second_factor')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  for (const name of ['ada', 'bob'])
    sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
      VALUES ('${name}', '${name}', '${name}@example.org', '${name}@example.org', 'none', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM user').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM user').all()).toMatchObject(before)
  expect(sqlite.query('SELECT * FROM second_factor').all()).toEqual([])
  for (const id of [1, 2]) {
    sqlite.run(`INSERT INTO second_factor (user_id, secret, created_at) VALUES (${id}, 'ABC', '${time}')`)
    sqlite.run(`INSERT INTO recovery_code (user_id, hash) VALUES (${id}, 'x')`)
  }
  sqlite.run('DELETE FROM user WHERE id = 2')
  const left = ['second_factor', 'recovery_code'].map((table) => sqlite.query(`SELECT user_id FROM ${table}`).all())
  expect(left).toEqual([[{ user_id: 1 }], [{ user_id: 1 }]])
})
