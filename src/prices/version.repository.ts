import type { Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { PriceVersionTable } from '#db/tables/prices.ts'

const raise = query<{ assetId: number }>()((q, p) =>
  q
    .insertInto('price_mark')
    .values({ asset_id: p.assetId, mark: 1 } satisfies Record<keyof PriceVersionTable, unknown>)
    .onConflict((conflict) => conflict.column('asset_id').doUpdateSet((eb) => ({ mark: eb('price_mark.mark', '+', 1) }))),
)

/** Counts a write of closes or events of an asset: what reports hold of them in memory is true while the count stands. Every function that writes them calls it. */
export async function raisePriceVersion(db: Tx, assetId: number): Promise<void> {
  await raise.run(db, { assetId })
}
