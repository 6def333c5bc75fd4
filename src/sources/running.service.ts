import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { untilAborted } from '../shared/abort.ts'

type Run = { readonly result: Promise<unknown>; readonly stop: AbortController; waiting: number }
type Running = { readonly runs: Map<string, Run>; readonly queues: Map<string, Promise<unknown>> }

/** What is requested from sources at the moment. */
const running = memoryKey<Running>('sources/running', () => ({ runs: new Map(), queues: new Map() }))

/**
 * Joins work of the same key that is under way, else begins it. The work's own signal is aborted when all who wait for it have aborted
 * theirs; who aborts stops waiting at once, with the reason as error. The same key always stands for work of the same result.
 */
export function joined<T>(
  deps: Pick<Deps, 'memory'>,
  key: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { runs } = deps.memory.of(running)
  const run = runs.get(key) ?? begin(runs, key, work)
  run.waiting += 1
  return untilAborted(run.result as Promise<T>, signal, () => {
    run.waiting -= 1
    if (run.waiting > 0) return
    removeRun(runs, key, run)
    run.stop.abort(signal?.reason)
  })
}

function begin<T>(runs: Map<string, Run>, key: string, work: (signal: AbortSignal) => Promise<T>): Run {
  const stop = new AbortController()
  const result = work(stop.signal)
  const run = { result, stop, waiting: 0 }
  runs.set(key, run)
  void result.catch(() => undefined).finally(() => removeRun(runs, key, run))
  return run
}

function removeRun(runs: Map<string, Run>, key: string, run: Run): void {
  if (runs.get(key) === run) runs.delete(key)
}

/** Runs work after all earlier work of the same queue is done, however that ended: a source gets one request after another. */
export function serialise<T>(deps: Pick<Deps, 'memory'>, queue: string, work: () => Promise<T>): Promise<T> {
  const { queues } = deps.memory.of(running)
  const result = (queues.get(queue) ?? Promise.resolve()).then(work)
  const settled = result.catch(() => undefined)
  queues.set(queue, settled)
  void settled.then(() => {
    if (queues.get(queue) === settled) queues.delete(queue)
  })
  return result
}
