import { type Sight, sightOf } from '#db/sight.ts'
import type { Ctx } from '../context.ts'
import type { Asset } from './asset.ts'
import { listAssetPage, listHeldAssetIds } from './list.repository.ts'
import { type CatalogueEntry, findEntries } from './ranked.repository.ts'
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

async function knower(ctx: Ctx): Promise<Sight | undefined> {
  return (await isByStake(ctx)) ? sightOf(ctx.user) : undefined
}

export type FoundEntries = {
  readonly entries: readonly CatalogueEntry[]
  readonly total: number
  readonly held: ReadonlySet<number>
}

/** The assets that the caller knows which have all of these folded words, up to `limit`, and which of all are held; exact ones and held ones first. */
export async function findByWords(
  ctx: Ctx,
  { phrase, words, limit }: { readonly phrase: string; readonly words: readonly string[]; readonly limit: number },
): Promise<FoundEntries> {
  const held = await listHeldAssetIds(ctx.reader, sightOf(ctx.user))
  const found = await findEntries(ctx.reader, { phrase, words, held, knownTo: await knower(ctx), limit })
  return { ...found, held: new Set(held) }
}
