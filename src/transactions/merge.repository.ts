import type { Reader, Tx } from '#db/connection.ts'
import { inList, query } from '#db/query.ts'
import type { Allowance } from '../access/service.ts'
import { raiseDayVersionsOfLines } from './version.repository.ts'

const allowancesOf = query<{ assetId: number }>()((q, p) =>
  q
    .selectFrom('broker')
    .select(['id', 'allow_cash_overdraft', 'allow_asset_shorting'])
    .where('id', 'in', (lines) =>
      lines.selectFrom('ledger_transaction').select('broker_id').distinct().where('asset_id', '=', p.assetId),
    ),
)

/** What each broker that has transactions of an asset allows, whoever may see it. */
export async function listAllowances(db: Reader, assetId: number): Promise<Map<number, Allowance>> {
  return new Map(
    (await allowancesOf.all(db, { assetId })).map((row) => [
      row.id,
      { allowCashOverdraft: row.allow_cash_overdraft === 1, allowAssetShorting: row.allow_asset_shorting === 1 },
    ]),
  )
}

const someOfAsset = query<{ assetId: number; limit: number }>()((q, p) =>
  q.selectFrom('ledger_transaction').select('id').where('asset_id', '=', p.assetId).limit(p.limit),
)
const moveLines = query<{ ids: readonly number[]; assetId: number; updatedAt: string }>()((q, p) =>
  q
    .updateTable('ledger_transaction')
    .set((line) => ({ asset_id: p.assetId, updated_at: p.updatedAt, revision: line('revision', '+', 1) }))
    .where('id', 'in', inList(p.ids)),
)

/** Turns up to `limit` lines of one asset into lines of another and raises their revision; returns how many. */
export async function moveToAsset(
  db: Tx,
  move: { readonly from: number; readonly into: number; readonly updatedAt: string },
  limit: number,
): Promise<number> {
  const ids = (await someOfAsset.all(db, { assetId: move.from, limit })).map((line) => line.id)
  await raiseDayVersionsOfLines(db, ids)
  return await moveLines.run(db, { ids, assetId: move.into, updatedAt: move.updatedAt })
}
