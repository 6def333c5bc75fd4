/** Requests to sources that know their users by a key. */
import { type HttpRequest, requestText, sourceError } from '#plugins/kit/http.ts'
import { AppError } from '#src/shared/errors.ts'
import type { PriceProvider, PriceTools } from './contract.ts'

type Keyed = Pick<PriceProvider, 'name' | 'key'>

/** Throws AppError `price/key-missing` (503), naming the setting, where the source wants a key and has none. */
export function requireKey({ name, key }: Keyed, tools: PriceTools): void {
  if (!key?.required || tools.key) return
  throw new AppError('unavailable', 'price/key-missing', `${name} wants a key: set ${key.setting} (from ${key.website}).`)
}

/**
 * `requestText` whose refusals say what to do: 401, 402 and 403 are `source/refused` (the key, or what its plan covers), 429 is `source/busy` (its calls are used
 * up). The key is never part of what is said.
 */
export async function requestKeyed({ name, key }: Keyed, tools: PriceTools, request: HttpRequest): Promise<string | undefined> {
  try {
    return await requestText(tools, request)
  } catch (error) {
    const status = error instanceof AppError ? error.extras.extensions?.['upstream_status'] : undefined
    const extras = { cause: error, ...(error instanceof AppError ? error.extras : {}) }
    if (status === 401 || status === 402 || status === 403)
      throw sourceError(
        'refused',
        `${name} refuses (${status}): check ${key?.setting ?? 'the key'}, and that its plan covers this.`,
        extras,
      )
    if (status === 429)
      throw sourceError('busy', `${name} answers no more for now: the calls of its plan are used up. Try again later.`, extras)
    throw error
  }
}

/** Refuses what our plan at the source does not cover: the fault of what was requested, not of the source. `status` = the one that stands in its answer. */
export function notCovered(detail: string, status = 402): AppError {
  return new AppError('bad-gateway', 'source/refused', detail, { extensions: { upstream_status: status } })
}
