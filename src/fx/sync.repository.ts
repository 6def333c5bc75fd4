import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import type { Leg } from './catalogue.ts'

/** What is known of one series. */
export type SeriesState = Leg & {
  /** The days that were fetched without a gap; both `null` before the first sync that ended well. */
  readonly syncedFrom: string | null
  readonly syncedTo: string | null
  /** The day of the newest stored rate. */
  readonly latest: string | null
  readonly lastAttempt: string | null
  readonly lastSuccess: string | null
  readonly lastError: string | null
}

type Row = Record<'base' | 'quote' | 'provider', string> &
  Record<'synced_from' | 'synced_to' | 'latest' | 'last_attempt' | 'last_success' | 'last_error', string | null>

const SELECT = `SELECT state.*, (SELECT max(date) FROM fx_rate AS rate
  WHERE rate.base = state.base AND rate.quote = state.quote AND rate.provider = state.provider) AS latest FROM fx_sync_state AS state`
const KEY = 'base = ? AND quote = ? AND provider = ?'

/** Every series that was ever synced or stored, by pair and provider. */
export async function listSeriesStates(db: Db | Tx): Promise<SeriesState[]> {
  return db.sqlite.query<Row, []>(`${SELECT} ORDER BY base, quote, provider`).all().map(toState)
}

export async function findSeriesState(db: Db | Tx, leg: Leg): Promise<SeriesState | undefined> {
  const row = db.sqlite.query<Row, SQLQueryBindings[]>(`${SELECT} WHERE ${KEY}`).get(leg.base, leg.quote, leg.provider)
  return row ? toState(row) : undefined
}

/** The providers that have rates of a pair, but MANUAL. */
export async function listPairProviders(db: Db | Tx, pair: { base: string; quote: string }): Promise<string[]> {
  const sql = 'SELECT provider FROM fx_sync_state WHERE base = ? AND quote = ? ORDER BY provider'
  return db.sqlite
    .query<{ provider: string }, [string, string]>(sql)
    .all(pair.base, pair.quote)
    .map((row) => row.provider)
}

/** Makes the row of a series that has none. */
export async function noteSeries(db: Tx, leg: Leg): Promise<void> {
  const sql = 'INSERT INTO fx_sync_state (base, quote, provider) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(leg.base, leg.quote, leg.provider)
}

/** Notes which days of a series are complete now; nothing is written where that is known. */
export async function noteCovered(db: Tx, leg: Leg, covered: { from: string; to: string }): Promise<void> {
  await noteSeries(db, leg)
  const sql = `UPDATE fx_sync_state SET synced_from = ?1, synced_to = ?2
    WHERE base = ?3 AND quote = ?4 AND provider = ?5 AND (synced_from IS NOT ?1 OR synced_to IS NOT ?2)`
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(covered.from, covered.to, leg.base, leg.quote, leg.provider)
}

/** Notes how a sync of a series ended: `error` is `null` when it ended well. */
export async function noteOutcome(db: Tx, leg: Leg, at: string, error: string | null): Promise<void> {
  await noteSeries(db, leg)
  const sql = `UPDATE fx_sync_state SET last_attempt = ?1, last_success = iif(?2 IS NULL, ?1, last_success), last_error = ?2
    WHERE base = ?3 AND quote = ?4 AND provider = ?5`
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(at, error, leg.base, leg.quote, leg.provider)
}

/** Whether some process has taken an instant of the schedule. */
export async function isSlotTaken(db: Db | Tx, slot: string): Promise<boolean> {
  return db.sqlite.query('SELECT 1 FROM fx_sync_slot WHERE slot = ?').get(slot) !== null
}

/** Takes an instant of the schedule for this process; false when it was taken before. Older ones are forgotten after `keep`. */
export async function claimSlot(db: Tx, slot: string, keep: string): Promise<boolean> {
  db.sqlite.query<unknown, [string]>('DELETE FROM fx_sync_slot WHERE slot < ?').run(keep)
  const { changes } = db.sqlite
    .query<unknown, [string]>('INSERT INTO fx_sync_slot (slot) VALUES (?) ON CONFLICT DO NOTHING')
    .run(slot)
  return changes > 0
}

function toState(row: Row): SeriesState {
  return {
    base: row.base,
    quote: row.quote,
    provider: row.provider,
    syncedFrom: row.synced_from,
    syncedTo: row.synced_to,
    latest: row.latest,
    lastAttempt: row.last_attempt,
    lastSuccess: row.last_success,
    lastError: row.last_error,
  }
}
