/** Closes know the report that brought them: what an older database holds is read as before, and belongs to none. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { createTestApp } from '#test/support/app.ts'
import { databaseBefore } from './before.ts'

const DAY = '2026-06-30'
const AT = `${DAY}T00:00:00.000Z`

test('closes of an older database stay as they are, of no report', async () => {
  const store = await databaseBefore('0019_imported_prices')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO asset (symbol, symbol_key, name, name_key, search_key, type, currency, created_at, updated_at)
    VALUES ('A', 'a', 'A', 'a', 'a', 'STOCK', 'EUR', '${AT}', '${AT}')`)
  sqlite.run(`INSERT INTO price (asset_id, date, close, currency, source) VALUES (1, '${DAY}', '12.5', 'EUR', 'MANUAL')`)
  await migrate(store.writer)
  const app = await createTestApp({ clock: () => new Date(`${DAY}T12:00:00Z`), store })
  const user = await app.createUser({ isSuperuser: true })
  const { body } = await app.call(user, 'GET', '/assets/1/prices')
  expect(body).toEqual([{ date: DAY, close: '12.5', currency: 'EUR', source: 'MANUAL' }])
  expect(sqlite.query<{ report_id: string | null }, []>('SELECT report_id FROM price').all()).toEqual([{ report_id: null }])
})
