import type { Db, Tx } from '#db/connection.ts'

/** Rises with every commit of another connection or process: what was read while it stays the same is still true. */
export async function readDataVersion(db: Db | Tx): Promise<number> {
  return db.sqlite.query<{ data_version: number }, []>('PRAGMA data_version').get()?.data_version ?? -1
}

/** How often lines of a broker were written. */
export async function sumLedgerMarks(db: Db | Tx, brokerId: number): Promise<number> {
  const sql = 'SELECT coalesce(sum(mark), 0) AS total FROM ledger_mark WHERE broker_id = ?'
  return db.sqlite.query<{ total: number }, [number]>(sql).get(brokerId)?.total ?? 0
}

/** The same per day; days never written are left out. */
export async function readLedgerMarks(db: Db | Tx, brokerId: number): Promise<Map<string, number>> {
  const sql = 'SELECT date, mark FROM ledger_mark WHERE broker_id = ?'
  return new Map(db.sqlite.query(sql).values(brokerId) as [string, number][])
}

/** How often prices and events of assets were written; assets of which that never happened are left out. */
export async function readPriceMarks(db: Db | Tx, assetIds: readonly number[]): Promise<Map<number, number>> {
  const sql = 'SELECT asset_id, mark FROM json_each(?) AS wanted JOIN price_mark ON price_mark.asset_id = wanted.value'
  return new Map(db.sqlite.query(sql).values(JSON.stringify(assetIds)) as [number, number][])
}

/** How often rates, routes or their series that count for all were written. */
export async function readRateMark(db: Db | Tx): Promise<number> {
  return db.sqlite.query<{ mark: number }, []>('SELECT mark FROM rate_mark').get()?.mark ?? 0
}

/** How often rates and routes that count for one user only were written; 0 for users who have none. */
export async function readOwnRateMark(db: Db | Tx, userId: number): Promise<number> {
  return db.sqlite.query<{ mark: number }, [number]>('SELECT mark FROM fx_own_mark WHERE user_id = ?').get(userId)?.mark ?? 0
}
