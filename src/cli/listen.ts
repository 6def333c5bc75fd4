import { join } from 'node:path'
import type { Server } from 'bun'
import type { Config } from '../config.ts'
import type { Deps, Plugins, RequestMetrics } from '../context.ts'
import type { Log } from '../log.ts'
import { createServer } from '../server.ts'
import { VERSION } from '../shared/version.ts'
import { createComputePool } from './compute-pool.ts'
import { EXIT, ExitError } from './exit.ts'
import { DATABASE_FILE, type Data } from './open.ts'
import { isReadByPeople } from './open-log.ts'
import { print } from './terminal.ts'

/** Longer than the proxies in front keep their idle connections, so that it is never us who closes one that they are about to use. */
const IDLE_SECONDS = 120
/** Every route has a limit of its own and counts while it reads. */
const MAX_BODY_BYTES = 2 ** 40
const FINISH_MILLISECONDS = 10_000
/** Those who wait for the first answer come first. */
export const AFTER_START_MILLISECONDS = 250
const REFILL_EVERY_MILLISECONDS = 60_000

/** A server that listens; `stop` finishes what runs, for 10 seconds at most, and closes the data. */
export type Serving = { readonly port: number; readonly stop: () => Promise<void> }

/** Listens on the configured address, as one of several when `isWorker`. Throws ExitError when it is taken. */
export async function listen(config: Config, data: Data, log: Log, { isWorker }: { isWorker: boolean }): Promise<Serving> {
  const given = depsOf(config, data, log)
  const metering = config.metricsPort === null ? undefined : await startMetrics(given, config.metricsPort)
  const pool = createComputePool({ config, log })
  const deps: Deps = { ...given, compute: pool.compute, ...(metering && { metrics: metering.metrics }) }
  const app = createServer(deps)
  const server = bind({ ...config, variable: 'PORT', isShared: isWorker }, (request, server) => app.fetch(request, { server }))
  log.info('listening', {
    address: `${originOf(config.host, server.port)}${config.basePath}/api/v1`,
    data_dir: data.folders.root,
    database: DATABASE_FILE,
    version: VERSION,
    pid: process.pid,
    milliseconds_since_start: Math.round(performance.now()),
  })
  if (!isWorker && isReadByPeople()) {
    log.flush()
    print(welcome(config, server.port, data))
  }
  const background = startBackground(deps)
  const end = () => {
    background.stop()
    return stop(server, data, pool.close).finally(metering?.stop)
  }
  return { port: server.port ?? config.port, stop: end }
}

/** A moment after the start: loads the plugins, so that the log tells of broken ones, and begins what happens by the clock. */
function startBackground(deps: Deps): { stop: () => void } {
  const schedules: { stop: () => void }[] = []
  let isStopped = false
  const begin = async () => {
    void deps.storage.check()
    await deps.loadPlugins?.()
    const { startFxSchedule } = await import('../fx/schedule.ts')
    const { startRouteWatch } = await import('../fx/route-watch.ts')
    const { startPriceSchedule } = await import('../prices/schedule.ts')
    if (!isStopped) schedules.push(startFxSchedule(deps), startRouteWatch(deps), startPriceSchedule(deps))
  }
  const refill = setInterval(() => {
    deps.storage.refill().catch((error: unknown) => deps.log.debug('the reserve file could not be filled', { error }))
  }, REFILL_EVERY_MILLISECONDS)
  refill.unref()
  const timer = setTimeout(() => {
    begin().catch((error: unknown) => deps.log.error('the schedules could not be started', { error }))
  }, AFTER_START_MILLISECONDS)
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      clearInterval(refill)
      for (const schedule of schedules) schedule.stop()
    },
  }
}

/** Everything impure that the rooms get. The plugins come when they are needed: loading them takes as long as the start of the rest. */
export function depsOf(config: Config, data: Data, log: Log): Deps {
  return {
    db: data.store.writer,
    reader: data.store.reader,
    folders: data.folders,
    storage: data.storage,
    memory: data.memory,
    clock: () => new Date(),
    log,
    config,
    ...pluginsLater(data, log),
    fetch: globalThis.fetch,
    startedAt: new Date(),
  }
}

function pluginsLater({ folders }: Data, log: Log): Required<Pick<Deps, 'plugins' | 'loadPlugins'>> {
  let loading: Promise<Plugins> | undefined
  const plugins: { -readonly [kind in keyof Plugins]: Plugins[kind] } = { brim: [], fx: [], assets: [] }
  const load = async () => Object.assign(plugins, await (await import('./plugins.ts')).loadPlugins(folders, log))
  return {
    plugins,
    loadPlugins: () => {
      loading ??= load()
      return loading
    },
  }
}

/** Prometheus reads `/metrics` on a port of its own. The code for it is loaded only when it is wanted. */
async function startMetrics(deps: Deps, port: number): Promise<{ metrics: RequestMetrics; stop: () => Promise<void> }> {
  const { createMetrics } = await import('../system/metrics.ts')
  const { config, folders, log } = deps
  const metrics = createMetrics(deps, join(folders.root, DATABASE_FILE))
  const server = bind({ host: config.host, port, variable: 'METRICS_PORT', isShared: false }, metrics.answer)
  log.info('metrics', { address: `${originOf(config.host, server.port)}/metrics` })
  const stop = () => {
    metrics.stop()
    return server.stop(true)
  }
  return { metrics, stop }
}

/** An address that opens on this machine: nobody can call one that stands for all. */
function originOf(host: string, port: number | undefined): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What somebody who started the service by hand wants to know. */
function welcome({ publicUrl, host, basePath, logLevel }: Config, port: number | undefined, { folders }: Data): string {
  if (logLevel === 'silent') return ''
  const address = publicUrl ?? `${originOf(host, port)}${basePath}/`
  return `\nHoldfast ${VERSION} is at ${address} - its data are in ${folders.root}. Ctrl-C ends it.\n\n`
}

/** Throws ExitError when the port is taken; `isShared`: several of our processes listen on it. */
function bind(
  { host: hostname, port, variable, isShared }: { host: string; port: number; variable: string; isShared: boolean },
  fetch: (request: Request, server: Server<undefined>) => Response | Promise<Response>,
): Server<undefined> {
  const limits = { idleTimeout: IDLE_SECONDS, maxRequestBodySize: MAX_BODY_BYTES }
  try {
    return Bun.serve({ hostname, port, fetch, reusePort: isShared, ...limits })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExitError(
      EXIT.unavailable,
      `Cannot listen on ${hostname} port ${port}: ${reason}. Choose another ${variable} or HOST.`,
      error,
    )
  }
}

async function stop(server: Server<undefined>, data: Data, endComputing: () => void): Promise<void> {
  const { settleJobs } = await import('../jobs/service.ts')
  const settled = settleJobs(data, FINISH_MILLISECONDS)
  await Promise.race([Promise.all([server.stop(), settled]), Bun.sleep(FINISH_MILLISECONDS)])
  await settled
  endComputing()
  await server.stop(true)
  await data.close()
}

/** Ends the program with 0 when `stop` is through; a second signal ends it at once, unless a supervisor does that (`isWorker`). */
export function stopOnSignal(log: Log, stop: () => Promise<void>, { isWorker }: { isWorker: boolean }): void {
  let isStopping = false
  const end = async (signal: string) => {
    if (isStopping && !isWorker) process.exit(EXIT.failed)
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal })
    await stop().catch((error: unknown) => log.error('stopping failed', { error }))
    log.info('stopped')
    log.flush()
    process.exit(EXIT.ok)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void end(signal))
}
