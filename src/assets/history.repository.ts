import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import type { Change, NewChange } from './asset-change.ts'

const INSERT = `INSERT INTO asset_change (asset_id, at, user_id, action, field, old, new, count, first_day, last_day, merged_from)
  SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM asset WHERE id = ?`
const MAX_TEXT = 500

/** Nothing where the asset is gone meanwhile. */
export async function insertChange(
  db: Tx,
  assetId: number,
  by: { at: string; userId: number },
  change: NewChange,
): Promise<void> {
  const text = (value: string | null | undefined) => value?.slice(0, MAX_TEXT).toWellFormed() ?? null
  const { action, field = null, count = null, firstDay = null, lastDay = null, mergedFrom = null } = change
  const values = [action, field, text(change.old), text(change.new), count, firstDay, lastDay, mergedFrom]
  db.sqlite.query<unknown, SQLQueryBindings[]>(INSERT).run(by.at, by.userId, ...values, assetId)
}

/** The changes of an asset before one of them, newest first. */
export async function listChanges(
  db: Db | Tx,
  assetId: number,
  page: { readonly before: number; readonly limit: number },
): Promise<Change[]> {
  const sql = `SELECT change.id, at, user_id AS userId, username, action, field, old, new, count, first_day AS firstDay, last_day AS lastDay,
    merged_from AS mergedFrom FROM asset_change AS change LEFT JOIN user ON user.id = change.user_id
    WHERE asset_id = ? AND change.id < ? ORDER BY change.id DESC LIMIT ?`
  return db.sqlite.query<Change, number[]>(sql).all(assetId, page.before, page.limit)
}

/** Gives the changes of one asset to another, with where they are from. */
export async function moveChanges(db: Tx, fromId: number, toId: number): Promise<void> {
  const sql = 'UPDATE asset_change SET asset_id = ?1, merged_from = coalesce(merged_from, ?2) WHERE asset_id = ?2'
  db.sqlite.query<unknown, number[]>(sql).run(toId, fromId)
}
