import type { NotNull } from 'kysely'
import type { Reader } from '#db/connection.ts'
import { inList } from '#db/query.ts'
import { NOBODY, type Sight } from '#db/sight.ts'
import { isKnownTo } from './stake.repository.ts'

/** What a provider found. */
export type Hit = { readonly provider: string; readonly identifier: string; readonly isin?: string | undefined }

/** Which asset each of these is, by its price source, else by its ISIN, of those that they know (without: of all); `null` for those that are none. */
export async function findHits(db: Reader, hits: readonly Hit[], knownTo: Sight | undefined): Promise<(number | null)[]> {
  if (hits.length === 0) return []
  const bySource = await idsBySource(db, hits, knownTo)
  const byIsin = await idsByIsin(db, hits, knownTo)
  return hits.map((hit) => bySource.get(sourceKey(hit)) ?? byIsin.get(hit.isin ?? '') ?? null)
}

async function idsBySource(db: Reader, hits: readonly Hit[], knownTo: Sight | undefined): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('asset')
    .select((eb) => ['source_provider as provider', 'source_id as identifier', eb.fn.min('asset.id').as('id')])
    .where('source_id', 'in', inList(hits.map((hit) => hit.identifier)))
    .$if(knownTo !== undefined, (found) => found.where((eb) => isKnownTo(eb, knownTo ?? NOBODY)))
    .groupBy(['source_provider', 'source_id'])
    .$narrowType<{ provider: NotNull; identifier: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [sourceKey(row), row.id]))
}

async function idsByIsin(db: Reader, hits: readonly Hit[], knownTo: Sight | undefined): Promise<Map<string, number>> {
  const isins = hits.flatMap((hit) => hit.isin ?? [])
  const rows = await db
    .selectFrom('asset')
    .innerJoin('asset_identifier as number', 'number.asset_id', 'asset.id')
    .select((eb) => ['number.value as isin', eb.fn.min('asset.id').as('id')])
    .where('number.kind', '=', 'ISIN')
    .where('number.value', 'in', inList(isins))
    .$if(knownTo !== undefined, (found) => found.where((eb) => isKnownTo(eb, knownTo ?? NOBODY)))
    .groupBy('number.value')
    .execute()
  return new Map(rows.map((row) => [row.isin, row.id]))
}

function sourceKey({ provider, identifier }: Pick<Hit, 'provider' | 'identifier'>): string {
  return JSON.stringify([provider, identifier])
}
