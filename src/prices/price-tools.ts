import { lookup } from 'node:dns/promises'
import type { PriceProvider, PriceTools } from '#plugins/assets/contract.ts'
import { sleep } from '#plugins/kit/http.ts'
import type { DataFolders, Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'

/** What a provider reaches out with; throws `asset/offline` (503) where the service must not. */
export function toolsFor(
  deps: Pick<Deps, 'fetch' | 'clock' | 'config'>,
  provider: PriceProvider,
  signal: AbortSignal,
): PriceTools {
  return {
    fetch: (url, init) => {
      requireOnline(deps)
      return deps.fetch(url, init)
    },
    clock: deps.clock,
    sleep,
    signal,
    resolve: async (host) => (await lookup(host, { all: true })).map((one) => one.address),
    key: provider.key && deps.config.sourceKeys[provider.key.setting],
  }
}

/** Throws `asset/offline` (503) where the service must not reach out. */
export function requireOnline(deps: Pick<Deps, 'config'>): void {
  if (!deps.config.offline) return
  const detail = 'This service is set to make no outgoing requests (OFFLINE). Enter prices by hand instead.'
  throw new AppError('unavailable', 'asset/offline', detail)
}

/** What is asked of each provider, one call after another, for each service that runs in this process (tests run several). */
const queues = new WeakMap<DataFolders, Map<string, Promise<unknown>>>()

/** Runs work after all earlier work of the same name is done, however that ended. */
export function inTurn<T>(deps: Pick<Deps, 'folders'>, name: string, work: () => Promise<T>): Promise<T> {
  const known = queues.get(deps.folders) ?? new Map<string, Promise<unknown>>()
  queues.set(deps.folders, known)
  const result = (known.get(name) ?? Promise.resolve()).then(work)
  known.set(
    name,
    result.catch(() => undefined),
  )
  return result
}
