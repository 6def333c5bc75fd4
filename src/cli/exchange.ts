import { isRestoreOpen } from '../backup/swap.service.ts'
import { EXIT } from './exit.ts'
import { send, stopTeam, type Team, type Worker } from './workforce.ts'

/** A worker has so long to answer what is under way and to close the data: what it leaves to others is 3 seconds. */
const CLOSE_MILLISECONDS = 15_000

/** A worker would put other data in place: it may unless somebody comes or goes just now. */
export function requestExchange(team: Team, asker: Worker): void {
  const isBusy =
    team.exchange !== undefined || team.isStopping || team.isLeaving || [...team.workers].some((worker) => worker.isRetiring)
  if (!isBusy) team.exchange = { asker, open: undefined, over: Promise.withResolvers() }
  send(asker, { exchange: isBusy ? 'refused' : 'granted' })
}

/** The restore is committed, or given up: then all stays as it is. */
export function goOn(team: Team, isCommitted: boolean): void {
  const { exchange } = team
  if (exchange === undefined || exchange.open !== undefined) return
  if (!isCommitted) {
    endExchange(team)
    return
  }
  const open = new Set(team.workers)
  exchange.open = open
  for (const worker of open) if (worker.isReady && worker !== exchange.asker) send(worker, { exchange: 'close' })
  const kill = setTimeout(() => open.forEach(({ child }) => void child.kill('SIGKILL')), CLOSE_MILLISECONDS)
  void exchange.over.promise.then(() => clearTimeout(kill))
  if (open.size === 0) void exchangeData(team)
}

/** A worker that was just starting when the others closed the data: it closes them, too. */
export function joinExchange({ exchange }: Team, worker: Worker): void {
  if (exchange?.open?.has(worker)) send(worker, { exchange: 'close' })
}

/** A worker has closed the data, or is no more. */
export function leaveExchange(team: Team, worker: Worker): void {
  const { exchange } = team
  if (exchange === undefined) return
  if (exchange.open === undefined) {
    if (exchange.asker === worker) goOn(team, isRestoreOpen(team.data.folders.root))
    return
  }
  if (exchange.open.delete(worker) && exchange.open.size === 0) void exchangeData(team)
}

/** Nobody has the data open: this process exchanges them, and all workers open the new ones. */
async function exchangeData(team: Team): Promise<void> {
  try {
    team.data = await team.reopen(await team.data.handOver())
  } catch (error) {
    team.log.error('the restored data cannot be served; start the service again', { error })
    await stopTeam(team)
    team.log.flush()
    process.exit(EXIT.internal)
  }
  for (const worker of team.workers) {
    worker.jobs.clear()
    worker.claims.clear()
    if (worker.isReady) send(worker, { exchange: 'open' })
  }
  team.log.info('serving other data', { workers: team.workers.size })
  endExchange(team)
}

function endExchange(team: Team): void {
  const over = team.exchange?.over
  team.exchange = undefined
  over?.resolve()
}
