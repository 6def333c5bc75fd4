/** Routes that nobody has to register: those from the currencies that a user has to the currency of their reports. */
import { inTransaction } from '#db/transaction.ts'
import { type Deps, now } from '../context.ts'
import { memoryKey } from '../memory.ts'
import { mayGrow, readSetting } from '../settings/service.ts'
import { createYielder } from '../shared/event-loop.ts'
import { lacksKey } from '../sources/outgoing.service.ts'
import { listDeclinedPairs, moveNeededFrom } from './automatic.repository.ts'
import { catalogueOf, pairOf } from './catalogue.ts'
import { canonicalKey } from './chain.ts'
import { normalisePair } from './convert.ts'
import type { ChainStep } from './graph.ts'
import { successionOf } from './legacy-currencies.ts'
import { listReporters, type Reporter } from './needs.repository.ts'
import { type Need, neededCurrencies } from './needs.ts'
import { insertRoute, listAllRoutes, listPairRoutes } from './repository.ts'
import { chooseRoute, type Wish } from './route-choice.ts'
import { listStoredSeries } from './sync.repository.ts'

/** After all that people register. */
export const AUTOMATIC_PRIORITY = 1_000_000

/** Pairs that no provider leads along: the providers are constant while the service runs. */
const withoutRoute = memoryKey('fx/pairs-without-route', () => new Set<string>())

const MOST_REMEMBERED = 10_000

/** Why the service registers and fetches nothing of its own accord; `null` where it does. */
export type Restraint = 'offline' | 'off' | null

/** Whether routes are registered automatically now. */
export async function restraintOf({ config, reader }: Pick<Deps, 'config' | 'reader'>): Promise<Restraint> {
  if (config.offline) return 'offline'
  const isOn = (await readSetting(reader, 'auto_fx_routes')) && (await readSetting(reader, 'fx_sync_enabled'))
  return isOn ? null : 'off'
}

/**
 * Gives each user a route from every currency at their brokers to that of their reports, where none counts for them and they have not removed one;
 * it counts for that user alone. Answers the ids of what is new or needed for earlier days than before: to be fetched.
 */
export async function registerNeededRoutes(deps: Deps, signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const touched = new Set<number>()
  if ((await restraintOf(deps)) !== null || !(await mayGrow(deps))) return touched
  const preset = await readSetting(deps.reader, 'default_currency')
  const yieldWhenDue = createYielder()
  for (const reporter of await listReporters(deps.reader)) {
    signal?.throwIfAborted()
    for (const id of await registerFor(deps, reporter, reporter.currency ?? preset)) touched.add(id)
    await yieldWhenDue()
  }
  return touched
}

async function registerFor(deps: Deps, { id: userId, brokerIds }: Reporter, to: string): Promise<number[]> {
  const needs = await neededCurrencies(deps, brokerIds, to)
  if (needs.size === 0) return []
  const routes = await listAllRoutes(deps.reader, userId)
  const ofPair = Map.groupBy(routes, pairOf)
  const declined = await listDeclinedPairs(deps.reader, userId)
  const touched: number[] = []
  for (const [from, need] of needs) {
    if (!isMarketNeeded(from, to, need)) continue
    const pair = pairOf(normalisePair(from, to))
    const present = ofPair.get(pair) ?? []
    const late = present.find(({ neededFrom }) => neededFrom !== null && neededFrom > need.from)
    if (late !== undefined && (await moved(deps, late.id, need.from))) touched.push(late.id)
    if (present.length > 0 || declined.has(pair)) continue
    const steps = await findRouteFor(deps, { from, to, since: need.from }, await stepsKnownTo(deps, userId))
    const id = steps && (await register(deps, { userId, steps, neededFrom: need.from, beside: 0 }))
    if (id !== undefined) touched.push(id)
  }
  return touched
}

/** Not of an ended currency that is needed only since its rate is fixed. */
function isMarketNeeded(from: string, to: string, need: Need): boolean {
  return [from, to].every((code) => {
    const succession = successionOf(code)
    return succession === undefined || need.from < succession.since
  })
}

/** The steps of the routes and of the stored series that count for a user: what served before goes on serving. */
export async function stepsKnownTo({ reader }: Pick<Deps, 'reader'>, userId: number): Promise<ChainStep[]> {
  const stored = await listStoredSeries(reader, userId)
  return [
    ...(await listAllRoutes(reader, userId)).flatMap((route) => route.steps),
    ...stored.map(({ base, quote, provider }) => ({ from: base, to: quote, provider })),
  ]
}

/** The best route of a pair, by way of none of the providers in `without`; `undefined` where there is none. */
export async function findRouteFor(
  deps: Pick<Deps, 'plugins' | 'memory' | 'config'>,
  wish: Wish,
  registered: readonly ChainStep[],
  without: ReadonlySet<string> = new Set(),
): Promise<readonly ChainStep[] | undefined> {
  const none = deps.memory.of(withoutRoute)
  const key = [wish.from, wish.to, ...[...without].sort()].join(' ')
  if (none.has(key)) return undefined
  const steps = await chooseRoute(wish, {
    catalogue: catalogueOf(deps),
    isUsable: (provider) => !without.has(provider.code) && !lacksKey(deps, provider),
    registered,
  })
  if (steps === undefined && none.size < MOST_REMEMBERED) none.add(key)
  return steps
}

function moved(deps: Deps, id: number, day: string): Promise<boolean> {
  return inTransaction(deps, async ({ db }) => await moveNeededFrom(db, id, day))
}

type Automatic = { readonly userId: number; readonly steps: readonly ChainStep[]; readonly neededFrom: string }

/** Registers an automatic route of a pair that has `beside` routes; `undefined` where another has come, or been refused, meanwhile. */
export function register(
  deps: Deps,
  { userId, steps, neededFrom, beside }: Automatic & { readonly beside: number },
): Promise<number | undefined> {
  const { base, quote } = normalisePair(steps[0]?.from ?? '', steps.at(-1)?.to ?? '')
  return inTransaction(deps, async (deps) => {
    if ((await listPairRoutes(deps.reader, { base, quote }, userId)).length > beside) return undefined
    if ((await listDeclinedPairs(deps.reader, userId)).has(pairOf({ base, quote }))) return undefined
    const route = { base, quote, key: canonicalKey(steps), steps, priority: AUTOMATIC_PRIORITY, userId, neededFrom }
    return await insertRoute(deps.db, { ...route, createdBy: null, createdAt: now(deps) })
  })
}
