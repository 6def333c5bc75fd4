import type { Ctx } from '../context.ts'
import type { Job } from './job.ts'
import { type Progress, setProgress } from './live.ts'

/** What the work gets: a place to tell how far it is, and a signal to stop at its next safe point (`signal.throwIfAborted()`). */
export type JobControls = {
  /** Cheap: may be called for every row. Never touches the database. */
  readonly progress: (done: number, fields?: { total?: number | null; note?: string | null }) => void
  readonly signal: AbortSignal
}

const NOTIFY_EVERY_MILLISECONDS = 100

/** Progress in memory, sent to watchers at most ten times a second. */
export function follow(ctx: Ctx, job: Job, signal: AbortSignal) {
  let progress: Progress = { state: 'running', done: 0, total: job.total, note: null }
  let notifiedAt = performance.now()
  let later: ReturnType<typeof setTimeout> | undefined
  const notify = () => {
    clearTimeout(later)
    later = undefined
    notifiedAt = performance.now()
    setProgress(ctx, job.id, progress)
  }
  setProgress(ctx, job.id, progress)
  const controls: JobControls = {
    signal,
    progress: (done, { total = progress.total, note = progress.note } = {}) => {
      progress = { state: 'running', done, total, note }
      const wait = notifiedAt + NOTIFY_EVERY_MILLISECONDS - performance.now()
      if (wait <= 0) notify()
      else later ??= setTimeout(notify, wait)
    },
  }
  return { controls, latest: () => progress, end: () => clearTimeout(later) }
}
