import type { Db, Tx } from '#db/connection.ts'
import { KNOWN, knownValues } from './stake.repository.ts'

/** What a provider found. */
export type Hit = { readonly provider: string; readonly identifier: string; readonly isin?: string | undefined }

const SEEN = `(? OR ${KNOWN})`
const FIND = `SELECT wanted.key AS place, coalesce(
    (SELECT min(id) FROM asset WHERE price_source ->> 'provider' = wanted.value ->> 0 AND price_source ->> 'identifier' = wanted.value ->> 1 AND ${SEEN}),
    (SELECT min(id) FROM asset_identifier AS identifier JOIN asset ON asset.id = identifier.asset_id
      WHERE identifier.kind = 'ISIN' AND identifier.value = wanted.value ->> 2 AND ${SEEN})) AS id
  FROM json_each(?) AS wanted ORDER BY wanted.key`

/** Which asset each of these is, by its price source, else by its ISIN, of those that the user knows (without: of all); `null` for those that are none. */
export async function findHits(db: Db | Tx, hits: readonly Hit[], knownTo: number | undefined): Promise<(number | null)[]> {
  if (hits.length === 0) return []
  const seen = [knownTo === undefined ? 1 : 0, ...knownValues(knownTo ?? 0)]
  const wanted = hits.map(({ provider, identifier, isin }) => [provider, identifier, isin ?? null])
  return db.sqlite
    .query<{ place: number; id: number | null }, (string | number)[]>(FIND)
    .all(...seen, ...seen, JSON.stringify(wanted))
    .map((row) => row.id)
}
