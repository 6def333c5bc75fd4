import type { PriceProvider } from '#plugins/assets/contract.ts'
import { sleep } from '#plugins/kit/http.ts'
import type { Deps } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { serialise } from '../sources/running.service.ts'

/** When each provider was called last for a search. */
const lastCalls = memoryKey('prices/last-calls', () => new Map<string, number>())

/** Runs work that calls a provider after all earlier one, however that ended: searches and the closes that go with them. */
export function inOrder<T>(deps: Pick<Deps, 'memory'>, code: string, work: () => Promise<T>): Promise<T> {
  return serialise(deps, `prices search ${code}`, work)
}

/** Runs work once the provider has had its pause since the last call. Throws the reason of `signal` when that aborts meanwhile. */
export async function afterPause<T>(
  { memory }: Pick<Deps, 'memory'>,
  { code, pauseMilliseconds }: Pick<PriceProvider, 'code' | 'pauseMilliseconds'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const calls = memory.of(lastCalls)
  const pause = pauseMilliseconds - (performance.now() - (calls.get(code) ?? Number.NEGATIVE_INFINITY))
  if (pause > 0) await sleep(pause, signal)
  try {
    return await work()
  } finally {
    calls.set(code, performance.now())
  }
}
