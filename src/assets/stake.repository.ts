import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'

/** Brokers with transactions of an asset: how many there are, and of how many of them a user is a member, and EDITOR or OWNER. */
export type Stake = { readonly brokers: number; readonly member: number; readonly editor: number }

/** Steps from broker to broker along the index: the number of transactions does not matter. */
const USED = `WITH RECURSIVE used(broker_id) AS (
    SELECT min(broker_id) FROM ledger_transaction WHERE asset_id = ?1
    UNION ALL SELECT (SELECT min(broker_id) FROM ledger_transaction WHERE asset_id = ?1 AND broker_id > used.broker_id)
      FROM used WHERE used.broker_id IS NOT NULL)`
const STAKE = `${USED} SELECT count(*) AS brokers, count(access.role) AS member, count(iif(access.role IN ('OWNER', 'EDITOR'), 1, NULL)) AS editor
  FROM used LEFT JOIN broker_access AS access ON access.broker_id = used.broker_id AND access.user_id = ?2 WHERE used.broker_id IS NOT NULL`

const EDITORS = `${USED} SELECT access.user_id AS id FROM used JOIN broker_access AS access ON access.broker_id = used.broker_id
  WHERE access.role IN ('OWNER', 'EDITOR') GROUP BY access.user_id HAVING count(*) = (SELECT count(broker_id) FROM used)`

const UNUSED = 'NOT EXISTS (SELECT 1 FROM ledger_transaction WHERE asset_id = asset.id)'
const USED_BY = `EXISTS (SELECT 1 FROM broker_access AS access WHERE access.user_id = ?
  AND EXISTS (SELECT 1 FROM ledger_transaction AS line WHERE line.asset_id = asset.id AND line.broker_id = access.broker_id))`

/**
 * A condition on `asset`: verified, used by a broker that the user has included (or by one more broker), or added by the user and used by nobody. A broker
 * that somebody shares unasked brings no assets.
 */
export const KNOWN = `(asset.verified IS NOT NULL OR (asset.created_by = ? AND ${UNUSED})
  OR ${USED_BY.replace('access.user_id = ?', 'access.user_id = ? AND (access.included = 1 OR access.broker_id = ?)')})`
/** The same, and what nobody uses, but for indexes that others added: reports compare with them without booking them. */
const BOOKABLE = `(asset.verified IS NOT NULL OR ((asset.type <> 'INDEX' OR asset.created_by = ?) AND ${UNUSED}) OR ${USED_BY})`

/** What the question marks of `KNOWN` stand for. */
export function knownValues(userId: number, brokerId = 0): [number, number, number] {
  return [userId, userId, brokerId]
}

export async function findStake(db: Db | Tx, assetId: number, userId: number): Promise<Stake> {
  return db.sqlite.query<Stake, [number, number]>(STAKE).get(assetId, userId) ?? { brokers: 0, member: 0, editor: 0 }
}

/** Whether brokers use the asset of which nobody is an EDITOR of all. */
export async function isOfStrangers(db: Db | Tx, assetId: number): Promise<boolean> {
  const isUsed = db.sqlite.query('SELECT 1 FROM ledger_transaction WHERE asset_id = ? LIMIT 1').get(assetId) !== null
  return isUsed && db.sqlite.query<{ id: number }, [number]>(EDITORS).get(assetId) === null
}

/** Those of these ids that the user knows: see `KNOWN`. */
export async function listKnownIds(db: Db | Tx, userId: number, ids: readonly number[], brokerId?: number): Promise<Set<number>> {
  return await idsWhere(db, KNOWN, knownValues(userId, brokerId), ids)
}

/** Those of these ids that the user may book on: see `BOOKABLE`. */
export async function listBookableIds(db: Db | Tx, userId: number, ids: readonly number[]): Promise<Set<number>> {
  return await idsWhere(db, BOOKABLE, [userId, userId], ids)
}

async function idsWhere(db: Db | Tx, condition: string, values: readonly number[], ids: readonly number[]): Promise<Set<number>> {
  const sql = `SELECT id FROM asset WHERE ${condition} AND id IN (SELECT value FROM json_each(?))`
  const rows = db.sqlite.query<{ id: number }, SQLQueryBindings[]>(sql).all(...values, JSON.stringify(ids))
  return new Set(rows.map((row) => row.id))
}

/** Those among these users who share a broker with the user that both have included. */
export async function listPartners(db: Db | Tx, userId: number, others: readonly number[]): Promise<Set<number>> {
  const sql = `SELECT value AS id FROM json_each(?2) AS other WHERE EXISTS (SELECT 1 FROM broker_access AS mine
    JOIN broker_access AS theirs ON theirs.broker_id = mine.broker_id WHERE mine.user_id = ?1 AND mine.included = 1 AND theirs.included = 1 AND theirs.user_id = other.value)`
  const rows = db.sqlite.query<{ id: number }, [number, string]>(sql).all(userId, JSON.stringify(others))
  return new Set(rows.map((row) => row.id))
}
