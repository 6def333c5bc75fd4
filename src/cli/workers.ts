import { requireFreePort } from './bind.ts'
import type { Serving } from './listen.ts'
import type { Data } from './open.ts'
import { onRestart, stopOnSignal } from './signals.ts'
import { FIRST_PAUSE_MILLISECONDS, startWorker } from './team.ts'
import { send, stopTeam, type Team, type Worker } from './workforce.ts'

/** A worker that has been replaced has five minutes to finish, and this long to end. */
const RETIRE_MILLISECONDS = 320_000
const LEAVE_MILLISECONDS = 5_000
/** What still runs in the process that served first has so long at the end. */
const FINISH_MILLISECONDS = 10_000

type Given = Pick<Team, 'config' | 'env' | 'data' | 'reopen' | 'log'>

/**
 * Starts `WORKERS` processes on one port and keeps them running. This process holds the lock and serves nothing. Sessions work in every
 * worker because they share the secret; what workers say to each other goes through here. SIGHUP replaces them one by one.
 */
export function supervise({ config, ...given }: Given): void {
  const { host, metricsPort } = config
  const port = requireFreePort({ host, port: config.port, variable: 'PORT' })
  if (metricsPort !== null) requireFreePort({ host, port: metricsPort, variable: 'METRICS_PORT' })
  const team: Team = { ...given, config: { ...config, port }, workers: new Set(), isStopping: false, isLeaving: false }
  for (let number = 1; number <= config.workers; number++) startWorker(team, number, FIRST_PAUSE_MILLISECONDS)
  onRestart(
    team.log,
    onlyOneAtATime(() => rollOver(team)),
  )
  stopOnSignal(team.log, () => stopTeam(team), { isWorker: false })
}

/**
 * What SIGHUP does to a process that serves alone: it starts a worker, leaves the port to it, and goes on as its supervisor. Returns what SIGHUP, with
 * the data of now, and the end do from then on.
 */
export function createSuccession(
  given: Given,
  serving: Serving,
): { readonly roll: (data: Data) => Promise<void>; readonly stop: () => Promise<void> } {
  const config = { ...given.config, port: serving.port }
  const team: Team = { ...given, config, workers: new Set(), isStopping: false, isLeaving: false }
  let isServing = true
  let leaving = Promise.resolve()
  const leave = async () => {
    const fresh = await startFresh(team, 1)
    if (fresh === undefined) return
    isServing = false
    team.isLeaving = true
    const { ended } = await serving.retire(1)
    leaving = ended
    await ended
    team.isLeaving = false
    team.data.store.writer.shrinkMemory()
    Bun.gc(true)
  }
  const roll = onlyOneAtATime(() => (isServing ? leave() : rollOver(team)))
  return {
    roll: (data) => {
      if (isServing) team.data = data
      return roll()
    },
    stop: async () => {
      if (!isServing) {
        await Promise.race([leaving, Bun.sleep(FINISH_MILLISECONDS)])
        return await stopTeam(team)
      }
      team.isStopping = true
      for (const { child } of team.workers) child.kill('SIGKILL')
      await serving.stop()
    },
  }
}

/** One more that is wanted while one runs follows it. */
function onlyOneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isWanted = false
  return async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isRunning = false
  }
}

async function rollOver(team: Team): Promise<void> {
  await team.exchange?.over.promise
  team.log.info('restarting', { workers: team.workers.size })
  for (const old of [...team.workers].filter(({ isRetiring }) => !isRetiring)) {
    if (team.isStopping || !(await replace(team, old))) return
  }
  team.log.info('restarted', { workers: team.workers.size })
}

/** Whether a new worker took the place of an old one, which ends when it has finished. */
async function replace(team: Team, old: Worker): Promise<boolean> {
  const newest = [...team.workers].filter(({ isReady, isRetiring }) => isReady && !isRetiring).length
  const fresh = await startFresh(team, old.number)
  if (fresh === undefined) return false
  old.isRetiring = true
  send(old, { retire: newest })
  const kill = setTimeout(() => old.child.kill('SIGKILL'), RETIRE_MILLISECONDS)
  kill.unref()
  void old.child.exited.then(() => clearTimeout(kill))
  await Promise.race([old.left.promise, Bun.sleep(LEAVE_MILLISECONDS)])
  return true
}

/** A worker that listens; `undefined` when it did not come so far: then those that serve go on. */
async function startFresh(team: Team, number: number): Promise<Worker | undefined> {
  const fresh = startWorker(team, number, FIRST_PAUSE_MILLISECONDS)
  fresh.isRetiring = true
  if (!(await fresh.ready.promise)) {
    if (!team.isStopping) team.log.error('a new worker did not start: those that serve go on', { number })
    return undefined
  }
  fresh.isRetiring = false
  return fresh
}
