/** What the step to rates and routes of one's own makes of an older database: everything there counts for all, as before. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { fxProviders } from '#plugins/fx/index.ts'
import { createTestApp } from '#test/support/app.ts'
import { databaseBefore } from './before.ts'

const DAY = '2026-06-30'

test('rates and routes of an older database count for all, with their ids, priorities and creators', async () => {
  const store = await databaseBefore('0010_own_rates')
  const { sqlite } = store.writer
  sqlite.run(`INSERT INTO user (username, username_key, email, email_key, password_hash, created_at, updated_at)
    VALUES ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'none', '${DAY}T00:00:00.000Z', '${DAY}T00:00:00.000Z')`)
  sqlite.run(
    `INSERT INTO fx_rate (base, quote, provider, date, rate, created_by) VALUES ('EUR', 'USD', 'MANUAL', '${DAY}', '1.25', 1)`,
  )
  const route = (key: string, priority: number) =>
    sqlite.run(`INSERT INTO fx_route (base, quote, route_key, steps, priority, created_by, created_at)
      VALUES ('EUR', 'USD', '${key}', '[{"from":"EUR","to":"USD","provider":"${key.split(':')[1]}"}]', ${priority}, 1, '${DAY}T00:00:00.000Z')`)
  route('EUR-USD:FED', 2)
  route('EUR-USD:MANUAL', 1)
  route('EUR-USD:ECB', 3)
  sqlite.run("DELETE FROM fx_route WHERE route_key = 'EUR-USD:ECB'")
  await migrate(store.writer)

  const app = await createTestApp({
    deps: { plugins: { brim: [], assets: [], fx: fxProviders } },
    clock: () => new Date(`${DAY}T12:00:00Z`),
    store,
  })
  const stranger = await app.createUser({ username: 'grace', isSuperuser: false })
  expect((await app.call(stranger, 'GET', '/fx/convert?from=EUR&to=USD&amount=100')).body).toMatchObject({
    amount: '125',
    route_id: 2,
  })
  const routes = (await app.call(stranger, 'GET', '/fx/providers/routes')).body
  expect(
    routes.map((one: { id: number; priority: number; shared: boolean; created_by: number }) => [
      one.id,
      one.priority,
      one.shared,
      one.created_by,
    ]),
  ).toEqual([
    [2, 1, true, 1],
    [1, 2, true, 1],
  ])
  const added = await app.call(stranger, 'POST', '/fx/providers/routes', {
    chain_steps: [{ from: 'EUR', to: 'USD', provider: 'ECB' }],
  })
  expect(added.body).toMatchObject({ id: 4, shared: false })
  const version = () => sqlite.query<{ version: number }, []>('SELECT mark AS version FROM rate_mark').get()?.version ?? 0
  const before = version()
  const admin = await app.createUser({ username: 'alan', isSuperuser: true })
  const move = (user: typeof admin, id: number) => app.call(user, 'PATCH', `/fx/providers/routes/${id}`, { priority: 9 })
  expect((await move(stranger, 4)).status).toBe(200)
  expect(version()).toBe(before)
  expect((await move(admin, 1)).status).toBe(200)
  expect(version()).toBe(before + 1)
})
