/** Ledgers of an older database keep their lines, and get opening positions. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { createBroker } from '#test/support/factories.ts'
import { upload } from '#test/support/report.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'

test('lines keep every column; a transfer that has the tag already is an opening, one without it is none', async () => {
  const store = await databaseBefore('0020_openings')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_at, updated_at)
    VALUES ('DDD', 'DDD plc', 'ddd plc', 'ddd plc', 'STOCK', 'EUR', '${TIME}', '${TIME}')`)
  const app = await createTestApp({ store, deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const user = await app.createUser()
  const broker = await createBroker(app, user)
  sqlite.run('UPDATE asset SET created_by = ?', [user.id])
  for (const [tags, quantity] of [
    ['["opening"]', '6'],
    ['["gift"]', '3'],
  ])
    sqlite.run(`INSERT INTO ledger_transaction (broker_id, type, date, asset_id, quantity, tags, created_at, updated_at)
      VALUES (${broker}, 'TRANSFER', '2024-01-02', 1, '${quantity}', '${tags}', '${TIME}', '${TIME}')`)
  sqlite.run(`INSERT INTO balance_day (broker_id, unit, date, change) VALUES (${broker}, '#1', '2024-01-02', '9')`)
  sqlite.run(`INSERT INTO balance_month (broker_id, unit, month, change, lowest) VALUES (${broker}, '#1', '2024-01', '9', '9')`)
  const lines = () => sqlite.query('SELECT * FROM ledger_transaction ORDER BY id').all()
  const before = lines()
  await migrate(store.writer)
  expect(lines()).toMatchObject(before as object[])
  const text = 'date,type,symbol,name,quantity,price,amount,currency\n2023-05-05,BUY,DDD,DDD plc,4,2,-8,EUR\n'
  const { body } = await upload(app, user, broker, 'older.csv', text, '&import=true')
  expect(body.result.openings).toMatchObject([{ date: '2024-01-02', quantity: '2', quantity_before: '6' }])
})
