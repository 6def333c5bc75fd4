import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Histogram, Registry } from 'prom-client'
import type { Deps, RequestMetrics } from '../context.ts'
import { COMMIT, VERSION } from '../shared/version.ts'
import { type Loads, meterLoad } from './load.ts'
import { count, gauge } from './metric.ts'
import { countJobStates, readSourceStates, readTotals } from './metrics.repository.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled']
const PERCENTILES = [50, 99]

type Metered = Pick<Deps, 'reader' | 'startedAt' | 'log' | 'memory' | 'config' | 'folders' | 'clock'>

/** What is counted of this process, and how Prometheus reads it; `stop` ends the measuring. */
export type Metrics = RequestMetrics & {
  /** `GET /metrics` in Prometheus text format 0.0.4; 404 for anything else. */
  readonly answer: (request: Request) => Promise<Response>
  readonly stop: () => void
}

/** Starts measuring. `database` is the path of its file; figures of the database are read when Prometheus comes. */
export function createMetrics(deps: Metered, { database, loads }: { readonly database: string; readonly loads: Loads }): Metrics {
  const registry = new Registry()
  const observe = meterRequests(registry)
  meterService(registry, deps)
  const stop = meterProcess(registry)
  meterDatabase(registry, deps, database)
  meterLoad(registry, deps, loads)
  return { observe, answer: (request) => answer(registry, deps, request), stop }
}

async function answer(registry: Registry, { log }: Metered, request: Request): Promise<Response> {
  if (new URL(request.url).pathname !== '/metrics') return new Response('The metrics are at /metrics.\n', { status: 404 })
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Only GET.\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
  try {
    return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } })
  } catch (error) {
    log.error('metrics failed', { error })
    return new Response('The metrics cannot be read; the log says why.\n', { status: 500 })
  }
}

function meterRequests(registry: Registry): RequestMetrics['observe'] {
  const requests = new Counter({
    name: 'holdfast_http_requests_total',
    help: 'Requests answered, by route, method and class of status; 5xx are errors of the service',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Time from the request to the start of its answer',
    labelNames: ['route', 'method'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  return (request) => {
    const method = METHODS.has(request.method) ? request.method : 'other'
    requests.inc({ route: request.route, method, status: `${Math.floor(request.status / 100)}xx` })
    duration.observe({ route: request.route, method }, request.seconds)
  }
}

function meterService(registry: Registry, { startedAt }: Metered): void {
  gauge(registry, 'holdfast_info', 'Always 1; the labels say what runs', ['version', 'commit', 'runtime'], (set) =>
    set({ version: VERSION, commit: COMMIT ?? '', runtime: `Bun ${Bun.version}` }, 1),
  )
  gauge(registry, 'process_start_time_seconds', 'When the service started, in seconds since 1970', [], (set) =>
    set({}, startedAt.getTime() / 1_000),
  )
}

function meterProcess(registry: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  gauge(registry, 'holdfast_uptime_seconds', 'For how long the process runs', [], (set) => set({}, process.uptime()))
  gauge(registry, 'process_resident_memory_bytes', 'Memory of the process', [], (set) => set({}, process.memoryUsage.rss()))
  count(registry, 'process_cpu_seconds_total', 'Time of processors spent, user and system', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const help = 'By how much the event loop was late since the last reading'
  gauge(registry, 'holdfast_event_loop_delay_seconds', help, ['quantile'], (set) => {
    for (const percent of PERCENTILES) set({ quantile: String(percent / 100) }, delay.percentile(percent) / 1e9)
    set({ quantile: '1' }, delay.max / 1e9)
    delay.reset()
  })
  return () => void delay.disable()
}

function meterDatabase(registry: Registry, { reader }: Metered, databasePath: string): void {
  gauge(registry, 'holdfast_database_bytes', 'Size of the database file and of its write-ahead log', ['file'], (set) => {
    set({ file: 'database' }, sizeOf(databasePath))
    set({ file: 'wal' }, sizeOf(`${databasePath}-wal`))
  })
  gauge(registry, 'holdfast_rows', 'Users, brokers and transactions', ['of'], async (set) => {
    const { users, brokers, transactions } = await readTotals(reader)
    for (const [of, count] of Object.entries({ users, brokers, transactions })) set({ of }, count)
  })
  gauge(registry, 'holdfast_stored_bytes', 'Size of the files of users and of broker reports', ['of'], async (set) => {
    const { uploads, reports } = await readTotals(reader)
    for (const [of, bytes] of Object.entries({ uploads, reports })) set({ of }, bytes)
  })
  gauge(registry, 'holdfast_jobs', 'Stored jobs, by state', ['state'], async (set) => {
    for (const state of JOB_STATES) set({ state }, 0)
    for (const { state, count } of await countJobStates(reader)) set({ state }, count)
  })
  meterSources(registry, reader)
}

function meterSources(registry: Registry, reader: Metered['reader']): void {
  const labels = ['kind', 'source']
  gauge(
    registry,
    'holdfast_source_failing',
    'Currency pairs or prices whose last fetch failed, by source',
    labels,
    async (set) => {
      for (const { kind, source, failing } of await readSourceStates(reader)) set({ kind, source }, failing)
    },
  )
  const help = 'When the source last gave what was requested, in seconds since 1970'
  gauge(registry, 'holdfast_source_last_success_timestamp_seconds', help, labels, async (set) => {
    for (const { kind, source, lastSuccess } of await readSourceStates(reader))
      if (lastSuccess !== null) set({ kind, source }, Date.parse(lastSuccess) / 1_000)
  })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
