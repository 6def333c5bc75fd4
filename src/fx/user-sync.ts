import type { Ctx } from '../context.ts'
import type { JobWork } from '../jobs/service.ts'
import { AppError } from '../shared/errors.ts'
import { watchSync } from './notices.ts'
import { EVERYBODY } from './rate.repository.ts'
import { listAllRoutes } from './repository.ts'
import { isForEverybody } from './rights.ts'
import { listSeriesStates, type SeriesState } from './sync.repository.ts'
import { prepareSync, type SyncResult } from './sync.ts'
import type { SyncRequest } from './wanted.ts'

/** A sync that a user requested, checked and ready to run as a job; what a superuser names is fetched for all. Throws what `prepareSync` throws, and `auth/superuser-only`. */
export async function prepareUserSync(ctx: Ctx, request: SyncRequest): Promise<JobWork<SyncResult>> {
  if (request.acceptJumps && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may take rates that are far from their neighbours.')
  const isForAll = ctx.user.isSuperuser || (await isForEverybody(ctx))
  const asker = isForAll ? EVERYBODY : ctx.user.id
  const sync = await prepareSync(ctx, request, asker, ctx.user.isSuperuser ? undefined : await ownRouteIds(ctx))
  return async ({ signal, progress }) =>
    await sync({ signal, progress: (done, total, note) => progress(done, { total, note }), failed: await watchSync(ctx) })
}

/** The routes that count for a user: what others need, the answer would name. */
async function ownRouteIds(ctx: Ctx): Promise<ReadonlySet<number>> {
  return new Set((await listAllRoutes(ctx.reader, ctx.user.id)).map((route) => route.id))
}

/** The series that were fetched for all or for the caller, for superusers every one: by pair and provider. */
export async function listSyncStates(ctx: Ctx): Promise<SeriesState[]> {
  return await listSeriesStates(ctx.reader, ctx.user.isSuperuser ? undefined : ctx.user.id)
}
