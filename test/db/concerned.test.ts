import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('answers and jobs of an older database are for members of the brokers that they name', async () => {
  const store = await databaseBefore('0012_concerned')
  const { sqlite } = store.writer
  const time = '2026-01-01T00:00:00.000Z'
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${time}', '${time}')`)
  const job = sqlite.query(
    `INSERT INTO job (id, kind, user_id, state, result, created_at) VALUES (?, 'import-report', 1, 'succeeded', ?, '${time}')`,
  )
  job.run('one', JSON.stringify({ report: { broker_id: 7 }, imported: 2 }))
  job.run('two', JSON.stringify({ pairs: [] }))
  job.run('three', null)
  const answer = sqlite.query(
    `INSERT INTO idempotency (user_id, key, fingerprint, status, body, created_at) VALUES (1, ?, '', 200, ?, '${time}')`,
  )
  answer.run('batch', JSON.stringify({ created: [{ broker_id: 7 }, { broker_id: 8 }, { broker_id: 7 }] }))
  answer.run('text', 'not JSON')
  await migrate(store.writer)
  const brokers = async (table: 'job' | 'idempotency') =>
    (
      await store.reader
        .selectFrom(table)
        .select('broker_ids')
        .orderBy(table === 'job' ? 'id' : 'key')
        .execute()
    ).map((row) => row.broker_ids)
  expect(await brokers('job')).toEqual(['[7]', '[]', '[]'])
  expect(await brokers('idempotency')).toEqual(['[7,8]', '[]'])
})
