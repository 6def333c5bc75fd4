import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, query } from '#db/query.ts'
import type { PriceTable } from '#db/tables/prices.ts'
import { inPieces } from '../shared/pieces.ts'
import { type GivenPrices, insertGiven } from './price-columns.repository.ts'
import type { PriceRow } from './repository.ts'
import { raisePriceVersion } from './version.repository.ts'

const addNew = query<GivenPrices>()((q, p) =>
  insertGiven(q, p).onConflict((conflict) => conflict.columns(['asset_id', 'date']).doNothing()),
)

const assetsOf = query<{ reportId: string }>()((q, p) =>
  q.selectFrom('price').select('asset_id').distinct().where('report_id', '=', p.reportId).orderBy('asset_id'),
)

type OfReport = { reportId: string; assetId: number; limit: number }

function someDays(q: Builder, p: OfReport) {
  return q
    .selectFrom('price as some')
    .select('some.date')
    .where('some.report_id', '=', p.reportId)
    .where('some.asset_id', '=', p.assetId)
    .limit(p.limit)
}

const deleteSome = query<OfReport>()((q, p) =>
  q.deleteFrom('price').where('asset_id', '=', p.assetId).where('date', 'in', someDays(q, p)),
)

const keepSome = query<OfReport>()((q, p) =>
  q.updateTable('price').set({ report_id: null }).where('asset_id', '=', p.assetId).where('date', 'in', someDays(q, p)),
)

/** Inserts closes of an asset that a report (or an export: `null`) brought, of days without one; returns how many these were. */
export async function addPricesOfReport(
  db: Tx,
  assetId: number,
  reportId: string | null,
  prices: readonly PriceRow[],
): Promise<number> {
  const list = prices.map(
    ({ date, close, currency, source, createdBy }) =>
      ({ date, close, currency, source, created_by: createdBy, report_id: reportId }) satisfies Omit<PriceTable, 'asset_id'>,
  )
  const added = await addNew.run(db, { assetId, list: JSON.stringify(list) })
  if (added > 0) await raisePriceVersion(db, assetId)
  return added
}

/** The assets of which a report brought closes that nobody has changed since. */
export async function listAssetsPricedByReport(db: Reader, reportId: string): Promise<number[]> {
  return (await assetsOf.all(db, { reportId })).map((row) => row.asset_id)
}

/** Removes the closes of an asset that a report brought and that nobody has changed since, in pieces; returns how many. */
export async function deletePricesOfReport(db: Tx, assetId: number, reportId: string): Promise<number> {
  await raisePriceVersion(db, assetId)
  let count = 0
  await inPieces(async (limit) => {
    const gone = await deleteSome.run(db, { reportId, assetId, limit })
    count += gone
    return gone
  })
  return count
}

/** Closes of an asset that a report brought are nobody's from here on. No figure depends on it. */
export async function keepPricesOfReport(db: Tx, assetId: number, reportId: string): Promise<void> {
  await inPieces((limit) => keepSome.run(db, { reportId, assetId, limit }))
}
