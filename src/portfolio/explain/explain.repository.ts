import type { Db, Tx } from '#db/connection.ts'

/** The source of the closes of each asset, where all are of one. */
export async function listSingleSources(db: Db | Tx, assetIds: readonly number[]): Promise<Map<number, string>> {
  const sql = `SELECT asset_id, min(source) AS source FROM price WHERE asset_id IN (SELECT value FROM json_each(?))
    GROUP BY asset_id HAVING min(source) = max(source)`
  const rows = db.sqlite.query<{ asset_id: number; source: string }, [string]>(sql).all(JSON.stringify(assetIds))
  return new Map(rows.map((row) => [row.asset_id, row.source]))
}

/** The source of the close of an asset on each day that has one. */
export async function listSources(db: Db | Tx, assetId: number): Promise<Map<string, string>> {
  const sql = 'SELECT date, source FROM price WHERE asset_id = ?'
  return new Map(db.sqlite.query(sql).values(assetId) as [string, string][])
}
