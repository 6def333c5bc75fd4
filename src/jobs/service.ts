import { createActivity, currentActivity, inActivity } from '../activity.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { knownError, problemOf } from '../http/problem.ts'
import { AppError } from '../shared/errors.ts'
import { follow, type JobControls } from './follow.ts'
import { isFinal, type Job, type JobKindName, type JobResult } from './job.ts'
import {
  abortLive,
  closeLive,
  closeStreams,
  isStopping,
  jobLoad,
  openLive,
  ownLiveIds,
  progressOf,
  queueJob,
  whenChanged,
} from './live.ts'
import {
  countJobs,
  deleteFinishedJobs,
  deleteJob,
  findJob,
  insertJob,
  type JobOwner,
  listJobRows,
  listUnfinishedJobs,
  updateJob,
} from './repository.ts'

export type { Job, JobControls, JobResult }
export { jobLoad }

export type JobWork<T> = (job: JobControls) => Promise<T>

export type JobKind = {
  readonly kind: JobKindName
  readonly total?: number | null | undefined
}

/** Where problems of the job say that they come from. */
export type JobOrigin = { readonly instance: string; readonly requestId: string }

const RETENTION_MILLISECONDS = 7 * 86_400_000
/** After long work much of the memory is garbage that nothing else would collect for a while. */
const LONG_MILLISECONDS = 500
const FREE_MEMORY_AFTER_MILLISECONDS = 100

/**
 * Records a job and begins it (a few run at once, the others queue). The row is written before the work starts and once after it has
 * ended; in between progress lives in memory, because the work may hold the write transaction. `outcome` is what the work gives or throws
 * (`job/cancelled` when it was cancelled) and may be left alone. `toResult` makes what `GET /jobs/{id}` shows.
 */
export async function startJob<T>(
  ctx: Ctx,
  options: JobKind & { readonly origin: JobOrigin },
  work: JobWork<T>,
  toResult: (value: T) => JobResult,
): Promise<{ readonly job: Job; readonly outcome: Promise<T> }> {
  const job: Job = {
    id: Bun.randomUUIDv7(),
    kind: options.kind,
    userId: ctx.user.id,
    tokenId: ctx.user.bearer?.id ?? null,
    brokerIds: [...(ctx.concerned ?? [])],
    ...{ state: 'queued', done: 0, total: options.total ?? null, note: null, result: null, problem: null },
    createdAt: now(ctx),
    finishedAt: null,
  }
  await insertJob(ctx.db, job, retainedSince(ctx))
  const { signal } = openLive(ctx, job.id, job)
  const outcome = queueJob(ctx, job, () =>
    traced(ctx, job, options.origin, () => run(ctx, job, { ...options, signal }, work, toResult)),
  )
  outcome.catch(() => {})
  return { job, outcome }
}

/** Takes a job that has ended off the list: who started it has its outcome, and there is nothing to look up. */
export async function unlistJob(ctx: Ctx, { id }: Job): Promise<void> {
  await deleteJob(ctx.db, id)
}

/** The statements of a job are its own, not those of the request that began it. */
async function traced<T>(ctx: Ctx, job: Job, { requestId }: JobOrigin, work: () => Promise<T>): Promise<T> {
  const open = ctx.tracer?.begin({ kind: 'internal', parent: currentActivity()?.span })
  const activity = createActivity(requestId, open?.span)
  const end = (isFault: boolean) =>
    open?.end({ name: `job ${job.kind}`, attributes: { 'holdfast.job_id': job.id }, isFault, activity })
  try {
    const value = await inActivity(activity, work)
    end(false)
    return value
  } catch (error) {
    end(true)
    throw error
  }
}

async function run<T>(
  ctx: Ctx,
  job: Job,
  { signal, origin }: { signal: AbortSignal; origin: JobOrigin },
  work: JobWork<T>,
  toResult: (value: T) => JobResult,
): Promise<T> {
  const { controls, latest, end } = follow(ctx, job, signal)
  try {
    signal.throwIfAborted()
    const value = await work(controls)
    await finish(ctx, { ...job, ...latest(), state: 'succeeded', result: toResult(value) })
    return value
  } catch (error) {
    ctx.storage.noteError(error)
    const reason = signal.aborted && !(error instanceof AppError) ? signal.reason : error
    const state = signal.aborted && isCancellation(signal.reason) ? 'cancelled' : 'failed'
    if (!knownError(reason)) ctx.log.error('job failed', { job_id: job.id, kind: job.kind, error: reason })
    await finish(ctx, { ...job, ...latest(), state, problem: problemOf(reason, origin) })
    throw reason
  } finally {
    end()
  }
}

async function finish(ctx: Ctx, job: Job): Promise<void> {
  const ended = { ...job, brokerIds: [...(ctx.concerned ?? [])], finishedAt: now(ctx) }
  try {
    await updateJob(ctx.db, ended)
    ctx.log.info('job ended', { job_id: job.id, kind: job.kind, state: job.state })
  } catch (error) {
    ctx.log.error('the end of a job could not be recorded', { job_id: job.id, kind: job.kind, state: job.state, error })
  }
  closeLive(ctx, job.id, ended)
  if (Date.parse(ended.finishedAt) - Date.parse(job.createdAt) >= LONG_MILLISECONDS)
    setTimeout(() => freeMemory(ctx), FREE_MEMORY_AFTER_MILLISECONDS).unref()
}

