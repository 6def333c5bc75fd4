import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import type { PriceSource } from '../assets/service.ts'

/** An asset whose prices can be fetched; `last` = its newest price of a provider. */
export type Refreshable = {
  readonly id: number
  readonly symbol: string
  readonly currency: string
  readonly source: PriceSource | null
  readonly last: string | null
}

export type ProviderState = {
  readonly code: string
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
  /** In a row. */
  readonly failures: number
  readonly closedUntil: string | null
}

type Row = { id: number; symbol: string; currency: string; price_source: string | null; last: string | null }

/** The assets of these ids; without ids all that are not archived and have a source. */
export async function listRefreshable(db: Db | Tx, ids: readonly number[] | undefined): Promise<Refreshable[]> {
  const which = ids === undefined ? 'price_source IS NOT NULL AND archived = 0' : 'id IN (SELECT value FROM json_each(?))'
  const sql = `SELECT id, symbol, currency, price_source,
    (SELECT date FROM price WHERE asset_id = asset.id AND source <> 'MANUAL' ORDER BY date DESC LIMIT 1) AS last FROM asset WHERE ${which} ORDER BY id`
  return db.sqlite
    .query<Row, SQLQueryBindings[]>(sql)
    .all(...(ids === undefined ? [] : [JSON.stringify(ids)]))
    .map(({ price_source, ...row }) => ({
      ...row,
      source: price_source === null ? null : (JSON.parse(price_source) as PriceSource),
    }))
}

/** Notes how the refresh of an asset ended: `error` is `null` when it ended well. */
export async function noteAsset(db: Tx, id: number, at: string, error: string | null): Promise<void> {
  const sql = `INSERT INTO price_refresh (asset_id, last_attempt, last_success, last_error) SELECT ?1, ?2, iif(?3 IS NULL, ?2, NULL), ?3 FROM asset WHERE id = ?1
    ON CONFLICT (asset_id) DO UPDATE SET last_attempt = ?2, last_success = iif(?3 IS NULL, ?2, last_success), last_error = ?3`
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(id, at, error)
}

const STATE = `SELECT code, last_attempt AS lastAttempt, last_success AS lastSuccess, last_error AS lastError, failures, closed_until AS closedUntil FROM price_provider`

export async function listProviderStates(db: Db | Tx): Promise<ProviderState[]> {
  return db.sqlite.query<ProviderState, []>(`${STATE} ORDER BY code`).all()
}

export async function findProviderState(db: Db | Tx, code: string): Promise<ProviderState | undefined> {
  return db.sqlite.query<ProviderState, [string]>(`${STATE} WHERE code = ?`).get(code) ?? undefined
}

export async function writeProviderState(db: Tx, state: ProviderState): Promise<void> {
  const sql = `INSERT OR REPLACE INTO price_provider (code, last_attempt, last_success, last_error, failures, closed_until) VALUES (?, ?, ?, ?, ?, ?)`
  const { code, lastAttempt, lastSuccess, lastError, failures, closedUntil } = state
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(code, lastAttempt, lastSuccess, lastError, failures, closedUntil)
}

/** Takes an instant of the schedule for this process; false when it was taken before. Older ones are forgotten before `keep`. */
export async function claimSlot(db: Tx, slot: string, keep: string): Promise<boolean> {
  db.sqlite.query<unknown, [string]>('DELETE FROM price_slot WHERE slot < ?').run(keep)
  return (
    db.sqlite.query<unknown, [string]>('INSERT INTO price_slot (slot) VALUES (?) ON CONFLICT DO NOTHING').run(slot).changes > 0
  )
}

/** How the last refresh of an asset that has a price source ended; `null` where there was none yet. */
export type RefreshState = {
  readonly assetId: number
  readonly symbol: string
  readonly provider: string
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
}

const REFRESHED = `FROM asset LEFT JOIN price_refresh AS refresh ON refresh.asset_id = asset.id
  WHERE price_source IS NOT NULL AND archived = 0 AND (? = 0 OR last_error IS NOT NULL)`

/** Of assets that are not archived, by id; with `failed` only those whose last refresh failed. */
export async function listRefreshStates(
  db: Db | Tx,
  failed: boolean,
  page: { after: number; limit: number },
): Promise<RefreshState[]> {
  const sql = `SELECT asset.id AS assetId, symbol, price_source ->> 'provider' AS provider, last_attempt AS lastAttempt, last_success AS lastSuccess,
    last_error AS lastError ${REFRESHED} AND asset.id > ? ORDER BY asset.id LIMIT ?`
  return db.sqlite.query<RefreshState, number[]>(sql).all(failed ? 1 : 0, page.after, page.limit)
}

/** The ids of the same. */
export async function listRefreshedIds(db: Db | Tx, failed: boolean): Promise<number[]> {
  const rows = db.sqlite.query<{ id: number }, number[]>(`SELECT asset.id ${REFRESHED}`).all(failed ? 1 : 0)
  return rows.map((row) => row.id)
}
