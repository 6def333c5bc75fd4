import type { Reader, Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { AppError } from '../shared/errors.ts'

/** How a source fares. `failures` in a row; it is left alone until `closedUntil`. */
export type CircuitState = {
  readonly code: string
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
  readonly failures: number
  readonly closedUntil: string | null
}

/** Where a room keeps the states of its sources. */
export type CircuitStates = {
  readonly find: (db: Reader, code: string) => Promise<CircuitState | undefined>
  readonly write: (db: Tx, state: CircuitState) => Promise<void>
}

const MAX_FAILURES = 3
const FIRST_PAUSE_MINUTES = 15
const MAX_PAUSE_MINUTES = 24 * 60
/** Faults of the source as such; others are those of what was requested. */
const OUTAGES = new Set(['source/timeout', 'source/unreachable', 'source/status', 'source/busy', 'source/html', 'source/refused'])

/** Statuses that refuse us, not only what was requested. */
const REFUSING = new Set([401, 403, 407, 408, 429])
/** Statuses of a source with a key for what our plan there does not cover. */
const NOT_COVERED = new Set([402, 403])
const FORBIDDEN = 403
const MAX_REMEMBERED = 1_000

/** What sources have refused with 403, by key of the source: the same refusal again says nothing new of the source. */
const forbidden = memoryKey('sources/forbidden', () => new Map<string, Set<string>>())

/** Throws AppError `paused` (503) while a source that failed several times in a row is left alone. `key` = its code, perhaps with a host. */
export async function requireClosedCircuit(
  deps: Pick<Deps, 'reader' | 'clock'>,
  { states, key, paused }: { readonly states: CircuitStates; readonly key: string; readonly paused: string },
): Promise<void> {
  const until = (await states.find(deps.reader, key))?.closedUntil
  if (until == null || until <= now(deps)) return
  const detail = `${key} failed ${MAX_FAILURES} times or more; it is left alone until ${until}.`
  throw new AppError('unavailable', paused, detail)
}

/**
 * Notes how a call of a source ended: `error` is `undefined` when it ended well. Three outages in a row pause it for 15 minutes, then twice as long each.
 * `requested` = what was requested: that it is refused (403) once more is not one more outage.
 */
export async function noteCall(
  deps: Deps,
  { states, key, requested }: { readonly states: CircuitStates; readonly key: string; readonly requested?: string | undefined },
  error: AppError | undefined,
): Promise<void> {
  if (requested !== undefined && isKnownRefusal(deps, key, requested, error)) return
  await inTransaction(deps, async ({ db }) => {
    const at = now(deps)
    const before = await states.find(db, key)
    const failures = error !== undefined && isOutage(error) ? (before?.failures ?? 0) + 1 : 0
    const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MINUTES)
    const closedUntil = failures < MAX_FAILURES ? null : new Date(deps.clock().getTime() + minutes * 60_000).toISOString()
    const lastSuccess = error === undefined ? at : (before?.lastSuccess ?? null)
    await states.write(db, { code: key, lastAttempt: at, lastSuccess, lastError: error?.detail ?? null, failures, closedUntil })
  })
}

/** Whether the source as such is out: that it has no such thing, or cannot give it in that currency (400, 404, ...), is the fault of what was requested. */
function isOutage({ code, extras }: AppError): boolean {
  const status = extras.extensions?.['upstream_status']
  if (typeof status !== 'number') return OUTAGES.has(code)
  const ofOneThing = code === 'source/status' && status < 500 && !REFUSING.has(status)
  const ofOurPlan = code === 'source/refused' && NOT_COVERED.has(status)
  return OUTAGES.has(code) && !ofOneThing && !ofOurPlan
}

/** Whether it was refused before, and is again; remembers it until it is given. */
function isKnownRefusal({ memory }: Pick<Deps, 'memory'>, key: string, requested: string, error: AppError | undefined): boolean {
  const isForbidden = error?.code === 'source/status' && error.extras.extensions?.['upstream_status'] === FORBIDDEN
  const all = memory.of(forbidden)
  const known = all.get(key) ?? new Set()
  if (!isForbidden) {
    if (error === undefined) known.delete(requested)
    return false
  }
  if (known.has(requested)) return true
  if (known.size < MAX_REMEMBERED) all.set(key, known.add(requested))
  return false
}
