import { sightOf } from '#db/sight.ts'
/** A second automatic route where the source of the first one left days out. */
import type { Deps } from '../context.ts'
import { dayOf } from '../shared/date.ts'
import { createYielder } from '../shared/event-loop.ts'
import { findRouteFor, register, stepsKnownTo } from './automatic.ts'
import { legOf } from './catalogue.ts'
import { heldDays } from './coverage.ts'
import { listReadableBrokers } from './needs.repository.ts'
import { neededCurrencies } from './needs.ts'
import { type FxRoute, listAllRoutes, listPairRoutes } from './repository.ts'
import { findSeriesState } from './sync.repository.ts'

/** Of some automatic routes that were just fetched: registers one by way of other sources beside those that lack days which are needed. Answers the ids of the new ones. */
export async function registerBeside(deps: Deps, ids: ReadonlySet<number>, signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const made = new Set<number>()
  const yieldWhenDue = createYielder()
  for (const route of await listAllRoutes(deps.reader)) {
    signal?.throwIfAborted()
    if (!ids.has(route.id) || route.neededFrom === null || route.userId === null) continue
    const id = await besideOf(deps, route, route.userId)
    if (id !== undefined) made.add(id)
    await yieldWhenDue()
  }
  return made
}

async function besideOf(deps: Deps, route: FxRoute, userId: number): Promise<number | undefined> {
  const { steps } = route
  const [from, to] = [steps[0]?.from ?? '', steps.at(-1)?.to ?? '']
  const beside = (await listPairRoutes(deps.reader, route, userId)).length
  if (beside !== 1 || !(await isFetched(deps, route))) return undefined
  const need = (await neededCurrencies(deps, await listReadableBrokers(deps.reader, sightOf({ id: userId })), to)).get(from)
  if (need === undefined) return undefined
  const { gaps } = await heldDays({ ...deps, user: { id: userId } }, { from, to }, need, dayOf(deps.clock()))
  const since = gaps[0]?.from
  if (since === undefined) return undefined
  const tried = new Set(steps.map((step) => step.provider))
  const others = await findRouteFor(deps, { from, to, since }, await stepsKnownTo(deps, userId), tried)
  return others && (await register(deps, { userId, steps: others, neededFrom: need.from, beside }))
}

async function isFetched({ reader }: Pick<Deps, 'reader'>, { steps }: FxRoute): Promise<boolean> {
  const states = await Promise.all(steps.map(async (step) => await findSeriesState(reader, legOf(step))))
  return states.every((state) => typeof state?.syncedTo === 'string')
}
