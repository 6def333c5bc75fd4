/** Without triggers for events: what an older database holds is read as before, and every way to write events counts. */
import { expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { definePrices } from '#plugins/assets/provider.ts'
import { storeEvents } from '#src/prices/event-store.ts'
import { createTestApp } from '#test/support/app.ts'
import { databaseBefore } from './before.ts'

const DAY = '2026-06-30'
const AT = `${DAY}T00:00:00.000Z`
const PROVIDER = definePrices({
  ...{ code: 'ONE', name: 'One', description: 'For tests', website: '', attribution: '', adjusted: 'none', identifierHint: 'x' },
  pauseMilliseconds: 0,
  fetchPrices: async function* () {},
})

async function opened() {
  const store = await databaseBefore('0013_price_owner')
  const { sqlite } = store.writer
  const asset = (symbol: string) =>
    sqlite.run(`INSERT INTO asset (symbol, name, name_key, search_key, type, currency, created_at, updated_at)
      VALUES ('${symbol}', '${symbol}', '${symbol}', '${symbol}', 'STOCK', 'EUR', '${AT}', '${AT}')`)
  asset('A')
  asset('B')
  sqlite.run(`INSERT INTO asset_event (asset_id, type, date, ratio, source, created_at)
    VALUES (1, 'SPLIT', '${DAY}', '2:1', 'MANUAL', '${AT}')`)
  const version = (id: number) =>
    sqlite.query<{ version: number }, [number]>('SELECT mark AS version FROM price_mark WHERE asset_id = ?').get(id)?.version ?? 0
  const counted = version(1)
  await migrate(store.writer)
  const app = await createTestApp({ clock: () => new Date(`${DAY}T12:00:00Z`), store })
  const user = await app.createUser({ isSuperuser: true })
  return { app, user, sqlite, version, counted }
}

test('events and counters of an older database stay, and no trigger is left on events', async () => {
  const { app, user, sqlite, version, counted } = await opened()
  expect((await app.call(user, 'GET', '/assets/1/events')).body).toMatchObject([{ id: 1, type: 'SPLIT', ratio: '2:1' }])
  expect([counted, version(1), version(2)]).toEqual([1, 1, 0])
  expect(sqlite.query("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'asset_event'").all()).toEqual([])
})

test('an event that is entered, sent again with other figures, removed or moved by a merge counts; one that is there already does not', async () => {
  const { app, user, version } = await opened()
  const rise = async (work: () => Promise<unknown>) => {
    const before = version(1)
    await work()
    return version(1) - before
  }
  const dividend = { type: 'DIVIDEND', date: DAY, amount: '1', currency: 'EUR' }
  expect(await rise(() => app.call(user, 'POST', '/assets/1/events', dividend))).toBe(1)
  expect(await rise(() => app.call(user, 'POST', '/assets/1/events', dividend))).toBe(0)
  const dividendOf = (amount: string) =>
    storeEvents(app.deps, 1, PROVIDER, { prices: [], issues: [], dividends: [{ date: DAY, amount, currency: 'EUR' }] })
  expect(await rise(() => dividendOf('2'))).toBe(1)
  expect(await rise(() => dividendOf('3'))).toBe(1)
  expect(await rise(() => app.call(user, 'DELETE', '/assets/1/events/2'))).toBe(1)
  expect((await app.call(user, 'POST', '/assets/2/events', { ...dividend, date: '2026-06-01' })).status).toBe(201)
  expect(await rise(() => app.call(user, 'POST', '/assets/2/merge', { into: 1 }))).toBeGreaterThan(0)
  expect((await app.call(user, 'GET', '/assets/1/events')).body).toHaveLength(3)
})
