import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT, ExitError } from '#src/cli/exit.ts'
import { listen, type Serving } from '#src/cli/listen.ts'
import { openData } from '#src/cli/open.ts'
import { loadConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'
import type { Loads } from '#src/system/load.ts'
import { createMetrics, type Metrics } from '#src/system/metrics.ts'
import { createTestApp, TEST_SECRET } from '#test/support/app.ts'

const ends: (() => unknown)[] = []

const LOADS: Loads = {
  requests: () => ({ running: 2, waiting: 1 }),
  jobs: () => ({ running: 1, waiting: 0 }),
  compute: () => ({ running: 1, waiting: 3 }),
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** An app whose requests are counted. */
async function createMeteredApp(env: Record<string, string> = {}) {
  const { deps } = await createTestApp()
  let metrics: Metrics | undefined
  const observe: Metrics['observe'] = (request) => metrics?.observe(request)
  const app = await createTestApp({ env, deps: { metrics: { observe } } })
  metrics = createMetrics({ ...app.deps, startedAt: deps.startedAt }, { database: join(app.folder, 'holdfast.db'), loads: LOADS })
  ends.push(metrics.stop)
  return { ...app, read: () => read(metrics) }
}

async function read(metrics: Metrics | undefined): Promise<Map<string, number>> {
  const response = await metrics?.answer(new Request('http://localhost:9100/metrics'))
  expect(response?.status).toBe(200)
  expect(response?.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return samplesOf((await response?.text()) ?? '')
}

/** Sample by its name and labels, as written. Every line must be one or a comment, and stand once. */
function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const [, name = '', value = ''] = /^([a-z_]+(?:\{[^\n]*\})?) (\S+)$/.exec(line) ?? []
    expect([line, name === '', samples.has(name)]).toEqual([line, false, false])
    samples.set(name, Number(value))
  }
  return samples
}

const requests = (route: string, method: string, status: string) =>
  `holdfast_http_requests_total{route="${route}",method="${method}",status="${status}"}`

test('requests are counted by pattern, method and class of status, never by what the client wrote', async () => {
  const { call, createUser, read } = await createMeteredApp()
  const mira = await createUser()
  await call(mira, 'POST', '/brokers', { name: 'Northwind Brokerage', currency: 'EUR' })
  for (const id of [1, 1, 77]) await call(mira, 'GET', `/brokers/${id}`)
  await call(null, 'GET', '/brokers/1')
  await call(mira, 'GET', '/secret-path-of-a-client?token=abc')
  await call(mira, 'PROPFIND', '/brokers')
  await call(null, 'POST', '/auth/logout', {}, { Origin: 'https://evil.example' })
  await call(mira, 'DELETE', '/brokers')
  const samples = await read()
  const shown = [...samples].filter(([name]) => name.startsWith('holdfast_http_requests_total'))
  expect(Object.fromEntries(shown)).toEqual({
    [requests('/api/v1/brokers', 'POST', '2xx')]: 1,
    [requests('/api/v1/brokers/{id}', 'GET', '2xx')]: 2,
    [requests('/api/v1/brokers/{id}', 'GET', '4xx')]: 2,
    [requests('unmatched', 'GET', '4xx')]: 1,
    [requests('unmatched', 'other', '4xx')]: 1,
    [requests('unmatched', 'DELETE', '4xx')]: 1,
    [requests('/api/v1/auth/logout', 'POST', '4xx')]: 1,
  })
  expect([...samples.keys()].join('\n')).not.toMatch(/secret-path|token|77|PROPFIND/)
})

test('500 is counted as 5xx of its route, below a base path too', async () => {
  const { call, createUser, read, store } = await createMeteredApp({ BASE_PATH: '/holdfast' })
  const mira = await createUser()
  store.writer.sqlite.run('DROP TABLE job')
  expect((await call(mira, 'GET', '/jobs')).status).toBe(500)
  store.writer.sqlite.run('CREATE TABLE job (state TEXT)')
  expect((await read()).get(requests('/holdfast/api/v1/jobs', 'GET', '5xx'))).toBe(1)
})

test('latency is a histogram whose last bucket, count and sum agree', async () => {
  const { call, read } = await createMeteredApp()
  for (let n = 0; n < 3; n++) await call(null, 'GET', '/system/info')
  const samples = await read()
  const name = 'holdfast_http_request_duration_seconds'
  const labels = 'route="/api/v1/system/info",method="GET"'
  expect(samples.get(`${name}_count{${labels}}`)).toBe(3)
  expect(samples.get(`${name}_bucket{le="+Inf",${labels}}`)).toBe(3)
  expect(samples.get(`${name}_bucket{le="30",${labels}}`)).toBe(3)
  const sum = samples.get(`${name}_sum{${labels}}`) ?? 0
  expect(sum).toBeGreaterThan(0)
  expect(sum).toBeLessThan(30)
})

test('database, rows, files, jobs and sources are those of the database when it is read', async () => {
  const { call, createUser, folder, read, store } = await createMeteredApp()
  const mira = await createUser()
  await createUser()
  const before = await read()
  expect([before.get('holdfast_rows{of="users"}'), before.get('holdfast_rows{of="transactions"}')]).toEqual([2, 0])
  expect(before.get('holdfast_jobs{state="failed"}')).toBe(0)

  await call(mira, 'POST', '/brokers', { name: 'Northwind Brokerage', currency: 'EUR' })
  const deposit = { type: 'DEPOSIT', date: '2026-01-02', amount: '12.50', currency: 'EUR', broker_id: 1 }
  expect((await call(mira, 'POST', '/transactions', deposit)).status).toBe(201)
  const form = new FormData()
  form.append('file', new File(['twelve bytes'], 'note.txt', { type: 'text/plain' }))
  expect((await call(mira, 'POST', '/uploads', form)).status).toBe(201)
  store.writer.sqlite.run(
    `INSERT INTO job (id, kind, user_id, state, created_at) VALUES ('a', 'x', 1, 'failed', '2026-01-01T00:00:00Z')`,
  )
  store.writer.sqlite.run(`INSERT INTO fx_sync_state (base, quote, provider, last_success, last_error) VALUES
    ('EUR', 'USD', 'ECB', '2026-01-01T00:00:00.000Z', NULL), ('EUR', 'CHF', 'ECB', '2026-01-02T00:00:00.000Z', 'late')`)
  store.writer.sqlite.run(`INSERT INTO price_provider (code, last_error) VALUES ('quiet', 'no answer')`)

  const after = await read()
  const expected = {
    'holdfast_rows{of="users"}': 2,
    'holdfast_rows{of="brokers"}': 1,
    'holdfast_rows{of="transactions"}': 1,
    'holdfast_stored_bytes{of="uploads"}': 12,
    'holdfast_stored_bytes{of="reports"}': 0,
    'holdfast_jobs{state="failed"}': 1,
    'holdfast_jobs{state="queued"}': 0,
    'holdfast_source_failing{kind="fx",source="ECB"}': 1,
    'holdfast_source_failing{kind="prices",source="quiet"}': 1,
    'holdfast_source_last_success_timestamp_seconds{kind="fx",source="ECB"}': Date.parse('2026-01-02') / 1_000,
    'holdfast_database_bytes{file="database"}': Bun.file(join(folder, 'holdfast.db')).size,
    'holdfast_database_bytes{file="wal"}': Bun.file(join(folder, 'holdfast.db-wal')).size,
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, after.get(name)]))).toEqual(expected)
  expect(after.get('holdfast_database_bytes{file="wal"}')).toBeGreaterThan(0)
  expect(after.has('holdfast_source_last_success_timestamp_seconds{kind="prices",source="quiet"}')).toBe(false)
})

