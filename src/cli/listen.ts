import { join } from 'node:path'
import type { Lock } from '#db/lock.ts'
import type { Config } from '../config.ts'
import type { Deps, Plugins, RequestMetrics } from '../context.ts'
import { requestLoad } from '../http/budget.ts'
import type { Log } from '../log.ts'
import { createServer } from '../server.ts'
import { VERSION } from '../shared/version.ts'
import type { Load } from '../system/load.ts'
import { bind, originOf, requireFreePort } from './bind.ts'
import { areAnswered, createChangeOver } from './change-over.ts'
import { createChoreRunner } from './chore-process.ts'
import { createComputePool } from './compute-pool.ts'
import { createExpectation } from './expectation.ts'
import { createGate } from './gate.ts'
import { DATABASE_FILE, type Data } from './open.ts'
import { isReadByPeople } from './open-log.ts'
import type { Tracing } from './otlp.ts'
import { createRetirement } from './retire.ts'
import { print } from './terminal.ts'
import { welcome } from './welcome.ts'

const FINISH_MILLISECONDS = 10_000
/** What is under way when the data are exchanged has so long. */
const CHANGE_MILLISECONDS = 3_000
/** Those who wait for the first answer come first. */
export const AFTER_START_MILLISECONDS = 250
const REFILL_EVERY_MILLISECONDS = 60_000

/** A server that listens. */
export type Serving = {
  readonly port: number
  /** Finishes what runs, for 10 seconds at most, and closes the data. */
  readonly stop: () => Promise<void>
  /**
   * Leaves the port to the process that began to listen last, number `newest` of those on it from 0; resolves when new connections go there. What
   * runs is finished, jobs too: `ended` resolves when nothing is left. The data stay open.
   */
  readonly retire: (newest: number) => Promise<{ readonly ended: Promise<void> }>
  /** Serves the data of now: see `createChangeOver`. */
  readonly changeOver: ChangeOver
}

type ChangeOver = NonNullable<Deps['changeOver']>
type Listening = {
  readonly isWorker: boolean
  /** Opens the data again after they were exchanged, under the lock where this process held it. */
  readonly reopen: (lock: Lock | undefined) => Promise<Data>
  /** How a restore exchanges the data where other processes have them open, too, with that of this process. */
  readonly together?: (own: ChangeOver) => ChangeOver
}

/** Listens on the configured address, as one of several when `isWorker`. Throws ExitError when it is taken. */
export async function listen(config: Config, data: Data, log: Log, { isWorker, reopen, together }: Listening): Promise<Serving> {
  const tracing = config.otlpEndpoint === null ? undefined : (await import('./otlp.ts')).startTracing(config, log)
  const gate = createGate()
  const open = (data: Data) => work({ config, data, log, isWorker, tracing, changeOver: restoring })
  const changeOver = createChangeOver({
    gate,
    log,
    close: () => current.settle(CHANGE_MILLISECONDS, () => areAnswered(server, gate)),
    open: async () => {
      current = await open(await reopen(await current.data.handOver()))
    },
  })
  const restoring = together?.(changeOver) ?? changeOver
  let current = await open(data)
  const retirement = createRetirement()
  const address = { host: config.host, port: config.port, variable: 'PORT' } as const
  const port = isWorker ? config.port : requireFreePort(address)
  const server = bind(
    { ...address, port },
    retirement.answering((request, server) => gate.pass(() => current.app.fetch(request, { server }))),
  )
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
  return {
    port: server.port ?? config.port,
    stop: async () => {
      await current.settle(FINISH_MILLISECONDS, () => server.stop())
      await server.stop(true)
      await current.data.close().finally(tracing?.close)
    },
    retire: async (newest) => {
      gate.lock()
      await current.leave()
      const { ended } = await retirement.begin({ server, deps: current.deps, newest })
      return { ended: ended.then(current.end).finally(tracing?.close) }
    },
    changeOver,
  }
}

type Working = {
  readonly config: Config
  readonly data: Data
  readonly log: Log
  readonly isWorker: boolean
  readonly tracing: Tracing | undefined
  readonly changeOver: ChangeOver
}

/** Everything that works with one opening of the data. */
async function work({ config, data, log, isWorker, tracing, changeOver }: Working) {
  const given = withTracing(depsOf(config, data, log), tracing)
  const pool = createComputePool({ config, log })
  const chores = createChoreRunner(config, log)
  const metering =
    config.metricsPort === null ? undefined : await startMetrics(given, config.metricsPort, { isWorker, load: pool.load })
  const expectation = createExpectation(log, pool.expectReports, async () => {
    await app.loadImports()
    await (await import('../imports/expect.ts')).lookAtNothing(deps)
  })
  const own = { compute: pool.compute, prepareCompute: pool.prepare, expectReports: expectation.expect, runChore: chores.run }
  const deps: Deps = { ...given, ...own, changeOver, ...(metering && { metrics: metering.metrics }) }
  const app = createServer(deps)
  const background = startBackground(deps)
  const end = async () => {
    pool.close()
    await chores.close()
  }
  const leave = async () => {
    background.stop()
    expectation.stop()
    await metering?.stop()
  }
  /** Ends everything but the data: what is under way has so long. `answered` resolves when every request is. */
  const settle = async (milliseconds: number, answered: () => Promise<unknown>) => {
    background.stop()
    const { settleJobs } = await import('../jobs/service.ts')
    const settled = settleJobs(data, milliseconds)
    await Promise.race([Promise.all([answered(), settled]), Bun.sleep(milliseconds)])
    await settled
    await end()
    await leave()
  }
  return { app, data, deps, settle, leave, end }
}

function withTracing(deps: Deps, tracing: Tracing | undefined): Deps {
  return tracing ? { ...deps, tracer: tracing.tracer, fetch: tracing.fetch(deps.fetch) } : deps
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
    const { startPacking } = await import('../prices/packs.ts')
    const { startBackupSchedule } = await import('../backup/schedule.ts')
    const { startWebhookSchedule } = await import('../webhooks/schedule.ts')
    if (isStopped) return
    schedules.push(startFxSchedule(deps), startRouteWatch(deps), startPriceSchedule(deps), startBackupSchedule(deps))
    schedules.push(startWebhookSchedule(deps), startPacking(deps))
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
async function startMetrics(
  deps: Deps,
  wanted: number,
  { isWorker, load }: { isWorker: boolean; load: () => Load },
): Promise<{ metrics: RequestMetrics; stop: () => Promise<void> }> {
  const [{ createMetrics }, { jobLoad }] = [await import('../system/metrics.ts'), await import('../jobs/service.ts')]
  const { config, folders, log } = deps
  const loads = { requests: () => requestLoad(deps), jobs: () => jobLoad(deps), compute: load }
  const metrics = createMetrics(deps, { database: join(folders.root, DATABASE_FILE), loads })
  const address = { host: config.host, port: wanted, variable: 'METRICS_PORT' } as const
  const server = bind({ ...address, port: isWorker ? wanted : requireFreePort(address) }, metrics.answer)
  log.info('metrics', { address: `${originOf(config.host, server.port)}/metrics` })
  const stop = () => {
    metrics.stop()
    return server.stop(true)
  }
  return { metrics, stop }
}
