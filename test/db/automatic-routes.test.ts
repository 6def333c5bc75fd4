import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { syncApp, TODAY, table, tableProvider } from '#test/fx/source.ts'
import { databaseBefore } from './before.ts'

test('routes of an older database are those that people registered, and serve as before', async () => {
  const store = await databaseBefore('0028_automatic_routes')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO fx_rate (base, quote, provider, date, rate) VALUES ('EUR', 'USD', 'ONE', '${TODAY}', '1.25');
    INSERT INTO fx_sync_state (base, quote, provider, synced_to) VALUES ('EUR', 'USD', 'ONE', '${TODAY}');
    INSERT INTO fx_route (base, quote, route_key, steps, priority, created_at)
      VALUES ('EUR', 'USD', 'EUR-USD:ONE', '[{"from":"EUR","to":"USD","provider":"ONE"}]', 1, '${TODAY}T00:00:00.000Z')`)
  const before = sqlite.query('SELECT * FROM fx_route').all()
  await migrate(store.writer)
  expect(sqlite.query('SELECT * FROM fx_route').all()).toEqual(before.map((row) => ({ ...(row as object), needed_from: null })))
  expect(sqlite.query('SELECT * FROM fx_declined_route').all()).toEqual([])
  const answer = () => table('USD', TODAY, TODAY, () => '1.25')
  const app = await syncApp([tableProvider('ONE', 'EUR', 'USD')], answer, {}, TODAY, store)
  const user = await app.createUser()
  expect((await app.call(user, 'GET', '/fx/providers/routes')).body).toMatchObject([{ id: 1, automatic: false, shared: true }])
  expect((await app.call(user, 'GET', '/fx/convert?from=EUR&to=USD&amount=100')).body).toMatchObject({
    amount: '125',
    route_id: 1,
  })
})
