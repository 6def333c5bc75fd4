import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('nobody in an older database is linked with a provider; a link is of one user and one person, and goes with the user', async () => {
  const store = await databaseBefore('0035_oidc_identity')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  for (const name of ['ada', 'bob'])
    sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
      VALUES ('${name}', '${name}', '${name}@example.org', '${name}@example.org', 'none', '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM user').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM user').all()).toMatchObject(before)
  expect(sqlite.query('SELECT * FROM oidc_identity').all()).toEqual([])
  const link = (user: number, subject: string) =>
    sqlite.run(`INSERT INTO oidc_identity (issuer, subject, user_id, created_at) VALUES ('x', '${subject}', ${user}, '${time}')`)
  link(1, 'a')
  link(2, 'b')
  expect(() => link(1, 'c')).toThrow('UNIQUE')
  expect(() => link(2, 'a')).toThrow('UNIQUE')
  sqlite.run('DELETE FROM user WHERE id = 2')
  expect(sqlite.query('SELECT user_id, admin_by_group FROM oidc_identity').all()).toEqual([{ user_id: 1, admin_by_group: 0 }])
})
