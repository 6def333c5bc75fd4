import { existsSync } from 'node:fs'
import { releaseUnfinishedKey } from '../http/idempotency.repository.ts'
import type { JobMessage } from '../jobs/live.ts'
import { endInterruptedJobs } from '../jobs/service.ts'
import type { HeardMessage } from '../peers.ts'
import { sweepTemporary } from '../uploads/file-store.service.ts'
import { self } from './compute-process.ts'
import { goOn, joinExchange, leaveExchange, requestExchange } from './exchange.ts'
import { EXIT } from './exit.ts'
import { type ExchangeStep, type FromWorker, WORKER_ROLE } from './worker-messages.ts'
import { send, stopTeam, type Team, type Worker } from './workforce.ts'

export const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 30_000
/** What a worker said before it died has been heard by then, and what the others said meanwhile. */
const HEAR_MILLISECONDS = 1_000
/** No file of the temporary folder is in use so long after it was last written. */
const LITTER_MILLISECONDS = 15 * 60_000

export function startWorker(team: Team, number: number, pauseMilliseconds: number): Worker {
  const script = Bun.main.startsWith('/$bunfs/') ? [] : [Bun.main]
  // The file is not there any more where it was replaced since: then this build starts once more.
  const program = existsSync(process.execPath) ? [process.execPath, ...script] : self()
  const { jwtSecret, port } = team.config
  const fixed = { JWT_SECRET: jwtSecret, JWT_SECRET_FILE: '', PORT: String(port), [WORKER_ROLE]: String(number) }
  const worker: Worker = {
    number,
    pauseMilliseconds,
    isReady: false,
    isRetiring: false,
    ready: Promise.withResolvers(),
    left: Promise.withResolvers(),
    jobs: new Set(),
    claims: new Map(),
    child: Bun.spawn([...program, 'serve'], {
      env: { ...team.env, ...fixed },
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: FromWorker) => take(team, worker, message),
      serialization: 'json',
      onExit: (_, code, signal) => {
        end(team, worker, { code, signal }).catch((error: unknown) =>
          team.log.error('a worker was not cleared up after', { error }),
        )
      },
    }),
  }
  team.workers.add(worker)
  return worker
}

function take(team: Team, from: Worker, message: FromWorker): void {
  if (message === 'left') from.left.resolve(true)
  else if (message === 'ready') {
    from.isReady = true
    from.ready.resolve(true)
    joinExchange(team, from)
    notify(team, { from: from.child.pid, joined: true }, from)
  } else if (typeof message === 'string') takeStep(team, from, message)
  else if ('job' in message) {
    note(from, message)
    notify(team, message, from)
  } else if (message.claim) {
    const { userId, key, isHeld } = message.claim
    if (isHeld) from.claims.set(`${userId} ${key}`, { userId, key })
    else from.claims.delete(`${userId} ${key}`)
  } else notify(team, { ...message, from: from.child.pid }, from)
}

function takeStep(team: Team, from: Worker, step: ExchangeStep): void {
  if (step === 'exchange') requestExchange(team, from)
  else if (step === 'closed') leaveExchange(team, from)
  else goOn(team, step === 'committed')
}

function note(from: Worker, message: JobMessage): void {
  if (!('progress' in message)) return
  if (message.progress.state === 'queued' || message.progress.state === 'running') from.jobs.add(message.job)
  else from.jobs.delete(message.job)
}

function notify(team: Team, message: JobMessage | HeardMessage, except?: Worker): void {
  for (const worker of team.workers) if (worker !== except && worker.isReady) send(worker, message)
}

async function end(team: Team, worker: Worker, exit: { code: number | null; signal: string | number | null }): Promise<void> {
  const diedAt = new Date()
  team.workers.delete(worker)
  worker.ready.resolve(false)
  worker.left.resolve(false)
  if (team.isStopping) return
  leaveExchange(team, worker)
  const { pid } = worker.child
  const isAlone = ![...team.workers].some(({ isReady }) => isReady)
  if (isAlone && !worker.isReady && !worker.isRetiring && exit.code !== null && exit.code !== EXIT.ok) {
    await stopTeam(team)
    process.exit(exit.code)
  }
  if (worker.isRetiring && exit.code === EXIT.ok) team.log.info('worker replaced', { pid })
  else team.log.error('worker ended', { pid, ...exit })
  notify(team, { from: pid, left: true })
  const restart = Bun.sleep(worker.pauseMilliseconds)
  await team.exchange?.over.promise
  await clearUp(team, worker, diedAt)
  await restart
  if (team.isStopping || worker.isRetiring) return
  startWorker(team, worker.number, Math.min(worker.pauseMilliseconds * 2, LONGEST_PAUSE_MILLISECONDS))
}

/** What it had begun is over: its jobs are interrupted, its keys are free, and what it left in the temporary folder goes. */
async function clearUp(team: Team, worker: Worker, diedAt: Date): Promise<void> {
  const { store, folders } = team.data
  const deps = { db: store.writer, clock: () => new Date(), log: team.log }
  await interrupt(team, await endInterruptedJobs(deps, { ids: [...worker.jobs] }))
  setTimeout(() => {
    sweepTemporary(folders, diedAt).catch((error: unknown) => team.log.warn('the temporary folder was not cleared', { error }))
  }, LITTER_MILLISECONDS).unref()
  await Bun.sleep(HEAR_MILLISECONDS)
  if (team.isStopping) return
  for (const claim of worker.claims.values()) await releaseUnfinishedKey(store.writer, claim)
  const living = new Set([...team.workers].flatMap(({ jobs }) => [...jobs]))
  await interrupt(team, await endInterruptedJobs(deps, { createdBefore: diedAt, except: living }))
}

function interrupt(team: Team, jobs: readonly string[]): void {
  const progress = { state: 'failed', done: 0, total: null, note: null } as const
  for (const job of jobs) notify(team, { job, progress })
}
