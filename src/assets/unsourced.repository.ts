import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'

const UNPUBLISHED = ['REAL_ESTATE', 'LOAN', 'OPTION', 'FUTURE', 'CFD'] as const

const unsourcedAmong = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .select('id')
    .where('id', 'in', inList(p.ids))
    .where('price_source', 'is', null)
    .where('archived', '=', 0)
    .where('type', 'not in', UNPUBLISHED)
    .orderBy('id'),
)

/** Those of these assets that are in use and could have a price source, but have none; by id. */
export async function listUnsourced(db: Reader, ids: readonly number[]): Promise<number[]> {
  return (await unsourcedAmong.all(db, { ids })).map((row) => row.id)
}
