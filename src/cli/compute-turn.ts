import { failed } from './compute-problems.ts'
import type { Job, Worker } from './compute-worker.ts'

/**
 * Lends the turn to write of this process to a task that wants it, until the task gives it back or its process is no more: whatever this process
 * would write waits so long.
 */
export function lendTurn(worker: Worker, job: Job, onFailure: (why: ReturnType<typeof failed>) => void): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.giveBack = resolve
  const use = async () => {
    if (worker.giveBack !== resolve) return
    worker.process.send({ turn: job.order.id })
    await promise
  }
  job.lend(use).catch(() => onFailure(failed()))
}

/** Ends what `lendTurn` began. */
export function takeTurnBack(worker: Worker): void {
  worker.giveBack?.()
  worker.giveBack = undefined
}
