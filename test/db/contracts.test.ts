/** Assets of an older database have no contract, and are what they were. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { getAsset } from '#src/assets/service.ts'
import { createTestApp } from '#test/support/app.ts'
import { databaseBefore } from './before.ts'

const TIME = '2026-01-01T00:00:00.000Z'

test('an option of before keeps every column and its price quantity; it may get a contract', async () => {
  const store = await databaseBefore('0018_contracts')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO asset (symbol, symbol_key, name, name_key, search_key, type, currency, price_quantity, created_at, updated_at)
    VALUES ('OPT', 'opt', 'Opt', 'opt', 'opt', 'OPTION', 'USD', '0.01', '${TIME}', '${TIME}')`)
  const before = sqlite.query('SELECT * FROM asset').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM asset').all()).toMatchObject(before as object[])
  const { call, createUser, deps } = await createTestApp({ store })
  const user = await createUser({ isSuperuser: true })
  const ctx = { ...deps, user: { id: user.id, username: user.username, isSuperuser: true } }
  expect(await getAsset(ctx, 1)).toMatchObject({ symbol: 'OPT', contract: null })
  const contract = { underlying: 'X', multiplier: '100' }
  const { status, body } = await call(user, 'PATCH', '/assets/1', { contract })
  expect([status, body.price_quantity, body.contract]).toEqual([
    200,
    '0.01',
    { underlying: 'X', expiry: null, strike: null, right: null, multiplier: '100' },
  ])
})
