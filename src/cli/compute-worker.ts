import type { Ctx } from '../context.ts'
import type { AppError } from '../shared/errors.ts'
import type { ComputeOrder } from './compute-messages.ts'
import type { ComputeProcess } from './compute-process.ts'

/** A task that somebody waits for. */
export type Job = {
  readonly order: ComputeOrder
  readonly readsFiles: boolean
  readonly announce: Ctx['announce']
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
  /** Why it was ended. */
  ending: AppError | undefined
}