function freeMemory({ db }: Ctx): void {
  if (!db.isTransaction) db.shrinkMemory()
  Bun.gc(false)
}

/** A token that does not read everything sees the jobs that it started, and no others. */
function ownerOf({ user: { id, bearer, onlyBrokers } }: Ctx): JobOwner {
  const isWhole = bearer === undefined || (onlyBrokers === undefined && bearer.scopes.includes('read'))
  return { userId: id, tokenId: isWhole ? null : bearer.id }
}

/** The caller's job; throws `job/not-found` also for the job of another user, and for one of a broker that the caller has no access to any more. */
export async function getJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await findJob(ctx.reader, ownerOf(ctx), id)
  if (!job) throw new AppError('not-found', 'job/not-found', 'There is no such job, or it is not yours.')
  return asOfNow(ctx, job)
}

/** The caller's jobs, newest first. */
export async function listJobs(ctx: Ctx, page: { limit: number; before: readonly [string, string] | null; count: boolean }) {
  const rows = await listJobRows(ctx.reader, { ...ownerOf(ctx), limit: page.limit + 1, before: page.before })
  const items = rows.slice(0, page.limit).map((job) => asOfNow(ctx, job))
  const last = items.at(-1)
  return {
    items,
    next: rows.length > items.length && last ? ([last.createdAt, last.id] as const) : null,
    total: page.count ? await countJobs(ctx.reader, ownerOf(ctx)) : null,
  }
}

/** Asks a job to stop; it does at its next safe point. Throws `job/not-found`, `job/finished` (409). */
export async function cancelJob(ctx: Ctx, id: string): Promise<void> {
  const job = await getJob(ctx, id)
  if (isFinal(job.state)) throw new AppError('conflict', 'job/finished', `The job has already ${job.state}.`)
  abortLive(ctx, id, cancellation())
}

/**
 * The job now, after every change, and after every `quietMilliseconds` without one; ends when the job has ended or is not the caller's any
 * more, the service stops or `signal` aborts.
 */
export async function* watchJob(
  ctx: Ctx,
  id: string,
  options: { quietMilliseconds: number; signal: AbortSignal },
): AsyncGenerator<Job, void> {
  const left = new AbortController()
  const signal = AbortSignal.any([options.signal, left.signal])
  try {
    while (!signal.aborted && !isStopping(ctx)) {
      const change = whenChanged(ctx, id, options.quietMilliseconds, signal)
      const job = await findJob(ctx.reader, ownerOf(ctx), id)
      if (!job) return
      yield asOfNow(ctx, job)
      if (isFinal(job.state)) return
      await change
    }
  } finally {
    left.abort()
  }
}

/**
 * At start, before anything is served, or when a process has ended: jobs of a process that is no more are `job/interrupted`; old ones are deleted.
 * `which`: only those with these ids; only those created before an instant, but for some. Answers their ids.
 */
export async function endInterruptedJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  which: { ids?: readonly string[]; createdBefore?: Date; except?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const before = which.createdBefore?.toISOString()
  const jobs = (await listUnfinishedJobs(deps.db, which.ids)).filter(
    ({ id, createdAt }) => !which.except?.has(id) && (before === undefined || createdAt < before),
  )
  for (const job of jobs) {
    const problem = problemOf(interruption(), { instance: `/api/v1/jobs/${job.id}`, requestId: job.id })
    await updateJob(deps.db, { ...job, state: 'failed', problem, finishedAt: now(deps) })
  }
  if (jobs.length > 0) deps.log.warn('jobs were interrupted', { count: jobs.length })
  await deleteFinishedJobs(deps.db, retainedSince(deps))
  return jobs.map(({ id }) => id)
}

/** The service stops: ends event streams, waits for the jobs of this process, and after `milliseconds` asks the rest to stop. */
export async function settleJobs(deps: Pick<Deps, 'memory'>, milliseconds: number): Promise<void> {
  closeStreams(deps)
  const deadline = performance.now() + milliseconds
  while (ownLiveIds(deps).length > 0 && performance.now() < deadline) await Bun.sleep(20)
  for (const id of ownLiveIds(deps)) abortLive(deps, id, interruption())
  for (let turn = 0; turn < 25 && ownLiveIds(deps).length > 0; turn++) await Bun.sleep(20)
}

export function cancellation(): AppError {
  return new AppError('conflict', 'job/cancelled', 'The job was cancelled; nothing of it was stored.')
}

function interruption(): AppError {
  return new AppError('unavailable', 'job/interrupted', 'The service stopped before the job had ended. Start it again.')
}

function isCancellation(error: unknown): boolean {
  return error instanceof AppError && error.code === 'job/cancelled'
}

function asOfNow(ctx: Ctx, job: Job): Job {
  const progress = isFinal(job.state) ? undefined : progressOf(ctx, job.id)
  return progress === undefined || isFinal(progress.state) ? job : { ...job, ...progress }
}

function retainedSince(deps: Pick<Deps, 'clock'>): string {
  return new Date(deps.clock().getTime() - RETENTION_MILLISECONDS).toISOString()
}
