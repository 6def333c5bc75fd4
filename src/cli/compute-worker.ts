import type { Db } from '#db/connection.ts'
import type { Ctx } from '../context.ts'
import type { AppError } from '../shared/errors.ts'
import type { ComputeOrder } from './compute-messages.ts'
import { tooLong } from './compute-problems.ts'
import type { ComputeProcess } from './compute-process.ts'

/** A task that somebody waits for. */
export type Job = {
  readonly order: ComputeOrder
  readonly readsFiles: boolean
  readonly announce: Ctx['announce']
  readonly writes: boolean
  readonly controls: Ctx['controls']
  /** Lends the turn to write of this process while something goes on. */
  readonly lend: Db['lend']
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
  /** Whether a process has died of it, or before it. */
  isRetry: boolean
}

/** A compute process and what it does now. */
export type Worker = {
  readonly process: ComputeProcess
  job: Job | undefined
  /** Whether it has been given a task that reads files. */
  hasRead: boolean
  timers: ReturnType<typeof setTimeout>[]
  /** When it is stopped. */
  clock: ReturnType<typeof setTimeout> | undefined
  look: ReturnType<typeof setTimeout> | undefined
  /** Ends the turn to write that its task has, or waits for. */
  giveBack: (() => void) | undefined
  /** Why it was ended. */
  ending: AppError | undefined
}

export function clearTimers({ timers, clock, look }: Worker): void {
  for (const timer of [...timers, clock, look]) clearTimeout(timer)
}

/** Stops it when it is not done by then. */
export function setClock(worker: Worker, milliseconds: number): void {
  clearTimeout(worker.clock)
  worker.clock = setTimeout(() => stop(worker, tooLong()), milliseconds)
}

/** Ends a process; what it does is refused for this reason. */
export function stop(worker: Worker, why: AppError): void {
  worker.ending ??= why
  worker.process.kill()
}
