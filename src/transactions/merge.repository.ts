import type { Db, Tx } from '#db/connection.ts'
import { markLinesWhere } from '#db/marks.ts'
import { type Decimal, decimal } from '../shared/decimal.ts'
import type { Allowance } from './ledger.ts'

/** What each broker that has transactions of an asset allows, whoever may see it. */
export async function listAllowances(db: Db | Tx, assetId: number): Promise<Map<number, Allowance>> {
  const sql = `SELECT id, allow_cash_overdraft, allow_asset_shorting FROM broker
    WHERE id IN (SELECT DISTINCT broker_id FROM ledger_transaction WHERE asset_id = ?)`
  const rows = db.sqlite
    .query<{ id: number; allow_cash_overdraft: number; allow_asset_shorting: number }, [number]>(sql)
    .all(assetId)
  return new Map(
    rows.map((row) => [
      row.id,
      { allowCashOverdraft: row.allow_cash_overdraft === 1, allowAssetShorting: row.allow_asset_shorting === 1 },
    ]),
  )
}

/** The net change of one unit per day at a broker. */
export async function listUnitDays(db: Db | Tx, brokerId: number, unit: string): Promise<Map<string, Decimal>> {
  const sql = 'SELECT date, change FROM balance_day WHERE broker_id = ? AND unit = ? ORDER BY date'
  const rows = db.sqlite.query<{ date: string; change: string }, [number, string]>(sql).all(brokerId, unit)
  return new Map(rows.map((row) => [row.date, decimal(row.change)]))
}

/** Turns up to `limit` lines of one asset into lines of another and raises their revision; returns how many. */
export async function moveToAsset(
  db: Tx,
  move: { readonly from: number; readonly into: number; readonly updatedAt: string },
  limit: number,
): Promise<number> {
  const among = 'id IN (SELECT id FROM ledger_transaction WHERE asset_id = ? LIMIT ?)'
  await markLinesWhere(db, among, move.from, limit)
  const sql = `UPDATE ledger_transaction SET asset_id = ?, updated_at = ?, revision = revision + 1
    WHERE ${among}`
  return db.sqlite.query(sql).run(move.into, move.updatedAt, move.from, limit).changes
}
