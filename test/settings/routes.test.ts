import { expect, test } from 'bun:test'
import { z } from 'zod'
import { openSqlite } from '#db/sqlite.ts'
import { Setting } from '#src/settings/schema.ts'
import { readSetting } from '#src/settings/service.ts'
import { createTestApp } from '#test/support/app.ts'

const Settings = z.array(Setting)
const EXPECTED_DEFAULTS = {
  session_ttl_hours: 24,
  session_idle_minutes: 0,
  registration_enabled: true,
  password_login: true,
  upload_max_mb: 25,
  report_max_mb: 50,
  storage_quota_mb_per_user: 1024,
  costly_requests_at_once: 3,
  costly_requests_waiting: 60,
  requests_per_minute: 12_000,
  event_streams: 20,
  default_currency: 'EUR',
  default_language: 'en',
  disk_reserve_mb: 64,
  fx_sync_enabled: true,
  fx_sync_times: ['06:30', '16:30'],
  auto_fx_routes: true,
  price_refresh_enabled: true,
  price_refresh_minutes: 60,
  price_fallbacks: true,
  auto_price_sources: true,
  shared_data: 'stake',
  scheduler_timezone: 'UTC',
  backup_schedule: '',
  backup_keep: 7,
  backup_keep_daily: 7,
  backup_keep_weekly: 4,
  backup_keep_monthly: 6,
  webhook_private_addresses: [],
}

test('200 with every setting and its default for any signed-in user', async () => {
  const { createUser, call } = await createTestApp({ automatic: true })
  await createUser()
  const settings = (await call(await createUser(), 'GET', '/settings')).as(Settings)
  expect(Object.fromEntries(settings.map((setting) => [setting.key, setting.value]))).toEqual(EXPECTED_DEFAULTS)
  expect(settings.every((setting) => setting.updated_at === null && setting.updated_by === null)).toBe(true)
  expect(settings[0]).toMatchObject({ type: 'number', default: 24, minimum: 0.1, maximum: 8760, unit: 'hours' })
})

test('401 for every settings operation without a session', async () => {
  const { call } = await createTestApp({ automatic: true })
  for (const [method, path] of [
    ['GET', '/settings'],
    ['GET', '/settings/session_ttl_hours'],
    ['PATCH', '/settings'],
  ] as const)
    expect((await call(null, method, path, method === 'PATCH' ? {} : undefined)).body.code).toBe('auth/no-session')
})

