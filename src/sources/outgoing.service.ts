import { lookup } from 'node:dns/promises'
import { type HttpTools, sleep } from '#plugins/kit/http.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'

/** A key that a source wants; `setting` = the name of the environment variable that holds it. */
type Keyed = { readonly key?: { readonly setting: string; readonly required?: boolean } | undefined }

export type SourceTools = HttpTools & { readonly key?: string | undefined }

/** How a room reaches out: both throw AppError `code` (503), which says what to do instead, where the service must not. */
export type Outgoing = {
  readonly requireOnline: (deps: Pick<Deps, 'config'>) => void
  /** What a provider reaches out with. */
  readonly toolsFor: (deps: Pick<Deps, 'fetch' | 'clock' | 'config'>, provider: Keyed, signal: AbortSignal) => SourceTools
}

export function createOutgoing({ code, instead }: { readonly code: string; readonly instead: string }): Outgoing {
  const requireOnline: Outgoing['requireOnline'] = ({ config }) => {
    if (!config.offline) return
    throw new AppError('unavailable', code, `This service is set to make no outgoing requests (OFFLINE). ${instead}`)
  }
  return {
    requireOnline,
    toolsFor: (deps, provider, signal) => ({
      fetch: (url, init) => {
        requireOnline(deps)
        return deps.fetch(url, init)
      },
      clock: deps.clock,
      sleep,
      signal,
      resolve: async (host) => (await lookup(host, { all: true })).map((one) => one.address),
      key: sourceKey(deps, provider),
    }),
  }
}

/** The key that the environment holds for a provider. */
export function sourceKey(deps: Pick<Deps, 'config'>, provider: Keyed): string | undefined {
  return provider.key && deps.config.sourceKeys[provider.key.setting]
}

/** Whether a provider lacks a key without which it answers nothing. */
export function lacksKey(deps: Pick<Deps, 'config'>, provider: Keyed): boolean {
  return provider.key?.required === true && sourceKey(deps, provider) === undefined
}
