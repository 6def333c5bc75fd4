import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'

const singleSources = query<{ assetIds: readonly number[] }>()((q, p) =>
  q
    .selectFrom('price')
    .select(({ fn }) => ['asset_id', fn.min('source').as('source')])
    .where('asset_id', 'in', inList(p.assetIds))
    .groupBy('asset_id')
    .having(({ eb, fn }) => eb(fn.min('source'), '=', fn.max('source'))),
)

/** The source of the closes of each asset, where all are of one. */
export async function listSingleSources(db: Reader, assetIds: readonly number[]): Promise<Map<number, string>> {
  return new Map((await singleSources.all(db, { assetIds })).map((row) => [row.asset_id, row.source]))
}

const sourcesOfAsset = query<{ assetId: number }>()((q, p) =>
  q.selectFrom('price').select(['date', 'source']).where('asset_id', '=', p.assetId),
)

/** The source of the close of an asset on each day that has one. */
export async function listSources(db: Reader, assetId: number): Promise<Map<string, string>> {
  return new Map((await sourcesOfAsset.all(db, { assetId })).map(({ date, source }) => [date, source]))
}
