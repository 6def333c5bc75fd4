import type { Subprocess } from 'bun'
import type { Lock } from '#db/lock.ts'
import type { Config, Env } from '../config.ts'
import type { Log } from '../log.ts'
import { sendMessage } from './message.ts'
import type { Data } from './open.ts'
import type { ToWorker } from './worker-messages.ts'

/** After the 10 seconds that a worker takes for itself. */
const KILL_MILLISECONDS = 15_000

export type Worker = {
  readonly number: number
  readonly child: Subprocess
  readonly pauseMilliseconds: number
  /** Whether it listens. */
  isReady: boolean
  /** It has been replaced, or will be: when it ends, no other takes its place. */
  isRetiring: boolean
  /** Resolves when it listens, and when it has left the port; false when it ended before. */
  readonly ready: PromiseWithResolvers<boolean>
  readonly left: PromiseWithResolvers<boolean>
  readonly jobs: Set<string>
  /** Keys of requests that it carries out, by user and key. */
  readonly claims: Map<string, { readonly userId: number; readonly key: string }>
}
export type Team = {
  readonly config: Config
  readonly env: Env
  data: Data
  /** Opens the data of now, under the lock. */
  readonly reopen: (lock: Lock | undefined) => Promise<Data>
  readonly log: Log
  readonly workers: Set<Worker>
  isStopping: boolean
  /** Whether this process still answers requests of before it had workers. */
  isLeaving: boolean
  /** While other data are put in place. */
  exchange?: Exchange | undefined
}

/** Other data are put in the place of those that all workers have open, because one of them has restored a backup. */
export type Exchange = {
  readonly asker: Worker
  /** Those that may have the data of before open; `undefined` until the restore is committed. */
  open: Set<Worker> | undefined
  readonly over: PromiseWithResolvers<void>
}

/** Nothing when it has just ended. */
export function send({ child }: Worker, message: ToWorker): void {
  sendMessage(child, message)
}

export async function stopTeam(team: Team): Promise<void> {
  team.isStopping = true
  const children = [...team.workers].map((worker) => worker.child)
  for (const child of children) child.kill('SIGTERM')
  const kill = setTimeout(() => children.map((child) => child.kill('SIGKILL')), KILL_MILLISECONDS)
  await Promise.all(children.map((child) => child.exited))
  clearTimeout(kill)
  await team.data.close()
}
