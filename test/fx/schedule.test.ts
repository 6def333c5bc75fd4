import { expect, test } from 'bun:test'
import { startFxSchedule, syncWhenDue } from '#src/fx/schedule.ts'
import { daysOf, syncApp, table, tableProvider } from './source.ts'

const NORTH = tableProvider('NORTH', 'EUR', 'USD GBP', { historyFrom: '2024-06-01' })

async function setup(env: Record<string, string> = {}) {
  const app = await syncApp([NORTH], ({ url }) => table('USD GBP', daysOf(url).from, daysOf(url).to, () => '1.25'), env)
  await app.register(['USD', 'EUR', 'NORTH'])
  const set = async (settings: unknown) => {
    const admin = await app.signIn(app.admin.id)
    expect((await app.call(admin, 'PATCH', '/settings', settings)).status).toBe(200)
  }
  /** How many requests went out up to an instant. */
  const at = async (instant: string) => {
    app.state.now = instant
    app.calls.length = 0
    await syncWhenDue(app.deps)
    return app.calls.length
  }
  return { ...app, set, at }
}

test('each time of the day is run once, also when it passed while nothing ran', async () => {
  const { at } = await setup()
  expect(await at('2024-06-28T06:29:59Z')).toBe(1)
  expect(await at('2024-06-28T06:29:59Z')).toBe(0)
  expect(await at('2024-06-28T06:30:00Z')).toBe(1)
  expect(await at('2024-06-28T06:30:30Z')).toBe(0)
  expect(await at('2024-06-28T16:29:00Z')).toBe(0)
  expect(await at('2024-06-28T18:00:00Z')).toBe(1)
  expect(await at('2024-06-30T12:00:00Z')).toBe(1)
  expect(await at('2024-06-30T12:00:30Z')).toBe(0)
})

test('times are of the time zone that is set, with summer time; settings act at once', async () => {
  const { at, set } = await setup()
  await at('2024-06-28T06:00:00Z')
  await set({ scheduler_timezone: 'Europe/Rome', fx_sync_times: ['09:00'] })
  expect(await at('2024-06-28T06:59:00Z')).toBe(1)
  expect(await at('2024-06-28T06:59:30Z')).toBe(0)
  expect(await at('2024-06-28T07:00:00Z')).toBe(1)
  await set({ fx_sync_enabled: false })
  expect(await at('2024-06-29T08:00:00Z')).toBe(0)
  await set({ fx_sync_enabled: true })
  expect(await at('2024-06-29T08:00:30Z')).toBe(1)
})

test('nothing goes out where the service must not reach out', async () => {
  const { at } = await setup({ OFFLINE: 'true' })
  expect(await at('2024-06-28T06:30:00Z')).toBe(0)
})

test('nothing is fetched while the disk is at its reserve or the database is damaged; it is made up for', async () => {
  const { at, deps } = await setup()
  const { storage } = deps
  Object.assign(deps, { storage: { ...storage, room: async () => 0 } })
  expect(await at('2024-06-28T06:30:00Z')).toBe(0)
  Object.assign(deps, { storage: { ...storage, damage: () => 'a page' } })
  expect(await at('2024-06-28T06:30:30Z')).toBe(0)
  Object.assign(deps, { storage })
  expect(await at('2024-06-28T06:31:00Z')).toBe(1)
})

test('of several processes one does it', async () => {
  const { deps, calls } = await setup()
  const results = await Promise.all([syncWhenDue(deps), syncWhenDue(deps), syncWhenDue(deps)])
  expect(results.filter((result) => result !== null)).toHaveLength(1)
  expect(calls).toHaveLength(1)
})

test('the schedule runs by itself until it is stopped; a failure does not end it', async () => {
  const { deps, calls, state, stored } = await setup()
  let broken = true
  const fetch = ((url: string, init: RequestInit) =>
    broken ? Promise.reject(new Error('down')) : deps.fetch(url, init)) as typeof deps.fetch
  const schedule = startFxSchedule({ ...deps, fetch }, 5)
  await Bun.sleep(60)
  expect(await stored()).toEqual([])
  broken = false
  state.now = '2024-06-28T16:30:00Z'
  for (let turn = 0; turn < 2_000 && (await stored()).length === 0; turn++) await Bun.sleep(10)
  expect(await stored()).toHaveLength(28)
  schedule.stop()
  const before = calls.length
  state.now = '2024-06-29T06:30:00Z'
  await Bun.sleep(50)
  expect(calls).toHaveLength(before)
})
