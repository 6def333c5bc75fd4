import type { Db, Tx } from '#db/connection.ts'

/** Who gave the close of an asset on a day. */
export function findPriceSource(db: Db | Tx, assetId: number, date: string): string | null {
  const sql = 'SELECT source FROM price WHERE asset_id = ? AND date = ?'
  return db.sqlite.query<{ source: string }, [number, string]>(sql).get(assetId, date)?.source ?? null
}
