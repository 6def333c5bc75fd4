import { readDataVersion } from '#db/data-version.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import type { SyncResult } from './sync.ts'

const TICK_MILLISECONDS = 5_000
/** While something is being written all the time, so many turns are let pass. */
const MOST_TURNS = 12
/** Looking takes no more than a part of the time. */
const REST_TIMES = 20

/**
 * Gives currencies that have come into use a route, and fetches its rates: a moment after a line, a price, an import, a preference or a setting was
 * written, by whatever process. It only looks at the database again when something was committed. `stop` ends a fetch under way, too.
 */
export function startRouteWatch(deps: Deps, tickMilliseconds = TICK_MILLISECONDS): { readonly stop: () => void } {
  let [done, seen, turns, restUntil] = [-1, -1, 0, 0]
  const look = async (signal: AbortSignal) => {
    if (performance.now() < restUntil) return
    const version = await readDataVersion(deps.reader)
    if (version === done) return
    turns = version === seen ? MOST_TURNS : turns + 1
    seen = version
    if (turns < MOST_TURNS) return
    done = version
    turns = 0
    const began = performance.now()
    await routeWhatIsNeeded(deps, signal, () => {
      restUntil = performance.now() + REST_TIMES * (performance.now() - began)
    })
  }
  return startTicker(tickMilliseconds, look, {
    failed: (error) => logFailure(deps, error),
    reason: () => new AppError('unavailable', 'fx/stopping', 'The service is stopping.'),
  })
}

/** Registers the routes that are needed, and fetches the rates of those that are new or needed for earlier days; `null` where there are none. */
export async function routeWhatIsNeeded(
  deps: Deps,
  signal?: AbortSignal,
  registered: () => void = () => {},
): Promise<SyncResult | null> {
  const ids = await registerNeeded(deps, signal)
  registered()
  return await fetchRoutes(deps, ids, signal)
}

async function registerNeeded(deps: Deps, signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const { registerNeededRoutes } = await import('./automatic.ts')
  return await registerNeededRoutes(deps, signal)
}

async function fetchRoutes(deps: Deps, ids: ReadonlySet<number>, signal?: AbortSignal): Promise<SyncResult | null> {
  if (ids.size === 0) return null
  const { prepareSync } = await import('./sync.ts')
  const { EVERYBODY } = await import('./rate.repository.ts')
  const fetched = async (some: ReadonlySet<number>) => await (await prepareSync(deps, {}, EVERYBODY, some))({ signal })
  const result = await fetched(ids)
  const { registerBeside } = await import('./automatic-beside.ts')
  const more = await registerBeside(deps, ids, signal)
  if (more.size > 0) await fetched(more)
  const written = result.pairs.reduce((sum, one) => sum + one.added + one.updated, 0)
  deps.log.info('exchange rates of automatic routes fetched', { routes: ids.size, written, failed: result.failed.length })
  return result
}

function logFailure({ log }: Pick<Deps, 'log'>, error: unknown): void {
  if (error instanceof AppError)
    log.warn('rates of automatic routes could not be fetched', { code: error.code, detail: error.detail })
  else log.error('automatic routes failed', { error })
}
