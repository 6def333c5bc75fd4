import type { Deps } from '../context.ts'
import type { AppError } from '../shared/errors.ts'
import {
  type CircuitStates,
  noteCall as note,
  requireClosedCircuit as requireClosed,
} from '../sources/circuit-breaker.service.ts'
import { findProviderState, writeProviderState } from './refresh.repository.ts'

const states: CircuitStates = { find: findProviderState, write: writeProviderState }

/** Throws `price/provider-paused` (503) while a provider that failed several times in a row is left alone. `key` = its code, perhaps with a host. */
export function requireClosedCircuit(deps: Pick<Deps, 'reader' | 'clock'>, key: string): Promise<void> {
  return requireClosed(deps, { states, key, paused: 'price/provider-paused' })
}

/** Notes how a call of a provider ended: `error` is `undefined` when it ended well. `requested` = the identifier, where it was for one. */
export function noteCall(deps: Deps, key: string, error: AppError | undefined, requested?: string): Promise<void> {
  return note(deps, { states, key, requested }, error)
}
