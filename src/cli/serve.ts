import type { Server } from 'bun'
import { type Config, type Env, loadConfig } from '../config.ts'
import type { Deps } from '../context.ts'
import { createLog, type Log } from '../log.ts'
import { createServer } from '../server.ts'
import { VERSION } from '../shared/version.ts'
import { sweepTemporary } from '../uploads/file-store.ts'
import { sweepUploads } from '../uploads/service.ts'
import { EXIT, ExitError } from './exit.ts'
import { DATABASE_FILE, type Data, openData } from './open.ts'
import { loadPlugins } from './plugins.ts'
import { print } from './terminal.ts'

/** Longer than the proxies in front keep their idle connections, so that it is never us who closes one that they are about to use. */
const IDLE_SECONDS = 120
/** Every route has a limit of its own and counts while it reads. */
const MAX_BODY_BYTES = 2 ** 40
const FINISH_MILLISECONDS = 10_000

/** Serves until a signal ends it; resolves when it listens. Throws ConfigError and ExitError. */
export async function serve(env: Env): Promise<void> {
  const config = loadConfig(env)
  const log = createLog({ level: config.logLevel, format: config.logFormat, write: print })
  for (const warning of config.warnings) log.warn(warning)
  const data = await openData(config, log, 'serving')
  await prepare(data, log)
  const server = await listen(config, data, log)
  stopOnSignal(server, data, log)
}

/** What has to be done once, before anything is served: the litter of an earlier run goes. */
async function prepare({ folders, store }: Data, log: Log): Promise<void> {
  await sweepTemporary(folders)
  await sweepUploads({ reader: store.reader, folders, log })
}

async function listen(config: Config, data: Data, log: Log): Promise<Server<undefined>> {
  const deps: Deps = {
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
  const app = createServer(deps)
  const server = bind(config, (request, server) => app.fetch(request, { server }))
  log.info('listening', {
    address: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${server.port}${config.basePath}/api/v1`,
    data_dir: data.folders.root,
    database: DATABASE_FILE,
    version: VERSION,
    pid: process.pid,
    milliseconds: Math.round(performance.now()),
  })
  return server
}

function bind(config: Config, fetch: (request: Request, server: Server<undefined>) => Response | Promise<Response>) {
  const { host: hostname, port } = config
  try {
    return Bun.serve({ hostname, port, fetch, idleTimeout: IDLE_SECONDS, maxRequestBodySize: MAX_BODY_BYTES })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExitError(
      EXIT.unavailable,
      `Cannot listen on ${hostname} port ${port}: ${reason}. Choose another PORT or HOST.`,
      error,
    )
  }
}

function stopOnSignal(server: Server<undefined>, data: Data, log: Log): void {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('stopping', { signal })
    await Promise.race([server.stop(), Bun.sleep(FINISH_MILLISECONDS)])
    await server.stop(true)
    await data.close()
    log.info('stopped')
    log.flush()
    process.exit(EXIT.ok)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
}
