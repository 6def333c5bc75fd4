import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { findProviderState, type ProviderState, writeProviderState } from './refresh.repository.ts'

const MAX_FAILURES = 3
const FIRST_PAUSE_MINUTES = 15
const MAX_PAUSE_MINUTES = 24 * 60
/** Faults of the source as such; others are those of one asset. */
const OUTAGES = new Set(['source/timeout', 'source/unreachable', 'source/status', 'source/busy', 'source/html', 'source/refused'])

/** Statuses that refuse us, not only what was asked for. */
const REFUSING = new Set([401, 403, 407, 408, 429])

/** Whether the source as such is out: that it has no such thing, or cannot give it in that currency (400, 404, ...), is the fault of one asset. */
function isOutage({ code, extras }: AppError): boolean {
  const status = extras.extensions?.['upstream_status']
  const ofOneAsset = code === 'source/status' && typeof status === 'number' && status < 500 && !REFUSING.has(status)
  return OUTAGES.has(code) && !ofOneAsset
}

/** Throws `price/provider-paused` (503) while a provider that failed several times in a row is left alone. `key` = its code, perhaps with a host. */
export async function requireClosedCircuit(deps: Pick<Deps, 'reader' | 'clock'>, key: string): Promise<void> {
  const until = (await findProviderState(deps.reader, key))?.closedUntil
  if (until == null || until <= now(deps)) return
  throw new AppError(
    'unavailable',
    'price/provider-paused',
    `${key} failed ${MAX_FAILURES} times or more; it is left alone until ${until}.`,
  )
}

/** Notes how a call of a provider ended: `error` is `undefined` when it ended well. Three outages in a row pause it for 15 minutes, then twice as long each. */
export async function noteCall(deps: Deps, key: string, error: AppError | undefined): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    const at = now(deps)
    const before: ProviderState = (await findProviderState(db, key)) ?? {
      ...{ code: key, lastAttempt: null, lastSuccess: null, lastError: null, failures: 0, closedUntil: null },
    }
    const outage = error !== undefined && isOutage(error)
    const failures = outage ? before.failures + 1 : 0
    const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** (failures - MAX_FAILURES), MAX_PAUSE_MINUTES)
    const closedUntil = failures < MAX_FAILURES ? null : new Date(deps.clock().getTime() + minutes * 60_000).toISOString()
    const lastSuccess = error === undefined ? at : before.lastSuccess
    await writeProviderState(db, {
      code: key,
      lastAttempt: at,
      lastSuccess,
      lastError: error?.detail ?? null,
      failures,
      closedUntil,
    })
  })
}