test('the figures of the process are those of the process', async () => {
  const { deps, read } = await createMeteredApp()
  const began = performance.now()
  await Bun.sleep(50)
  await read()
  const cpu = process.cpuUsage()
  const blockedUntil = performance.now() + 120
  while (performance.now() < blockedUntil);
  await Bun.sleep(60)
  const samples = await read()
  expect(samples.get('holdfast_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThan(0.08)
  expect(samples.get('holdfast_event_loop_delay_seconds{quantile="1"}')).toBeLessThan((performance.now() - began) / 1_000 + 1)
  expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan((cpu.user + cpu.system) / 1e6)
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10 * 2 ** 20)
  expect(samples.get('process_resident_memory_bytes')).toBeLessThan(64 * 2 ** 30)
  const start = samples.get('process_start_time_seconds') ?? 0
  expect(start).toBeGreaterThan(1.7e9)
  expect(start).toBeLessThanOrEqual(deps.startedAt.getTime() / 1_000 + 1)
  expect(samples.get('holdfast_uptime_seconds')).toBeGreaterThan(0)
})

test('404 beside /metrics, 405 for what changes something, 500 with a line in the log when the database cannot be read', async () => {
  const { deps, folder, logged, store } = await createTestApp()
  const metrics = createMetrics(deps, { database: join(folder, 'holdfast.db'), loads: LOADS })
  ends.push(metrics.stop)
  const status = async (path: string, method = 'GET') =>
    (await metrics.answer(new Request(`http://localhost${path}`, { method }))).status
  expect([await status('/'), await status('/metrics', 'POST'), await status('/metrics')]).toEqual([404, 405, 200])
  store.writer.sqlite.run('DROP TABLE job')
  expect(await status('/metrics')).toBe(500)
  deps.log.flush()
  expect(logged.join('')).toContain('"event":"metrics failed"')
})

async function start(env: Record<string, string>): Promise<{ serving: Serving; logged: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-metrics-'))
  const config = loadConfig({ DATA_DIR: folder, JWT_SECRET: TEST_SECRET, HOST: '127.0.0.1', PORT: '0', OFFLINE: 'true', ...env })
  const logged: string[] = []
  const log = createLog({ level: 'info', format: 'json', write: (text) => logged.push(text) })
  const data = await openData(config, log, 'serving')
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const serving = await listen(config, data, log, { isWorker: false, reopen: async () => data }).catch(async (error: unknown) => {
    await data.close()
    throw error
  })
  log.flush()
  return { serving, logged }
}

test('200 on a port of its own when METRICS_PORT is set, with the requests of the service; nothing there after the stop', async () => {
  const { serving, logged } = await start({ METRICS_PORT: '0' })
  const address = /"event":"metrics","address":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/.exec(logged.join(''))?.[1] ?? ''
  expect(new URL(address).port).not.toBe(String(serving.port))
  const api = `http://127.0.0.1:${serving.port}`
  await (await fetch(`${api}/api/v1/system/info`)).text()
  expect((await fetch(`${api}/metrics`)).status).toBe(404)
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(samplesOf(await answer.text()).get(requests('/api/v1/system/info', 'GET', '2xx'))).toBe(1)
  await serving.stop()
  expect(await fetch(address).then(String, () => 'closed')).toBe('closed')
})

test('without METRICS_PORT nothing is measured or listens', async () => {
  const { serving, logged } = await start({})
  expect(logged.join('')).not.toContain('"event":"metrics"')
  await serving.stop()
})

test('69 when METRICS_PORT is taken, naming the variable', async () => {
  const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  ends.push(() => taken.stop(true))
  const error: unknown = await start({ METRICS_PORT: String(taken.port) }).catch((reason: unknown) => reason)
  if (!(error instanceof ExitError)) throw new Error(`not an ExitError: ${String(error)}`)
  expect(error.exitCode).toBe(EXIT.unavailable)
  expect(error.message).toContain('METRICS_PORT')
})

test('what waits: costly requests, jobs, tasks, transactions; how many processes serve; the last backup', async () => {
  const { call, createUser, read, deps } = await createMeteredApp()
  const mira = await createUser()
  expect((await call(mira, 'POST', '/brokers', { name: 'Main' })).status).toBe(201)
  expect((await read()).get('holdfast_last_backup_timestamp_seconds')).toBe(0)
  await Bun.write(join(deps.folders.backups, 'holdfast-20260630T081500123Z.tar.zst'), 'an archive')
  await Bun.write(join(deps.folders.backups, 'before-schema-3-from-2.db'), 'a copy')
  const samples = await read()
  const shown = ['requests', 'jobs', 'compute'].map((of) => [
    samples.get(`holdfast_running{of="${of}"}`),
    samples.get(`holdfast_waiting{of="${of}"}`),
  ])
  expect(shown).toEqual([
    [2, 1],
    [1, 0],
    [1, 3],
  ])
  expect([samples.get('holdfast_workers'), samples.get('holdfast_writer_waiting')]).toEqual([1, 0])
  expect(samples.get('holdfast_transactions_total')).toBeGreaterThan(0)
  expect(samples.get('holdfast_writer_wait_seconds_total')).toBeGreaterThan(0)
  expect(samples.get('holdfast_writer_wait_longest_seconds')).toBe(0)
  expect(samples.get('holdfast_last_backup_timestamp_seconds')).toBe(Date.UTC(2026, 5, 30, 8, 15, 0, 123) / 1_000)
})
