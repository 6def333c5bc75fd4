import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { acceptPair, declinePair, removeAutomatic } from './automatic.repository.ts'
import { catalogueOf } from './catalogue.ts'
import { canonicalKey, chainFaults } from './chain.ts'
import { normalisePair } from './convert.ts'
import { type FoundRoutes, findRoutes } from './discovery.ts'
import type { ChainStep } from './graph.ts'
import {
  deleteRoute as deleteRow,
  type FxRoute,
  findRoute,
  findRouteByKey,
  insertRoute,
  listAllRoutes,
  listPairRoutes,
  updateRoutePriority,
} from './repository.ts'
import { requireMayChange, writesForAll } from './rights.ts'

export { type BookedRate, bookedRatesIn } from './booked-rates.ts'
export { askForRates, type RateRow } from './by-hand.ts'
export { convertAmount } from './convert.ts'
export { createRateTable, type FoundRate, type RateTable } from './converter.ts'
export { loadRateSources, type RateSource, type RateSources } from './rate-sources.ts'
export type { FxRoute }

/** The registered routes that count for the caller, those for all and their own: by pair, then in the order in which they are tried. */
export function listRoutes(ctx: Ctx): Promise<FxRoute[]> {
  return listAllRoutes(ctx.reader, ctx.user.id)
}

/**
 * Registers a chain for its pair, after those that people registered for it and before automatic ones; for all or for the caller alone (`writesForAll`). Throws `fx/route-invalid`
 * with the step at fault, `fx/route-exists` (409) for the same chain in either direction among those that count for the caller, `fx/adding-restricted`.
 */
export async function registerRoute(ctx: Ctx, steps: readonly ChainStep[]): Promise<FxRoute> {
  const userId = (await writesForAll(ctx)) ? null : ctx.user.id
  const errors = chainFaults(catalogueOf(ctx), steps)
  if (errors.length > 0) throw new AppError('invalid', 'fx/route-invalid', errors[0]?.detail ?? '', { errors })
  const { base, quote } = normalisePair(steps[0]?.from ?? '', steps.at(-1)?.to ?? '')
  return inTransaction(ctx, async (ctx) => {
    const key = canonicalKey(steps)
    const same = await findRouteByKey(ctx.db, key, ctx.user.id)
    if (same) throw routeExists(same)
    await removeAutomatic(ctx.db, ctx.user.id, key)
    await acceptPair(ctx.db, ctx.user.id, { base, quote })
    const others = (await listPairRoutes(ctx.db, { base, quote }, ctx.user.id)).filter((route) => route.neededFrom === null)
    const priority = Math.max(0, ...others.map((route) => route.priority)) + 1
    const given = { base, quote, key, steps, priority, userId, neededFrom: null }
    const route = { ...given, createdBy: ctx.user.id, createdAt: now(ctx) }
    return { ...route, id: await insertRoute(ctx.db, route) }
  })
}

/** Gives a route another place among those of its pair. Throws `fx/route-not-found`, `fx/not-yours`. */
export function changeRoute(ctx: Ctx, input: { id: number; priority: number }): Promise<FxRoute> {
  return inTransaction(ctx, async (ctx) => {
    const route = await requireRoute(ctx, input.id)
    await updateRoutePriority(ctx.db, route, input.priority)
    return { ...route, priority: input.priority }
  })
}

/** Removes a route; stored rates stay, and no automatic one takes its place until the caller registers one of the pair. Throws `fx/route-not-found`, `fx/not-yours`. */
export function deleteRoute(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const route = await requireRoute(ctx, id)
    await deleteRow(ctx.db, route)
    await declinePair(ctx.db, ctx.user.id, route)
  })
}

/** Every possible route from one currency to another, by the providers' lists; best first. Legs of the caller's routes count as registered. */
export async function discover(
  ctx: Ctx,
  input: { from: string; to: string; maxSteps: number; limit: number; order: 'steps' | 'presentation' },
): Promise<FoundRoutes> {
  const registered = (await listRoutes(ctx)).flatMap((route) => route.steps)
  return await findRoutes(catalogueOf(ctx).graph, { ...input, registered })
}

async function requireRoute(ctx: Ctx, id: number): Promise<FxRoute> {
  const route = await findRoute(ctx.reader, id, ctx.user.id)
  if (!route) throw new AppError('not-found', 'fx/route-not-found', 'There is no such route.')
  await requireMayChange(ctx, route, 'This route')
  return route
}

function routeExists(route: FxRoute): AppError {
  return new AppError(
    'conflict',
    'fx/route-exists',
    `This route is registered already, as number ${route.id}; a route serves both directions.`,
    { extensions: { route_id: route.id } },
  )
}
