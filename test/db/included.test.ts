import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('memberships of an older database count for their members, as before', async () => {
  const store = await databaseBefore('0011_included')
  const time = '2026-01-01T00:00:00.000Z'
  store.writer.sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  store.writer.sqlite.run(
    `INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('Main', 'main', '${time}', '${time}')`,
  )
  store.writer.sqlite.run(`INSERT INTO broker_access (broker_id, user_id, role, granted_at) VALUES (1, 1, 'VIEWER', '${time}')`)
  await migrate(store.writer)
  expect(await store.reader.selectFrom('broker_access').select('included').execute()).toEqual([{ included: 1 }])
})
