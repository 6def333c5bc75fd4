import type { JobState } from './job.ts'

/** How far an unfinished job is. Kept in memory: the database may be busy with the work itself. */
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

const live = new Map<string, LiveJob>()
const watchers = new Map<string, Set<() => void>>()
let tellPeers: (message: JobMessage) => void = () => {}
let isClosing = false

/** Begins to keep a job of this process; aborting the controller asks it to stop. */
export function openLive(id: string, progress: Progress): AbortController {
  const controller = new AbortController()
  live.set(id, { progress, controller })
  announce(id, progress)
  return controller
}

export function setProgress(id: string, progress: Progress): void {
  const job = live.get(id)
  if (job === undefined) return
  job.progress = progress
  announce(id, progress)
}

/** The job has its final row. */
export function closeLive(id: string, progress: Progress): void {
  live.delete(id)
  announce(id, progress)
}

export function progressOf(id: string): Progress | undefined {
  return live.get(id)?.progress
}

/** Asks a job to stop, here or in the process that runs it. */
export function abortLive(id: string, reason: unknown): void {
  const controller = live.get(id)?.controller
  if (controller) controller.abort(reason)
  else tellPeers({ job: id, cancel: true })
}

/** The jobs of this process that have not ended. */
export function ownLiveIds(): string[] {
  return [...live].filter(([, job]) => job.controller !== undefined).map(([id]) => id)
}

/** Resolves when the job has changed, after `milliseconds`, when `signal` aborts or the service stops. */
export function whenChanged(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
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

/** Ends every event stream: the service stops. */
export function closeStreams(): void {
  isClosing = true
  for (const id of [...watchers.keys()]) wake(id)
}

/** The service has stopped; another may start in this process. */
export function reopenStreams(): void {
  isClosing = false
}

export function isStopping(): boolean {
  return isClosing
}

/** Joins this process to its siblings: `send` reaches all of them, and the function returned takes what they send. */
export function joinPeers(send: (message: JobMessage) => void, cancelled: () => unknown): (message: JobMessage) => void {
  tellPeers = send
  return (message) => {
    if ('cancel' in message) live.get(message.job)?.controller?.abort(cancelled())
    else receive(message.job, message.progress)
  }
}

function receive(id: string, progress: Progress): void {
  if (progress.state === 'queued' || progress.state === 'running') live.set(id, { progress, controller: undefined })
  else live.delete(id)
  wake(id)
}

function announce(id: string, progress: Progress): void {
  tellPeers({ job: id, progress })
  wake(id)
}

function wake(id: string): void {
  for (const settle of [...(watchers.get(id) ?? [])]) settle()
}
