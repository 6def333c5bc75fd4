import type { DataFolders, Deps } from '../context.ts'

type Run = { readonly result: Promise<unknown>; readonly stop: AbortController; waiting: number }
type Running = { readonly runs: Map<string, Run>; readonly queues: Map<string, Promise<unknown>> }

/** What this process is doing for each service that it runs (tests run several). */
const everything = new WeakMap<DataFolders, Running>()

/**
 * Joins work of the same key that is under way, else begins it. The work's own signal is aborted when all who wait for it have aborted
 * theirs; who aborts stops waiting at once, with the reason as error.
 */
export function joined<T>(
  deps: Pick<Deps, 'folders'>,
  key: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { runs } = runningOf(deps)
  const run = runs.get(key) ?? begin(runs, key, work)
  run.waiting += 1
  return untilAborted(run.result as Promise<T>, signal, () => {
    run.waiting -= 1
    if (run.waiting > 0) return
    forget(runs, key, run)
    run.stop.abort(signal?.reason)
  })
}

function begin<T>(runs: Map<string, Run>, key: string, work: (signal: AbortSignal) => Promise<T>): Run {
  const stop = new AbortController()
  const result = work(stop.signal)
  const run = { result, stop, waiting: 0 }
  runs.set(key, run)
  void result.catch(() => undefined).finally(() => forget(runs, key, run))
  return run
}

function forget(runs: Map<string, Run>, key: string, run: Run): void {
  if (runs.get(key) === run) runs.delete(key)
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal | undefined, abandon: () => void): Promise<T> {
  if (!signal) return result
  return new Promise((resolve, reject) => {
    const give = () => {
      abandon()
      reject(signal.reason)
    }
    if (signal.aborted) return give()
    signal.addEventListener('abort', give, { once: true })
    void result.then(resolve, reject).finally(() => signal.removeEventListener('abort', give))
  })
}

/** Runs work after all earlier work of the same name is done, however that ended. */
export function inTurn<T>(deps: Pick<Deps, 'folders'>, name: string, work: () => Promise<T>): Promise<T> {
  const { queues } = runningOf(deps)
  const before = queues.get(name) ?? Promise.resolve()
  const result = before.then(work)
  const settled = result.catch(() => undefined)
  queues.set(name, settled)
  void settled.then(() => {
    if (queues.get(name) === settled) queues.delete(name)
  })
  return result
}

function runningOf(deps: Pick<Deps, 'folders'>): Running {
  const running = everything.get(deps.folders) ?? { runs: new Map(), queues: new Map() }
  everything.set(deps.folders, running)
  return running
}
