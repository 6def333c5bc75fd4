import type { Reader } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import { decimal } from '../shared/decimal.ts'
import type { LastPrice } from './asset.ts'

const lastPricesOf = query<{ ids: readonly number[] }>()((q, p) =>
  q
    .selectFrom('asset')
    .innerJoin('price', 'price.asset_id', 'asset.id')
    .select(['price.asset_id', 'price.date', 'price.close', 'price.currency', 'price.source'])
    .where('asset.id', 'in', inList(p.ids))
    .where('price.date', '=', (eb) =>
      eb
        .selectFrom('price as day')
        .select((day) => day.fn.max('day.date').as('last'))
        .whereRef('day.asset_id', '=', 'asset.id'),
    ),
)

/** The last price of each asset, and of no asset without one. */
export async function findLastPrices(db: Reader, ids: readonly number[]): Promise<Map<number, LastPrice>> {
  const rows = await lastPricesOf.all(db, { ids })
  return new Map(
    rows.map(({ asset_id, date, close, currency, source }) => [asset_id, { date, close: decimal(close), currency, source }]),
  )
}
