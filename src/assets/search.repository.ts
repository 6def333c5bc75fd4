import type { Db, Tx } from '#db/connection.ts'

type Hit = { readonly provider: string; readonly identifier: string; readonly isin?: string | undefined }

const FIND = `SELECT wanted.key AS place, coalesce(
    (SELECT min(id) FROM asset WHERE price_source ->> 'provider' = wanted.value ->> 0 AND price_source ->> 'identifier' = wanted.value ->> 1),
    (SELECT min(asset_id) FROM asset_identifier WHERE kind = 'ISIN' AND value = wanted.value ->> 2)) AS id
  FROM json_each(?) AS wanted ORDER BY wanted.key`

/** Which asset of the catalogue each of these is, by its price source, else by its ISIN; `null` for those that are none. */
export function findHits(db: Db | Tx, hits: readonly Hit[]): (number | null)[] {
  if (hits.length === 0) return []
  const wanted = hits.map(({ provider, identifier, isin }) => [provider, identifier, isin ?? null])
  return db.sqlite
    .query<{ place: number; id: number | null }, [string]>(FIND)
    .all(JSON.stringify(wanted))
    .map((row) => row.id)
}
