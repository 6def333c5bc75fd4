import type { Subprocess } from 'bun'
import { type Config, type Env, loadConfig } from '../config.ts'
import type { JobMessage } from '../jobs/live.ts'
import { joinPeers } from '../jobs/live.ts'
import { cancellation, endInterruptedJobs } from '../jobs/service.ts'
import type { Log } from '../log.ts'
import { EXIT, ExitError } from './exit.ts'
import { listen, stopOnSignal } from './listen.ts'
import { type Data, openData } from './open.ts'
import { openLog } from './open-log.ts'

/** Set in the environment of a worker: which one it is, from 1. */
const ROLE = 'HOLDFAST_WORKER'
const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000
/** After the 10 seconds that a worker takes for itself. */
const KILL_MILLISECONDS = 15_000

type Message = JobMessage | 'ready'
type Worker = { readonly number: number; readonly child: Subprocess; isReady: boolean; readonly jobs: Set<string> }
type Team = {
  readonly config: Config
  readonly env: Env
  readonly data: Data
  readonly log: Log
  readonly workers: Set<Worker>
  isStopping: boolean
}

/**
 * Starts `WORKERS` processes on one port and keeps them running. This process holds the lock and serves nothing. Sessions work in every
 * worker because they share the secret; what workers tell of their jobs reaches the others through here.
 */
export function supervise(given: Pick<Team, 'config' | 'env' | 'data' | 'log'>): void {
  const team: Team = { ...given, workers: new Set(), isStopping: false }
  for (let n = 1; n <= team.config.workers; n++) startWorker(team, n, FIRST_PAUSE_MILLISECONDS)
  stopOnSignal(team.log, () => stopTeam(team), { isWorker: false })
}

function startWorker(team: Team, number: number, pauseMilliseconds: number): void {
  const script = Bun.main.startsWith('/$bunfs/') ? [] : [Bun.main]
  const worker: Worker = {
    number,
    isReady: false,
    jobs: new Set(),
    child: Bun.spawn([process.execPath, ...script, 'serve'], {
      env: { ...team.env, JWT_SECRET: team.config.jwtSecret, JWT_SECRET_FILE: '', [ROLE]: String(number) },
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: Message) => take(team, worker, message),
      serialization: 'json',
      onExit: (_, code, signal) => void replace(team, worker, { code, signal, pauseMilliseconds }),
    }),
  }
  team.workers.add(worker)
}

function take(team: Team, from: Worker, message: Message): void {
  if (message === 'ready') {
    from.isReady = true
    return
  }
  if ('progress' in message && (message.progress.state === 'queued' || message.progress.state === 'running'))
    from.jobs.add(message.job)
  else if ('progress' in message) from.jobs.delete(message.job)
  notify(team, message, from)
}

function notify(team: Team, message: JobMessage, except?: Worker): void {
  for (const worker of team.workers) if (worker !== except && worker.isReady) worker.child.send(message)
}

async function replace(
  team: Team,
  worker: Worker,
  exit: { code: number | null; signal: string | number | null; pauseMilliseconds: number },
): Promise<void> {
  team.workers.delete(worker)
  if (team.isStopping) return
  if (!worker.isReady && exit.code !== null && exit.code !== EXIT.ok) {
    await stopTeam(team)
    process.exit(exit.code)
  }
  team.log.error('worker ended', { pid: worker.child.pid, code: exit.code, signal: exit.signal })
  const ended = { state: 'failed', done: 0, total: null, note: null } as const
  await endInterruptedJobs({ db: team.data.store.writer, clock: () => new Date(), log: team.log }, [...worker.jobs])
  for (const job of worker.jobs) notify(team, { job, progress: ended })
  await Bun.sleep(exit.pauseMilliseconds)
  if (!team.isStopping) startWorker(team, worker.number, Math.min(exit.pauseMilliseconds * 2, LONGEST_PAUSE_MILLISECONDS))
}

async function stopTeam(team: Team): Promise<void> {
  team.isStopping = true
  const children = [...team.workers].map((worker) => worker.child)
  for (const child of children) child.kill('SIGTERM')
  const kill = setTimeout(() => children.map((child) => child.kill('SIGKILL')), KILL_MILLISECONDS)
  await Promise.all(children.map((child) => child.exited))
  clearTimeout(kill)
  await team.data.close()
}

/** Serves as one of several, until the supervisor or a signal ends it. Throws ConfigError and ExitError. */
export async function work(env: Env): Promise<void> {
  const send = process.send?.bind(process)
  if (!send) throw new ExitError(EXIT.usage, `${ROLE} is set by the service itself for its workers; do not set it.`)
  const config = withOwnMetrics(loadConfig(env), Number(env[ROLE]))
  const log = openLog(config)
  const data = await openData(config, log, 'visiting')
  const receive = joinPeers(data, (message) => send(message), cancellation)
  process.on('message', (message: JobMessage) => receive(message))
  const serving = await listen(config, data, log, { isWorker: true })
  stopOnSignal(log, serving.stop, { isWorker: true })
  send('ready')
}

/** Every worker counts for itself: the second has its metrics on the port after that of the first, and so on. */
function withOwnMetrics(config: Config, number: number): Config {
  const first = config.metricsPort
  return first === null || first === 0 ? config : { ...config, metricsPort: first + number - 1 }
}
