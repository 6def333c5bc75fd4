import type { Ctx } from '../context.ts'
import type { Asset } from './asset.ts'
import { listAssetPage } from './list.repository.ts'
import { isByStake } from './rights.ts'
import { findHits as findRows, type Hit } from './search.repository.ts'

/** The assets that the caller knows, are not archived, and have all words of a query; up to `limit`, by symbol. */
export async function searchCatalogue(ctx: Ctx, query: string, limit: number): Promise<Asset[]> {
  return await listAssetPage(ctx.reader, { q: query, archived: false, knownTo: await knower(ctx) }, { limit })
}

/** Which asset that the caller knows each of these is, by its price source, else by its ISIN; `null` for those that are none. */
export async function findHits(ctx: Ctx, hits: readonly Hit[]): Promise<(number | null)[]> {
  return await findRows(ctx.reader, hits, await knower(ctx))
}

async function knower(ctx: Ctx): Promise<number | undefined> {
  return (await isByStake(ctx)) ? ctx.user.id : undefined
}
