import type { Reader, Tx } from '#db/connection.ts'
import { inList, pick, query } from '#db/query.ts'
import type { PricePackTable } from '#db/tables/prices.ts'

/** The closes of an asset as they are packed; see `PricePackTable`. */
export type ClosePack = {
  readonly assetId: number
  /** The version of the asset's prices that they are of. */
  readonly version: number
  readonly currency: string
  readonly days: Uint8Array
  readonly closes: Uint8Array
}

const truePacks = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('price_pack as pack')
    .innerJoin('price_mark as now', (on) => on.onRef('now.asset_id', '=', 'pack.asset_id').onRef('now.mark', '=', 'pack.mark'))
    .select(['pack.asset_id as assetId', 'pack.mark as version', 'pack.currency', 'pack.days', 'pack.closes'])
    .where('pack.asset_id', 'in', inList(p.ids))
    .where('pack.currency', '<>', ''),
)

/** Hands over the packs of assets that are as their closes are now. */
export async function eachTruePack(db: Reader, ids: readonly number[], visit: (pack: ClosePack) => undefined): Promise<void> {
  await truePacks.each(db, { ids }, visit)
}

const packedAssets = query()((q) => q.selectFrom('price_pack').select('asset_id').where('currency', '<>', ''))

/** Every asset that has a pack, true or not. */
export async function listPackedAssets(db: Reader): Promise<number[]> {
  return (await packedAssets.all(db, {})).map((row) => row.asset_id)
}

const changed = query<{ limit: number }>()((q, p) =>
  q
    .selectFrom('price_mark as now')
    .innerJoin('asset', 'asset.id', 'now.asset_id')
    .leftJoin('price_pack as pack', (on) => on.onRef('pack.asset_id', '=', 'now.asset_id').onRef('pack.mark', '=', 'now.mark'))
    .select(['now.asset_id as assetId', 'now.mark as version'])
    .where('pack.asset_id', 'is', null)
    .limit(p.limit),
)

/** Assets whose prices have changed since they were packed, or never were, and the version of their prices. */
export async function listChanged(db: Reader, limit: number): Promise<{ assetId: number; version: number }[]> {
  return await changed.all(db, { limit })
}

const COLUMNS = ['asset_id', 'mark', 'currency', 'days', 'closes'] as const
const write = query<{ [K in keyof PricePackTable]: PricePackTable[K] }>()((q, p) =>
  q
    .insertInto('price_pack')
    .values(pick(p, COLUMNS))
    .onConflict((conflict) =>
      conflict.column('asset_id').doUpdateSet((eb) => ({
        mark: eb.ref('excluded.mark'),
        currency: eb.ref('excluded.currency'),
        days: eb.ref('excluded.days'),
        closes: eb.ref('excluded.closes'),
      })),
    ),
)

/** Writes or replaces the pack of an asset. */
export async function writePack(db: Tx, { assetId, version, ...pack }: ClosePack): Promise<void> {
  await write.run(db, { asset_id: assetId, mark: version, ...pack })
}

const remove = query<{ assetId: number }>()((q, p) => q.deleteFrom('price_pack').where('asset_id', '=', p.assetId))

/** Removes the pack of an asset, whose closes are then read one by one. */
export async function removePack(db: Tx, assetId: number): Promise<void> {
  await remove.run(db, { assetId })
}
