import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'

/** A price that was kept out until somebody has looked at it, and why. */
export type Suspect = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly source: string
  readonly detail: string
  readonly noticedAt: string
}

const MAX_SUSPECTS = 1000

/** What was kept out of an asset's prices, newest first; 1,000 at most. */
export async function listSuspects(db: Db | Tx, assetId: number): Promise<Suspect[]> {
  const sql = `SELECT date, close, currency, source, detail, noticed_at AS noticedAt FROM price_suspect WHERE asset_id = ? ORDER BY date DESC LIMIT ${MAX_SUSPECTS}`
  return db.sqlite.query<Suspect, [number]>(sql).all(assetId)
}

/** Notes what was kept out; the newest finding of a day stays. */
export async function writeSuspects(db: Tx, assetId: number, suspects: readonly Suspect[]): Promise<void> {
  const sql = `INSERT OR REPLACE INTO price_suspect (asset_id, date, close, currency, source, detail, noticed_at) VALUES (?, ?, ?, ?, ?, ?, ?)`
  const statement = db.sqlite.query<unknown, SQLQueryBindings[]>(sql)
  for (const one of suspects) statement.run(assetId, one.date, one.close, one.currency, one.source, one.detail, one.noticedAt)
}

/** Forgets what was kept out on days that are settled. */
export async function deleteSuspects(db: Tx, assetId: number, dates: readonly string[]): Promise<void> {
  const sql = 'DELETE FROM price_suspect WHERE asset_id = ? AND date IN (SELECT value FROM json_each(?))'
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(assetId, JSON.stringify(dates))
}
