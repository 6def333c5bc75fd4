import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Health, SystemInfo } from '#src/system/schema.ts'
import { createTestApp, TEST_SECRET } from '#test/support/app.ts'
import { elapse } from '#test/support/elapsed.ts'
import { CALM_STORAGE } from '#test/support/storage.ts'
import manifest from '../../package.json'

const WELL = { database: 'ok', storage: 'ok', writes: 'ok', clock: 'ok', backup: 'none' } as const

test('200 from health for anyone, and nothing is left in the temporary folder', async () => {
  const { call, deps } = await createTestApp()
  const answer = await call(null, 'GET', '/system/health')
  expect(answer.status).toBe(200)
  expect(answer.as(Health)).toEqual({ status: 'ok', version: manifest.version, checks: WELL })
  expect([...new Bun.Glob('*').scanSync(deps.folders.temporary)]).toEqual([])
})

test('503 from health as a problem with the checks when the data folder cannot be written', async () => {
  const { call, deps, logged } = await createTestApp()
  rmSync(deps.folders.temporary, { recursive: true })
  await Bun.write(deps.folders.temporary, 'a file where the folder was')
  const answer = await call(null, 'GET', '/system/health')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ code: 'system/unhealthy', checks: { ...WELL, storage: 'failed' } })
  expect(answer.text).not.toContain(deps.folders.root)
  expect(logged.join('')).toContain('"check":"storage"')
})

test('503 from health when the database does not answer', async () => {
  const app = await createTestApp()
  const { call, store } = app
  store.reader.sqlite.run('PRAGMA query_only = OFF')
  store.writer.sqlite.run('DROP TABLE setting')
  const answer = await call(null, 'GET', '/system/health')
  expect(answer.status).toBe(503)
  expect(answer.body.checks).toEqual({ ...WELL, database: 'failed' })
})

test('health does not wait for a long write', async () => {
  const { call, store } = await createTestApp()
  store.writer.sqlite.run('BEGIN IMMEDIATE')
  const answer = await call(null, 'GET', '/system/health')
  expect([answer.status, store.writer.sqlite.inTransaction]).toEqual([200, true])
  store.writer.sqlite.run('ROLLBACK')
})

test('health touches the disk once a second at most, however often it is requested', async () => {
  const { call, deps } = await createTestApp()
  await call(null, 'GET', '/system/health')
  rmSync(deps.folders.temporary, { recursive: true })
  await Bun.write(deps.folders.temporary, 'a file where the folder was')
  expect((await call(null, 'GET', '/system/health')).status).toBe(200)
  elapse(1_050)
  expect((await call(null, 'GET', '/system/health')).status).toBe(503)
})

test('200 from info for anyone: what the service is and nothing secret', async () => {
  const { call, deps, folder } = await createTestApp({
    env: { BASE_PATH: '/holdfast', PUBLIC_URL: 'https://money.example.org' },
    deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } },
  })
  const answer = await call(null, 'GET', '/system/info')
  expect(answer.status).toBe(200)
  expect(answer.as(SystemInfo)).toEqual({
    name: 'Holdfast',
    version: manifest.version,
    commit: null,
    runtime: `Bun ${Bun.version}`,
    started_at: deps.startedAt.toISOString(),
    database: { engine: 'sqlite', schema_version: expect.any(Number) },
    currencies: (await call(null, 'GET', '/utilities/currencies')).body.length,
    plugins: { brim: brokerPlugins.length, fx: 0, assets: 0 },
    registration_enabled: true,
    setup_required: true,
    sign_in: { password: true, oidc: null },
    docs_url: 'https://money.example.org/holdfast/api/v1/docs',
  })
  expect(answer.text).not.toContain(TEST_SECRET)
  expect(answer.text).not.toContain(folder)
})

test('info follows the setting of registration', async () => {
  const app = await createTestApp()
  const admin = await app.createUser()
  await app.call(admin, 'PATCH', '/settings', { registration_enabled: false })
  expect((await app.call(null, 'GET', '/system/info')).body).toMatchObject({ registration_enabled: false, setup_required: false })
})

test('503 from health when a write does not go through; while somebody else writes, it is well', async () => {
  const { call, deps } = await createTestApp({
    deps: {
      storage: {
        ...CALM_STORAGE,
        tryWrite: () => {
          throw new Error('disk I/O error')
        },
      },
    },
  })
  const answer = await call(null, 'GET', '/system/health')
  expect([answer.status, answer.body.checks]).toEqual([503, { ...WELL, writes: 'failed' }])
  expect(deps.storage.damage()).toBeNull()
})

test('health tries a write twice a minute at most, and again at once after one that failed', async () => {
  let tried = 0
  let isFull = true
  const tryWrite = () => {
    tried += 1
    if (isFull) throw new Error('database or disk is full')
  }
  const { call } = await createTestApp({ deps: { storage: { ...CALM_STORAGE, tryWrite } } })
  const look = async () => {
    elapse(1_010)
    return (await call(null, 'GET', '/system/health')).body.checks.writes
  }
  expect(await look()).toBe('failed')
  isFull = false
  expect([await look(), await look(), tried]).toEqual(['ok', 'ok', 2])
})

test('a write that health tries changes nothing, and waits for nobody', async () => {
  const { deps, store } = await createTestApp()
  const { sqlite } = store.writer
  const contents = () =>
    sqlite.query('SELECT (SELECT count(*) FROM user) AS users, (SELECT user_version FROM pragma_user_version) AS version').get()
  const before = contents()
  deps.storage.tryWrite()
  expect(contents()).toEqual(before)
  sqlite.run('BEGIN IMMEDIATE')
  deps.storage.tryWrite()
  sqlite.run('ROLLBACK')
})

test('health warns of a clock that stands before what was written last, and of a backup that is old or missing', async () => {
  let time = new Date('2026-06-30T08:00:00.000Z')
  const app = await createTestApp({ clock: () => time })
  await app.createUser()
  const checks = async () => {
    elapse(1_010)
    const answer = await app.call(null, 'GET', '/system/health')
    return [answer.status, answer.body.checks.clock, answer.body.checks.backup]
  }
  expect(await checks()).toEqual([200, 'ok', 'none'])
  time = new Date('2026-06-29T08:00:00.000Z')
  const copy = (name: string) =>
    Bun.write(join(app.deps.folders.backups, name), 'an archive, copied here much later than it was made')
  await copy('holdfast-20260628T081500123Z.tar.zst')
  await copy('holdfast-20270101T081500123Z.tar.zst')
  expect(await checks()).toEqual([200, 'behind', 'ok'])
  time = new Date('2026-07-30T08:00:00.000Z')
  expect(await checks()).toEqual([200, 'ok', 'old'])
})
