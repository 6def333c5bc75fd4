import type { ChoreControls } from '../chore.ts'
import type { Config } from '../config.ts'
import type { SessionUser, WorkingPlugin } from '../context.ts'
import type { ErrorExtras, ErrorKind } from '../shared/errors.ts'

/** The name in the environment that makes a process of this executable a compute process. */
export const COMPUTE_ROLE = 'HOLDFAST_COMPUTE'

/** The task of every report, by its name: the service itself does not load it. */
export const REPORT_TASK = 'portfolio/report'

/** The first message to a compute process; secrets stay where they are. */
export type ComputeSetup = { readonly config: Omit<Config, 'jwtSecret' | 'backup' | 'oidc'> }

/** A task to do, as of `now` (milliseconds since 1970). */
export type ComputeOrder = {
  readonly id: number
  readonly task: string
  readonly user: SessionUser
  readonly now: number
  readonly input: unknown
}

/** It is the turn of this task to write; until it says that it is over, nobody else does. */
export type ComputeTurn = { readonly turn: number }

/** Nobody waits for this task any more: it stops where it can. */
export type ComputeAbort = { readonly abort: number }

/** Tasks that will be sent in a moment: all that they need is loaded. Answered with `resident`. */
export type ComputePreparation = { readonly prepare: readonly string[] }

/** What was thrown; `system` = the code of SQLite or of the operating system. */
export type ComputeFault =
  | { readonly kind: ErrorKind; readonly code: string; readonly detail: string; readonly extras: Omit<ErrorExtras, 'cause'> }
  | { readonly message: string; readonly stack: string | undefined; readonly system: string | undefined }

/**
 * `begun`: process and plugins are loaded, and the time of the task runs from now on. `working`: the import plugin that runs from now on. `progress`: how far
 * it is. `turn`: it wants to write, or has written. `resident`: bytes in memory after a task, once it has freed what it can.
 */
export type ComputeAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly fault: ComputeFault }
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly working: WorkingPlugin | null }
  | { readonly id: number; readonly progress: Parameters<ChoreControls['progress']> }
  | { readonly id: number; readonly turn: 'wanted' | 'over' }
  | { readonly resident: number }
