/** A ledger of before has nothing taken back, and keeps its lines. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { listReversals } from '#src/transactions/service.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'

test('lines of before stay as they are', async () => {
  const store = await databaseBefore('0021_reversals')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO broker (name, name_key, created_at, updated_at) VALUES ('Old', 'old', '${TIME}', '${TIME}')`)
  sqlite.run(`INSERT INTO ledger_transaction (broker_id, type, date, amount, currency, created_at, updated_at)
    VALUES (1, 'DEPOSIT', '2024-01-02', '5', 'EUR', '${TIME}', '${TIME}')`)
  const before = sqlite.query('SELECT * FROM ledger_transaction').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM ledger_transaction').all()).toMatchObject(before as object[])
  expect(await listReversals(store.reader, 1)).toEqual([])
})