test('200 with one setting; 404 for a key that does not exist, even one that every object has', async () => {
  const { createUser, call } = await createTestApp({ automatic: true })
  const user = await createUser()
  expect((await call(user, 'GET', '/settings/backup_keep')).as(Setting).value).toBe(7)
  for (const key of ['nonsense', 'constructor', '__proto__', 'toString']) {
    const answer = await call(user, 'GET', `/settings/${key}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'settings/not-found'])
  }
})

test('403 for a change by a normal user, and nothing is changed', async () => {
  const { createUser, call, deps } = await createTestApp({ automatic: true })
  await createUser()
  const answer = await call(await createUser(), 'PATCH', '/settings', { backup_keep: 3 })
  expect([answer.status, answer.body.code]).toEqual([403, 'auth/superuser-only'])
  expect(await readSetting(deps.reader, 'backup_keep')).toBe(7)
})

test('200 for a change, seen at once by every reader, with when and by whom; null brings the default back', async () => {
  const { createUser, call, deps } = await createTestApp({ automatic: true })
  const root = await createUser()
  const changed = await call(root, 'PATCH', '/settings', {
    session_ttl_hours: 0.5,
    fx_sync_times: ['09:00'],
    backup_schedule: '30 3 * * *',
  })
  expect(changed.status).toBe(200)
  expect(changed.as(Settings).find((setting) => setting.key === 'session_ttl_hours')).toMatchObject({
    value: 0.5,
    updated_by: root.id,
  })
  expect(await readSetting(deps.reader, 'session_ttl_hours')).toBe(0.5)
  expect(await readSetting(deps.reader, 'fx_sync_times')).toEqual(['09:00'])
  await call(root, 'PATCH', '/settings', { session_ttl_hours: null })
  expect((await call(root, 'GET', '/settings/session_ttl_hours')).body).toMatchObject({
    value: 24,
    updated_at: null,
    updated_by: null,
  })
  expect(await readSetting(deps.reader, 'backup_schedule')).toBe('30 3 * * *')
})

test('a change by another process is seen without a restart', async () => {
  const { deps, folder } = await createTestApp({ automatic: true })
  expect(await readSetting(deps.reader, 'backup_keep')).toBe(7)
  const other = openSqlite(`${folder}/holdfast.db`)
  other.run("INSERT INTO setting(key, value, updated_at) VALUES ('backup_keep', '30', '2026-01-01T00:00:00.000Z')")
  other.close()
  expect(await readSetting(deps.reader, 'backup_keep')).toBe(30)
})

test('a stored value that this release does not accept counts as not set', async () => {
  const { deps, store, createUser, call } = await createTestApp({ automatic: true })
  const time = '2026-01-01T00:00:00.000Z'
  await store.writer
    .insertInto('setting')
    .values({ key: 'backup_keep', value: '"many"', updated_at: time, updated_by: null })
    .execute()
  await store.writer
    .insertInto('setting')
    .values({ key: 'of_tomorrow', value: '1', updated_at: time, updated_by: null })
    .execute()
  expect(await readSetting(deps.reader, 'backup_keep')).toBe(7)
  const settings = (await call(await createUser(), 'GET', '/settings')).as(Settings)
  expect(settings).toHaveLength(Object.keys(EXPECTED_DEFAULTS).length)
})

test('422 naming every fault at once, and nothing is changed', async () => {
  const { createUser, call, deps } = await createTestApp({ automatic: true })
  const bad = {
    session_ttl_hours: 0.05,
    registration_enabled: 'yes',
    upload_max_mb: 2.5,
    default_currency: 'BTC',
    default_language: 'EN-us',
    fx_sync_times: ['25:00'],
    shared_data: 'users',
    scheduler_timezone: '+02:00',
    backup_schedule: '* * * * * *',
    nonsense: 1,
  }
  const answer = await call(await createUser(), 'PATCH', '/settings', { ...bad, backup_keep: 3 })
  expect([answer.status, answer.body.code]).toEqual([422, 'settings/invalid'])
  expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(
    Object.keys(bad)
      .map((key) => `/${key}`)
      .sort(),
  )
  expect(await readSetting(deps.reader, 'backup_keep')).toBe(7)
})

test.each([
  ['session_ttl_hours', [0.1, 8760, 1.25], [0.09, 8760.1, '24', true, [24]]],
  ['upload_max_mb', [1, 4096], [0, -1, 4097, 1e9]],
  ['default_currency', ['CHF', 'JPY'], ['chff', '', 'XXZ', 'DEM', 5]],
  ['default_language', ['it', 'de-AT', 'sr-Latn-RS'], ['', 'xx', 'english', 'a b', 'x'.repeat(200)]],
  ['fx_sync_times', [['00:00', '23:59']], [[], ['24:00'], ['6:30'], ['06:30:00'], '06:30', Array(25).fill('06:30')]],
  [
    'webhook_private_addresses',
    [[], ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
    [['10.0.0.0/33'], ['home'], '10.0.0.1', [1], Array(101).fill('::1')],
  ],
  ['scheduler_timezone', ['Europe/Rome', 'UTC'], ['Mars/Base', '', 'x'.repeat(200)]],
  ['backup_schedule', ['', '0 2 * * 1'], ['daily', '0 2 * *', '99 2 * * *', '0 0 31 2 *', '@daily']],
] as const)('200 and 422 at the bounds of %s', async (key, good, bad) => {
  const { createUser, call } = await createTestApp({ automatic: true })
  const root = await createUser()
  for (const value of good)
    expect([value, (await call(root, 'PATCH', '/settings', { [key]: value })).status]).toEqual([value, 200])
  for (const value of bad)
    expect([value, (await call(root, 'PATCH', '/settings', { [key]: value })).status]).toEqual([value, 422])
})

test('422 for bodies that are no object or name what every object has; __proto__ pollutes nothing', async () => {
  const { createUser, call } = await createTestApp({ automatic: true })
  const root = await createUser()
  const json = { 'Content-Type': 'application/json' }
  for (const body of ['{"constructor": 1}', '{"toString": null}', '[]', 'null', '"x"', '5'])
    expect([body, (await call(root, 'PATCH', '/settings', body, json)).status]).toEqual([body, 422])
  const polluting = await call(root, 'PATCH', '/settings', '{"__proto__": {"backup_keep": 3, "isSuperuser": true}}', json)
  expect(polluting.as(Settings).every((setting) => setting.updated_at === null)).toBe(true)
  expect(({} as Record<string, unknown>)['isSuperuser']).toBeUndefined()
  expect((await call(root, 'PATCH', '/settings', '{', json)).status).toBe(400)
})
