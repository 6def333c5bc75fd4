import { lookup } from 'node:dns/promises'
import type { FxProvider, FxTools } from '#plugins/fx/contract.ts'
import { sleep } from '#plugins/kit/http.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'

/** Throws `fx/offline` (503) where the service must not reach out. */
export function requireOnline(deps: Pick<Deps, 'config'>): void {
  if (!deps.config.offline) return
  throw new AppError(
    'unavailable',
    'fx/offline',
    'This service is set to make no outgoing requests (OFFLINE). Enter rates by hand instead.',
  )
}

/** What a provider reaches out with. */
export function toolsFor(deps: Pick<Deps, 'fetch' | 'clock' | 'config'>, provider: FxProvider, signal: AbortSignal): FxTools {
  return {
    fetch: (url, init) => {
      requireOnline(deps)
      return deps.fetch(url, init)
    },
    clock: deps.clock,
    sleep,
    signal,
    resolve: async (host) => (await lookup(host, { all: true })).map((one) => one.address),
    key: keyOf(deps, provider),
  }
}

/** The key that the environment holds for a provider. */
export function keyOf(deps: Pick<Deps, 'config'>, provider: FxProvider): string | undefined {
  return provider.key && deps.config.sourceKeys[provider.key.setting]
}
