/** What is left of a database whose triggers raised the counters of routes and series: whoever writes them does it now. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { syncApp, TODAY, table, tableProvider } from '#test/fx/source.ts'
import { databaseBefore } from './before.ts'

async function older() {
  const store = await databaseBefore('0014_fx_owner')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO fx_rate (base, quote, provider, date, rate) VALUES ('EUR', 'USD', 'ONE', '${TODAY}', '1.25');
    INSERT INTO fx_sync_state (base, quote, provider, synced_to) VALUES ('EUR', 'USD', 'ONE', '${TODAY}');
    INSERT INTO fx_route (base, quote, route_key, steps, priority, created_at)
      VALUES ('EUR', 'USD', 'EUR-USD:ONE', '[{"from":"EUR","to":"USD","provider":"ONE"}]', 1, '${TODAY}T00:00:00.000Z')`)
  await migrate(store.writer)
  const answer = ({ url }: { url: string }) => table('USD CHF', TODAY, TODAY, () => (url.includes('one') ? '2' : '4'))
  const app = await syncApp([tableProvider('ONE', 'EUR', 'USD CHF')], answer, {}, TODAY, store)
  const user = await app.createUser()
  const versions = () =>
    sqlite
      .query<{ common: number; own: number }, [number]>(
        'SELECT mark AS common, coalesce((SELECT mark FROM fx_own_mark WHERE user_id = ?), 0) AS own FROM rate_mark',
      )
      .get(user.id) ?? { common: -1, own: -1 }
  return { ...app, sqlite, user, versions }
}

test('an older database is read as before, and no trigger is left on routes and series', async () => {
  const { call, sqlite, user, admin } = await older()
  expect((await call(user, 'GET', '/fx/convert?from=EUR&to=USD&amount=100')).body).toMatchObject({ amount: '125', route_id: 1 })
  expect((await call(admin, 'GET', '/fx/currencies/sync')).body).toMatchObject([{ pair: 'EUR/USD', latest: TODAY }])
  const triggers = sqlite
    .query<{ table: string }, []>("SELECT tbl_name AS 'table' FROM sqlite_master WHERE type = 'trigger'")
    .all()
  expect(triggers.map((one) => one.table).filter((name) => name.startsWith('fx_'))).toEqual([])
})

test('every write of routes, series and rates raises the counter of those for whom it counts', async () => {
  const { call, sync, user, admin, versions } = await older()
  const raised = async (by: typeof user, method: string, path: string, body?: unknown) => {
    const before = versions()
    const answer = await call(by, method, path, body)
    expect([path, answer.status < 300]).toEqual([path, true])
    const after = versions()
    return { id: answer.body?.id, common: after.common > before.common, own: after.own > before.own }
  }
  const step = (to: string) => ({ chain_steps: [{ from: 'EUR', to, provider: 'ONE' }] })
  const rates = [{ base: 'EUR', quote: 'SEK', date: TODAY, rate: '11' }]
  for (const [by, common, own] of [
    [admin, true, false],
    [user, false, true],
  ] as const) {
    const expected = { common, own }
    const route = await raised(by, 'POST', '/fx/providers/routes', step('CHF'))
    expect(route).toMatchObject(expected)
    expect(await raised(by, 'PATCH', `/fx/providers/routes/${route.id}`, { priority: 7 })).toMatchObject(expected)
    expect(await raised(by, 'DELETE', `/fx/providers/routes/${route.id}`)).toMatchObject(expected)
    expect(await raised(by, 'PUT', '/fx/rates', rates)).toMatchObject(expected)
    expect(await raised(by, 'DELETE', '/fx/rates?base=EUR&quote=SEK')).toMatchObject(expected)
  }
  const before = versions()
  expect((await sync({ providers: ['ONE'], currencies: ['CHF'] })).status).toBe(200)
  const after = versions()
  expect(after.common).toBeGreaterThan(before.common)
  expect(after.own).toBe(before.own)
})
