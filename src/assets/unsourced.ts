import { sightOf } from '#db/sight.ts'
import type { Ctx } from '../context.ts'
import { listHeldAssetIds } from './list.repository.ts'
import { listUnsourced } from './unsourced.repository.ts'

/** The assets that the caller's included brokers hold now, that are not archived and have no price source, by id; without those of types that nobody publishes closes of. */
export async function listWithoutSource(ctx: Ctx): Promise<number[]> {
  return await listUnsourced(ctx.reader, await listHeldAssetIds(ctx.reader, sightOf(ctx.user)))
}
