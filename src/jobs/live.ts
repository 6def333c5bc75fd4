import pLimit, { type LimitFunction } from 'p-limit'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import type { JobKindName, JobState } from './job.ts'

/** How far an unfinished job is. In memory: the database may be busy with the work itself. */
export type Progress = {
  readonly state: JobState
  readonly done: number
  readonly total: number | null
  readonly note: string | null
}

/** What the processes of one service tell each other of their jobs. `state` final: the row has everything. */
export type JobMessage = { readonly job: string } & ({ readonly progress: Progress } | { readonly cancel: true })

type LiveJob = {
  progress: Progress
  /** Of a job of this process. */
  readonly controller: AbortController | undefined
}

type Jobs = {
  readonly live: Map<string, LiveJob>
  readonly watchers: Map<string, Set<() => void>>
  readonly queue: LimitFunction
  /** Of jobs that wait for others' servers: all together, and those of one user. */
  readonly patient: LimitFunction
  readonly ofUser: Map<number, LimitFunction>
  notifyPeers: (message: JobMessage) => void
  isClosing: boolean
}
type Remembering = Pick<Deps, 'memory'>

/** More at once would only share the same writer, and hold more files in memory. */
const AT_ONCE = 4
const jobs = memoryKey('jobs/live', (): Jobs => {
  const lanes = { queue: pLimit(AT_ONCE), patient: pLimit(AT_ONCE), ofUser: new Map() }
  return { live: new Map(), watchers: new Map(), ...lanes, notifyPeers: () => {}, isClosing: false }
})

/** Kinds that take many minutes, most of which they wait for sources or other processes: they hold no other job up, and a user has one at a time. */
const PATIENT: ReadonlySet<JobKindName> = new Set(['suggest-price-sources', 'create-backup', 'verify-backup', 'restore-backup'])

/** Runs the work of a job when it is its turn: a few run at once. */
export async function queueJob<T>(
  { memory }: Remembering,
  { kind, userId }: { readonly kind: JobKindName; readonly userId: number },
  work: () => Promise<T>,
): Promise<T> {
  const { queue, patient, ofUser } = memory.of(jobs)
  if (!PATIENT.has(kind)) return await queue(work)
  const own = ofUser.get(userId) ?? pLimit(1)
  ofUser.set(userId, own)
  try {
    return await own(() => patient(work))
  } finally {
    if (own.pendingCount === 0) ofUser.delete(userId)
  }
}

/** Begins to keep a job of this process; aborting the controller asks it to stop. */
export function openLive({ memory }: Remembering, id: string, progress: Progress): AbortController {
  const controller = new AbortController()
  const state = memory.of(jobs)
  state.live.set(id, { progress, controller })
  announce(state, id, progress)
  return controller
}

export function setProgress({ memory }: Remembering, id: string, progress: Progress): void {
  const state = memory.of(jobs)
  const job = state.live.get(id)
  if (job === undefined) return
  job.progress = progress
  announce(state, id, progress)
}

/** The job has its final row. */
export function closeLive({ memory }: Remembering, id: string, progress: Progress): void {
  const state = memory.of(jobs)
  state.live.delete(id)
  announce(state, id, progress)
}

export function progressOf({ memory }: Remembering, id: string): Progress | undefined {
  return memory.of(jobs).live.get(id)?.progress
}

/** Asks a job to stop, here or in the process that runs it. */
export function abortLive({ memory }: Remembering, id: string, reason: unknown): void {
  const { live, notifyPeers } = memory.of(jobs)
  const controller = live.get(id)?.controller
  if (controller) controller.abort(reason)
  else notifyPeers({ job: id, cancel: true })
}

/** The jobs of this process that have not ended. */
export function ownLiveIds({ memory }: Remembering): string[] {
  return [...memory.of(jobs).live].filter(([, job]) => job.controller !== undefined).map(([id]) => id)
}

/** Resolves when the job has changed, after `milliseconds`, when `signal` aborts or the service stops. */
export function whenChanged({ memory }: Remembering, id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
  const { watchers, isClosing } = memory.of(jobs)
  if (signal.aborted || isClosing) return Promise.resolve()
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      const set = watchers.get(id)
      set?.delete(settle)
      if (set?.size === 0) watchers.delete(id)
      resolve()
    }
    const timer = setTimeout(settle, milliseconds)
    signal.addEventListener('abort', settle, { once: true })
    const set = watchers.get(id) ?? new Set()
    watchers.set(id, set.add(settle))
  })
}

/** How many jobs of this process run and wait for their turn. */
export function jobLoad({ memory }: Remembering): { readonly running: number; readonly waiting: number } {
  const { queue, patient, ofUser } = memory.of(jobs)
  const own = [...ofUser.values()].reduce((sum, limit) => sum + limit.pendingCount, 0)
  return { running: queue.activeCount + patient.activeCount, waiting: queue.pendingCount + patient.pendingCount + own }
}

/** Ends every event stream: the service stops. */
export function closeStreams({ memory }: Remembering): void {
  const state = memory.of(jobs)
  state.isClosing = true
  for (const id of [...state.watchers.keys()]) wake(state, id)
}

export function isStopping({ memory }: Remembering): boolean {
  return memory.of(jobs).isClosing
}

/** Joins this process to its siblings: `send` reaches all of them, and the function returned takes what they send. */
export function joinPeers(
  { memory }: Remembering,
  send: (message: JobMessage) => void,
  cancelled: () => unknown,
): (message: JobMessage) => void {
  const state = memory.of(jobs)
  state.notifyPeers = send
  return (message) => {
    if ('cancel' in message) state.live.get(message.job)?.controller?.abort(cancelled())
    else receive(state, message.job, message.progress)
  }
}

/** Says of every job of this process how far it is: a sibling that has just come knows none. */
export function announceOwn({ memory }: Remembering): void {
  const { live, notifyPeers } = memory.of(jobs)
  for (const [job, { progress, controller }] of live) if (controller !== undefined) notifyPeers({ job, progress })
}

function receive(state: Jobs, id: string, progress: Progress): void {
  if (progress.state === 'queued' || progress.state === 'running') state.live.set(id, { progress, controller: undefined })
  else state.live.delete(id)
  wake(state, id)
}

function announce(state: Jobs, id: string, progress: Progress): void {
  state.notifyPeers({ job: id, progress })
  wake(state, id)
}

function wake({ watchers }: Jobs, id: string): void {
  for (const settle of [...(watchers.get(id) ?? [])]) settle()
}
