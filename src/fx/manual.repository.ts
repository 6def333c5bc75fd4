import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { markOwnRates, markRates } from '#db/marks.ts'
import { MANUAL } from './catalogue.ts'
import { EVERYBODY, MANUAL_RATES, type RateRow, type StoredRate, toRate } from './rate.repository.ts'

type Pair = { readonly base: string; readonly quote: string }
type Days = Pair & { readonly from: string; readonly to: string }

/** A rate by hand as it is given; `userId` = for whom alone it counts, `EVERYBODY` = for all. */
export type ManualRow = Pair & { readonly date: string; readonly rate: string }

const OWN = 'user_id = ? AND base = ? AND quote = ?'
const SHARED = `base = ? AND quote = ? AND provider = '${MANUAL}'`

export type ManualPage = {
  readonly limit: number
  readonly after?: readonly [base: string, quote: string, date: string] | undefined
}

/** Rates by hand that count for a user: by pair, newest first. */
export async function listManualRates(
  db: Db | Tx,
  filter: { from: string; to: string; viewer: number },
  page: ManualPage,
): Promise<StoredRate[]> {
  const [base, quote, date] = page.after ?? ['', '', '']
  const sql = `SELECT * FROM ${MANUAL_RATES} WHERE (base, quote) >= (?2, ?3) AND NOT (base = ?2 AND quote = ?3 AND date >= ?4)
    AND date >= ?5 AND date <= ?6 ORDER BY base, quote, date DESC LIMIT ?7`
  const values = [filter.viewer, base, quote, date, filter.from, filter.to, page.limit]
  return db.sqlite
    .query<RateRow, SQLQueryBindings[]>(sql)
    .all(...values)
    .map(toRate)
}

/** The rate by hand of exactly this day among those that count for one user only, or among those for all. */
export async function findManualRate(
  db: Db | Tx,
  pair: Pair,
  date: string,
  userId: number,
): Promise<{ rate: string; createdBy: number | null } | undefined> {
  const [sql, values] =
    userId === EVERYBODY
      ? [`SELECT rate, created_by AS createdBy FROM fx_rate WHERE ${SHARED} AND date = ?`, [pair.base, pair.quote, date]]
      : [`SELECT rate, user_id AS createdBy FROM fx_own_rate WHERE ${OWN} AND date = ?`, [userId, pair.base, pair.quote, date]]
  return db.sqlite.query<{ rate: string; createdBy: number | null }, SQLQueryBindings[]>(sql).get(...values) ?? undefined
}

/** Inserts or replaces rates that count for one user only. */
export async function writeOwnRates(db: Tx, userId: number, rates: readonly ManualRow[]): Promise<void> {
  const sql = `INSERT INTO fx_own_rate (user_id, base, quote, date, rate) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (user_id, base, quote, date) DO UPDATE SET rate = excluded.rate`
  const statement = db.sqlite.query<unknown, SQLQueryBindings[]>(sql)
  for (const one of rates) statement.run(userId, one.base, one.quote, one.date, one.rate)
  await markOwnRates(db, userId)
}

/** Removes those that count for one user only. */
export async function deleteOwnRates(db: Tx, userId: number, range: Days): Promise<void> {
  const sql = `DELETE FROM fx_own_rate WHERE ${OWN} AND date >= ? AND date <= ?`
  const { changes } = db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(userId, range.base, range.quote, range.from, range.to)
  if (changes > 0) await markOwnRates(db, userId)
}

/** How many rates by hand for all, within these days, others than `userId` entered. */
export async function countForeignManualRates(db: Db | Tx, range: Days, userId: number): Promise<number> {
  const sql = `SELECT count(*) AS n FROM fx_rate WHERE ${SHARED} AND date >= ? AND date <= ? AND created_by IS NOT ?`
  const values = [range.base, range.quote, range.from, range.to, userId]
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(...values)?.n ?? 0
}

/** Removes rates by hand that count for all. */
export async function deleteSharedRates(db: Tx, range: Days): Promise<void> {
  await markRates(db)
  const sql = `DELETE FROM fx_rate WHERE ${SHARED} AND date >= ? AND date <= ?`
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(range.base, range.quote, range.from, range.to)
}

/** Whether a rate by hand of the pair counts for a user. */
export async function hasManualRates(db: Db | Tx, pair: Pair, viewer: number): Promise<boolean> {
  const sql = `SELECT 1 FROM ${MANUAL_RATES} WHERE base = ?2 AND quote = ?3 LIMIT 1`
  return db.sqlite.query(sql).get(viewer, pair.base, pair.quote) !== null
}
