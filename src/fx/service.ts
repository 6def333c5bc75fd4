import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { catalogueOf } from './catalogue.ts'
import { canonicalKey, chainFaults } from './chain.ts'
import { normalisePair } from './convert.ts'
import { type Discovery, discoverRoutes } from './discovery.ts'
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
import { requireMayAdd, requireMayChange } from './rights.ts'

export { convertAmount } from './convert.ts'
export { createConverter, type FoundRate } from './converter.ts'
export type { FxRoute }

/** Every registered route: by pair, then in the order in which they are tried. */
export function listRoutes(ctx: Ctx): Promise<FxRoute[]> {
  return listAllRoutes(ctx.reader)
}

/**
 * Registers a chain for its pair, after those that the pair has. Throws `fx/route-invalid` with the step at fault, `fx/route-exists` (409) for
 * the same chain in either direction, `fx/adding-restricted`.
 */
export async function registerRoute(ctx: Ctx, steps: readonly ChainStep[]): Promise<FxRoute> {
  requireMayAdd(ctx)
  const errors = chainFaults(catalogueOf(ctx), steps)
  if (errors.length > 0) throw new AppError('invalid', 'fx/route-invalid', errors[0]?.detail ?? '', { errors })
  const { base, quote } = normalisePair(steps[0]?.from ?? '', steps.at(-1)?.to ?? '')
  return inTransaction(ctx, async (ctx) => {
    const key = canonicalKey(steps)
    const same = await findRouteByKey(ctx.db, key)
    if (same) throw routeExists(same)
    const priority = Math.max(0, ...listPairRoutes(ctx.db, { base, quote }).map((route) => route.priority)) + 1
    const route = { base, quote, key, steps, priority, createdBy: ctx.user.id, createdAt: now(ctx) }
    return { ...route, id: await insertRoute(ctx.db, route) }
  })
}

/** Gives a route another place among those of its pair. Throws `fx/route-not-found`, `fx/not-yours`. */
export function changeRoute(ctx: Ctx, input: { id: number; priority: number }): Promise<FxRoute> {
  return inTransaction(ctx, async (ctx) => {
    const route = await requireRoute(ctx, input.id)
    await updateRoutePriority(ctx.db, route.id, input.priority)
    return { ...route, priority: input.priority }
  })
}

/** Removes a route; stored rates stay. Throws `fx/route-not-found`, `fx/not-yours`. */
export function deleteRoute(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const route = await requireRoute(ctx, id)
    await deleteRow(ctx.db, route.id)
  })
}

/** Every possible route from one currency to another, by the providers' lists; best first. */
export async function discover(
  ctx: Ctx,
  input: { from: string; to: string; maxSteps: number; limit: number; order: 'steps' | 'presentation' },
): Promise<Discovery> {
  const registered = (await listAllRoutes(ctx.reader)).flatMap((route) => route.steps)
  return discoverRoutes(catalogueOf(ctx).graph, { ...input, registered })
}

async function requireRoute(ctx: Ctx, id: number): Promise<FxRoute> {
  const route = await findRoute(ctx.reader, id)
  if (!route) throw new AppError('not-found', 'fx/route-not-found', 'There is no such route.')
  requireMayChange(ctx, route, 'this route')
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
