import type { Config } from '../config.ts'
import type { Ctx, WorkingPlugin } from '../context.ts'
import type { Log } from '../log.ts'
import type { Compute, PrepareCompute, Task } from '../task.ts'
import { COMPUTE_LIMITS, type ComputeLimits, restMilliseconds } from './compute-limits.ts'
import { type ComputeAnswer, REPORT_TASK } from './compute-messages.ts'
import { busy, errorOf, failed, tooLarge, tooLong } from './compute-problems.ts'
import { startComputeProcess } from './compute-process.ts'
import { lendTurn, takeTurnBack } from './compute-turn.ts'
import { clearTimers, type Job, setClock, stop, type Worker } from './compute-worker.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

type Pool = {
  readonly config: Config
  readonly log: Log
  readonly limits: ComputeLimits
  readonly most: number
  readonly start: typeof startComputeProcess
  readonly queue: FairQueue<Job>
  readonly workers: Worker[]
  isClosed: boolean
  lastId: number
}

/**
 * Compute processes, started when they are needed and ended when they are not. One task of a user runs at a time, users take turns, and a
 * second process serves others while a long task runs. A task that takes too long or too much memory ends with its process.
 */
export function createComputePool(
  given: Pick<Pool, 'config' | 'log'>,
  settings: { readonly limits?: Partial<ComputeLimits>; readonly start?: typeof startComputeProcess } = {},
): {
  readonly compute: Compute
  readonly prepare: PrepareCompute
  /** Has a process there that can compute a report; nothing where there is any process. */
  readonly expectReports: () => void
  readonly load: () => { readonly running: number; readonly waiting: number }
  readonly close: () => void
} {
  const pool: Pool = {
    ...given,
    limits: { ...COMPUTE_LIMITS, ...settings.limits },
    most: given.config.workers > 1 ? 1 : 2,
    start: settings.start ?? startComputeProcess,
    queue: createFairQueue<Job>(),
    workers: [],
    isClosed: false,
    lastId: 0,
  }
  return {
    compute: async (ctx, task, input, signal) => await enqueue(pool, ctx, { task, input }, signal),
    prepare: (tasks) => prepare(pool, tasks),
    expectReports: () => void (pool.workers.length === 0 && prepare(pool, [{ name: REPORT_TASK }])),
    load: () => ({ running: pool.workers.filter(({ job }) => job !== undefined).length, waiting: pool.queue.size() }),
    close: () => {
      pool.isClosed = true
      for (const worker of pool.workers) worker.process.kill()
    },
  }
}

function enqueue<I, O>(
  pool: Pool,
  { user, clock, announce, controls, db }: Ctx,
  { task, input }: { readonly task: Pick<Task<I, O>, 'name' | 'readsFiles' | 'writes'>; readonly input: I },
  signal: AbortSignal | undefined,
): Promise<O> {
  if (pool.queue.size() >= pool.limits.waiting || pool.queue.size(user.id) >= pool.limits.waitingOfUser) throw busy()
  pool.lastId += 1
  const { id, isSuperuser, username, onlyBrokers } = user
  const caller = { id, isSuperuser, username, ...(onlyBrokers && { onlyBrokers }) }
  const order = { id: pool.lastId, task: task.name, input, user: caller, now: clock().getTime() }
  const { promise, resolve, reject } = Promise.withResolvers<O>()
  const lend: Job['lend'] = async (work) => await ('lend' in db ? db.lend(work) : Promise.reject(failed()))
  const kind = { readsFiles: task.readsFiles === true, writes: task.writes === true }
  const job: Job = { order, ...kind, announce, controls, lend, resolve, reject, isRetry: false }
  const abandon = () => leave(pool, job)
  signal?.addEventListener('abort', abandon, { once: true })
  pool.queue.add(user.id, job)
  assign(pool)
  return promise.finally(() => signal?.removeEventListener('abort', abandon))
}

/** Gives waiting jobs to idle processes; starts the first one at once, the second when the first keeps others waiting. */
function assign(pool: Pool): void {
  if (pool.isClosed) return
  const { queue, workers } = pool
  for (;;) {
    const idle = workers.find((worker) => worker.job === undefined && worker.ending === undefined)
    if (idle === undefined && workers.length > 0) break
    const job = queue.take((userId) => workers.some((worker) => worker.job?.order.user.id === userId))
    if (job === undefined) break
    begin(pool, idle, job)
  }
  if (queue.size() > 0) setTimeout(() => openSecond(pool), pool.limits.secondAfter).unref()
}

function openSecond(pool: Pool): void {
  const { queue, workers, most } = pool
  const isRunning = (userId: number) => workers.some((worker) => worker.job?.order.user.id === userId)
  if (pool.isClosed || workers.length >= most || workers.some((worker) => worker.job === undefined)) return
  const job = queue.take(isRunning)
  if (job !== undefined) begin(pool, undefined, job)
}

function tryToOpen(pool: Pool, job?: Job): Worker | undefined {
  try {
    return open(pool)
  } catch (error) {
    pool.log.error('a compute process cannot be started', { error })
    job?.reject(failed())
    return undefined
  }
}

