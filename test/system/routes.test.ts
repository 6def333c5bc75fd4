import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { Health, SystemInfo } from '#src/system/schema.ts'
import { createTestApp, TEST_SECRET } from '#test/support/app.ts'
import manifest from '../../package.json'

test('200 from health for anyone, and nothing is left in the temporary folder', async () => {
  const { call, deps } = await createTestApp()
  const answer = await call(null, 'GET', '/system/health')
  expect(answer.status).toBe(200)
  expect(answer.as(Health)).toEqual({ status: 'ok', version: manifest.version, checks: { database: 'ok', storage: 'ok' } })
  expect([...new Bun.Glob('*').scanSync(deps.folders.temporary)]).toEqual([])
})

test('503 from health as a problem with the checks when the data folder cannot be written', async () => {
  const { call, deps, logged } = await createTestApp()
  rmSync(deps.folders.temporary, { recursive: true })
  await Bun.write(deps.folders.temporary, 'a file where the folder was')
  const answer = await call(null, 'GET', '/system/health')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ code: 'system/unhealthy', checks: { database: 'ok', storage: 'failed' } })
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
  expect(answer.body.checks).toEqual({ database: 'failed', storage: 'ok' })
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
  await Bun.sleep(1_050)
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
