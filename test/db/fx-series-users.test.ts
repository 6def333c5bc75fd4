/** Series of an older database count for all. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { syncApp, TODAY, tableProvider } from '#test/fx/source.ts'
import { databaseBefore } from './before.ts'

test('series that were fetched before it was known for whom are part of everybody’s automatic chains', async () => {
  const store = await databaseBefore('0015_fx_series_users')
  store.writer.sqlite.run(`INSERT INTO fx_rate (base, quote, provider, date, rate) VALUES ('EUR', 'USD', 'ONE', '${TODAY}', '1.25');
    INSERT INTO fx_sync_state (base, quote, provider, synced_from, synced_to, last_error)
      VALUES ('EUR', 'USD', 'ONE', '2024-01-01', '${TODAY}', 'It was down.')`)
  await migrate(store.writer)
  const { call, createUser } = await syncApp([tableProvider('ONE', 'EUR', 'USD')], () => '', {}, TODAY, store)
  const user = await createUser()
  expect((await call(user, 'GET', '/fx/convert?from=EUR&to=USD&amount=100')).body).toMatchObject({
    amount: '125',
    registered: false,
  })
  expect((await call(user, 'GET', '/fx/currencies/sync')).body).toMatchObject([
    { pair: 'EUR/USD', latest: TODAY, synced_from: '2024-01-01', synced_to: TODAY, last_error: 'It was down.' },
  ])
})