function open(pool: Pool): Worker {
  const worker: Worker = {
    process: pool.start(pool.config, {
      answer: (message) => settle(pool, worker, message),
      exit: (how) => end(pool, worker, how),
    }),
    job: undefined,
    hasRead: false,
    timers: [],
    clock: undefined,
    look: undefined,
    giveBack: undefined,
    ending: undefined,
  }
  pool.workers.push(worker)
  return worker
}

/** Has the first process there, with what these tasks need; nothing where it is busy. */
function prepare(pool: Pool, tasks: Parameters<PrepareCompute>[0]): void {
  const worker = pool.workers[0] ?? (pool.isClosed ? undefined : tryToOpen(pool))
  if (worker === undefined || worker.job !== undefined || worker.ending !== undefined) return
  clearTimers(worker)
  setClock(worker, pool.limits.longestStart)
  worker.process.send({ prepare: tasks.map(({ name }) => name) })
}

/** Gives a job to an idle process, or to a new one. */
function begin(pool: Pool, idle: Worker | undefined, job: Job): void {
  const worker = idle ?? tryToOpen(pool, job)
  if (worker === undefined) return
  clearTimers(worker)
  worker.job = job
  worker.hasRead ||= job.readsFiles
  worker.timers = [setInterval(() => void watch(pool, worker), 200)]
  setClock(worker, pool.limits.longestStart)
  worker.process.send(job.order)
}

async function watch(pool: Pool, worker: Worker): Promise<void> {
  const { job } = worker
  const resident = await worker.process.resident()
  const most = job?.readsFiles === true ? pool.limits.residentReading : pool.limits.resident
  if (resident > most && job !== undefined && worker.job === job) stop(worker, tooLarge())
}

function settle(pool: Pool, worker: Worker, message: ComputeAnswer): void {
  if ('resident' in message) rest(pool, worker, message.resident)
  if (!('id' in message) || worker.job?.order.id !== message.id) return
  const { job } = worker
  if ('begun' in message) {
    setClock(worker, worker.job.readsFiles ? pool.limits.longestReading : pool.limits.longest)
    return
  }
  if ('working' in message) {
    note(pool, worker, message.working)
    return
  }
  if ('progress' in message) {
    job.controls?.progress(...message.progress)
    return
  }
  if ('turn' in message) {
    if (message.turn === 'over') takeTurnBack(worker)
    else lendTurn(worker, job, (why) => stop(worker, why))
    return
  }
  worker.job = undefined
  takeTurnBack(worker)
  clearTimers(worker)
  if ('fault' in message) job.reject(errorOf(message.fault))
  else job.resolve(message.result as never)
  assign(pool)
}

/** Passes on which plugin works now. One that only looks has little time. */
function note(pool: Pool, worker: Worker, working: WorkingPlugin | null): void {
  worker.job?.announce?.(working)
  clearTimeout(worker.look)
  if (working?.isLooking === true) worker.look = setTimeout(() => stop(worker, tooLong()), pool.limits.longestLook)
}

/** It ends when nothing came for a while; sooner when it has read files, holds much, or is the second one. */
function rest(pool: Pool, worker: Worker, resident: number): void {
  if (worker.job !== undefined) return
  clearTimers(worker)
  const { hasRead } = worker
  const after = restMilliseconds(pool.limits, { resident, hasRead, isSpare: pool.workers[0] !== worker })
  const timer = setTimeout(() => worker.job === undefined && stop(worker, busy()), after)
  timer.unref()
  worker.timers = [timer]
}

/** A process is no more: what it did is done once more where it died by itself, else refused; the others are served by another. */
function end(pool: Pool, worker: Worker, how: string): void {
  clearTimers(worker)
  takeTurnBack(worker)
  pool.workers.splice(pool.workers.indexOf(worker), 1)
  if (pool.isClosed) {
    worker.job?.reject(busy())
    return
  }
  if (worker.job !== undefined)
    pool.log.error('a compute process ended in the midst of a task', {
      how,
      task: worker.job.order.task,
      user_id: worker.job.order.user.id,
      ...(worker.ending && { reason: worker.ending.code }),
    })
  if (worker.job !== undefined && worker.ending === undefined && !worker.job.isRetry) {
    worker.job.isRetry = true
    begin(pool, undefined, worker.job)
  } else worker.job?.reject(worker.ending ?? failed())
  assign(pool)
}

/** Nobody waits for a job any more: it is not begun, and when it runs on for long, it ends. */
function leave(pool: Pool, job: Job): void {
  if (pool.queue.remove(job.order.user.id, job)) job.reject(busy())
  const worker = pool.workers.find((one) => one.job === job)
  if (worker === undefined) return
  if (job.writes) worker.process.send({ abort: job.order.id })
  // One that is writing hears of it, and what it has committed must not be said to be undone.
  const isIdle = () => worker.job === job && worker.giveBack === undefined
  const timer = setTimeout(() => isIdle() && stop(worker, busy()), pool.limits.abandoned)
  worker.timers.push(timer)
}
