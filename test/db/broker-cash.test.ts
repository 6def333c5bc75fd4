import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { databaseBefore } from './before.ts'

test('the cash of brokers of an older database is tracked, and nothing else of them changes', async () => {
  const store = await databaseBefore('0027_broker_cash')
  const time = '2026-01-01T00:00:00.000Z'
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO broker (name, name_key, currency, allow_cash_overdraft, created_at, updated_at)
    VALUES ('Depot', 'depot', 'EUR', 0, '${time}', '${time}'), ('Second', 'second', NULL, 1, '${time}', '${time}')`)
  const before = sqlite.query('SELECT * FROM broker').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM broker').all()).toEqual(before.map((row) => ({ ...(row as object), cash: 'tracked' })))
})
