import type { Server } from 'bun'
import { startPriceSchedule } from '../assets/price-schedule.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import { startFxSchedule } from '../fx/schedule.ts'
import { settleJobs } from '../jobs/service.ts'
import { createLog, type Log } from '../log.ts'
import { createServer } from '../server.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT, ExitError } from './exit.ts'
import { DATABASE_FILE, type Data } from './open.ts'
import { loadPlugins } from './plugins.ts'
import { print } from './terminal.ts'

/** Longer than the proxies in front keep their idle connections, so that it is never us who closes one that they are about to use. */
const IDLE_SECONDS = 120
/** Every route has a limit of its own and counts while it reads. */
const MAX_BODY_BYTES = 2 ** 40
const FINISH_MILLISECONDS = 10_000

/** A server that listens; `stop` finishes what runs, for 10 seconds at most, and closes the data. */
export type Serving = { readonly port: number; readonly stop: () => Promise<void> }

/** One line per event on the standard output. */
export function openLog(config: Config): Log {
  return createLog({ level: config.logLevel, format: config.logFormat, write: print })
}

/** Listens on the configured address, as one of several when `isWorker`. Throws ExitError when it is taken. */
export async function listen(config: Config, data: Data, log: Log, { isWorker }: { isWorker: boolean }): Promise<Serving> {
  const deps = await depsOf(config, data, log)
  const app = createServer(deps)
  const server = bind(config, isWorker, (request, server) => app.fetch(request, { server }))
  log.info('listening', {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}${config.basePath}/api/v1`,
    data_dir: data.folders.root,
    database: DATABASE_FILE,
    version: VERSION,
    pid: process.pid,
    milliseconds_since_start: Math.round(performance.now()),
  })
  const schedules = [startFxSchedule(deps), startPriceSchedule(deps)]
  const end = () => {
    for (const schedule of schedules) schedule.stop()
    return stop(server, data)
  }
  return { port: server.port ?? config.port, stop: end }
}

/** Everything impure that the rooms get. */
export async function depsOf(config: Config, data: Data, log: Log): Promise<Deps> {
  return {
    db: data.store.writer,
    reader: data.store.reader,
    folders: data.folders,
    clock: () => new Date(),
    log,
    config,
    plugins: await loadPlugins(data.folders, log),
    fetch: globalThis.fetch,
    startedAt: new Date(),
  }
}

function bind(
  config: Config,
  isWorker: boolean,
  fetch: (request: Request, server: Server<undefined>) => Response | Promise<Response>,
): Server<undefined> {
  const { host: hostname, port } = config
  const limits = { idleTimeout: IDLE_SECONDS, maxRequestBodySize: MAX_BODY_BYTES }
  try {
    return Bun.serve({ hostname, port, fetch, reusePort: isWorker, ...limits })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExitError(
      EXIT.unavailable,
      `Cannot listen on ${hostname} port ${port}: ${reason}. Choose another PORT or HOST.`,
      error,
    )
  }
}

async function stop(server: Server<undefined>, data: Data): Promise<void> {
  const settled = settleJobs(FINISH_MILLISECONDS)
  await Promise.race([Promise.all([server.stop(), settled]), Bun.sleep(FINISH_MILLISECONDS)])
  await settled
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
