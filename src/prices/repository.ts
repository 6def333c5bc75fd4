import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { markPrices } from '#db/marks.ts'

/** `close` as text: most prices are only passed on. `source` = MANUAL or the code of a provider. */
export type PriceRow = {
  readonly date: string
  readonly close: string
  readonly currency: string
  readonly source: string
  readonly createdBy: number | null
}

/** Days from `from` to `to`, both included. */
export type DayRange = { readonly from: string; readonly to: string }

/** The closes of one asset, by day: lists of equal length. */
export type CloseRows = {
  readonly dates: string[]
  readonly closes: string[]
  readonly currencies: string[]
  readonly sources: string[]
  /** Where a close is said again on a later day: the days that it is of. */
  readonly quotedOn?: readonly string[]
}

type Row = { date: string; close: string; currency: string; source: string; created_by: number | null }

/** The source of prices and events that users entered. */
export const MANUAL = 'MANUAL'
const RANGE = 'asset_id = ? AND date >= ? AND date <= ?'
const WRITE = `INSERT INTO price (asset_id, date, close, currency, source, created_by) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (asset_id, date) DO UPDATE SET close = excluded.close, currency = excluded.currency, source = excluded.source, created_by = excluded.created_by`

/** The prices of the days of a range, oldest first. */
export async function readPrices(db: Db | Tx, assetId: number, { from, to }: DayRange): Promise<PriceRow[]> {
  const sql = `SELECT date, close, currency, source, created_by FROM price WHERE ${RANGE} ORDER BY date`
  return db.sqlite.query<Row, SQLQueryBindings[]>(sql).all(assetId, from, to).map(toPrice)
}

/** Inserts or replaces prices of one asset. */
export async function writePrices(db: Tx, assetId: number, prices: readonly PriceRow[]): Promise<void> {
  const statement = db.sqlite.query<unknown, SQLQueryBindings[]>(WRITE)
  for (const one of prices) statement.run(assetId, one.date, one.close, one.currency, one.source, one.createdBy)
  await markPrices(db, assetId)
}

/** Newest first. */
export async function listPricePage(
  db: Db | Tx,
  assetId: number,
  range: DayRange,
  page: { limit: number; before?: string | undefined },
): Promise<PriceRow[]> {
  const sql = `SELECT date, close, currency, source, created_by FROM price WHERE ${RANGE} AND date < ? ORDER BY date DESC LIMIT ?`
  const values = [assetId, range.from, range.to, page.before ?? ':', page.limit]
  return db.sqlite
    .query<Row, SQLQueryBindings[]>(sql)
    .all(...values)
    .map(toPrice)
}

export async function countPrices(db: Db | Tx, assetId: number, { from, to }: DayRange): Promise<number> {
  const sql = `SELECT count(*) AS n FROM price WHERE ${RANGE}`
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(assetId, from, to)?.n ?? 0
}

/** How many prices there are in a range, and of which days. */
export async function describePrices(db: Db | Tx, assetId: number, { from, to }: DayRange) {
  const sql = `SELECT count(*) AS count, min(date) AS firstDay, max(date) AS lastDay FROM price WHERE ${RANGE}`
  const row = db.sqlite
    .query<{ count: number; firstDay: string | null; lastDay: string | null }, SQLQueryBindings[]>(sql)
    .get(assetId, from, to)
  return row ?? { count: 0, firstDay: null, lastDay: null }
}

export async function deletePrices(db: Tx, assetId: number, { from, to }: DayRange): Promise<void> {
  await markPrices(db, assetId)
  db.sqlite.query<unknown, SQLQueryBindings[]>(`DELETE FROM price WHERE ${RANGE}`).run(assetId, from, to)
}

/** Prices within a range that others than `userId` entered, and, with `othersAsset`, those of providers. */
export async function countForeignPrices(
  db: Db | Tx,
  assetId: number,
  range: DayRange,
  userId: number,
  othersAsset: boolean,
): Promise<number> {
  const sql = `SELECT count(*) AS n FROM price WHERE ${RANGE} AND (created_by <> ? OR (created_by IS NULL AND ?))`
  const values = [assetId, range.from, range.to, userId, othersAsset ? 1 : 0]
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(...values)?.n ?? 0
}

/** The runs of days without a price, of at least `days`, within a range: before its first price (from `from`), between prices, and up to `to`. */
export async function listGaps(
  db: Db | Tx,
  assetId: number,
  range: DayRange,
  days: number,
): Promise<{ after: string; before: string }[]> {
  const sql = `WITH day(date) AS (SELECT date(?2, '-1 day') UNION ALL SELECT date FROM price WHERE asset_id = ?1 AND date >= ?2 AND date <= ?3
      UNION ALL SELECT date(?3, '+1 day')), pair AS (SELECT date AS before, lag(date) OVER (ORDER BY date) AS after FROM day)
    SELECT after, before FROM pair WHERE after IS NOT NULL AND julianday(before) - julianday(after) - 1 >= ?4 ORDER BY after`
  return db.sqlite.query<{ after: string; before: string }, SQLQueryBindings[]>(sql).all(assetId, range.from, range.to, days)
}

/** The first day with a price. */
export async function findFirstDay(db: Db | Tx, assetId: number): Promise<string | undefined> {
  return (
    db.sqlite.query<{ day: string | null }, [number]>('SELECT min(date) AS day FROM price WHERE asset_id = ?').get(assetId)
      ?.day ?? undefined
  )
}

/** The closes of many assets from the last day on or before `from` until `until`, in one query. */
export async function readCloses(
  db: Db | Tx,
  ids: readonly number[],
  from: string,
  until: string,
): Promise<Map<number, CloseRows>> {
  const sql = `SELECT price.asset_id, price.date, price.close, price.currency, price.source FROM json_each(?1) AS wanted CROSS JOIN price
    ON price.asset_id = wanted.value AND price.date <= ?3
    AND price.date >= coalesce((SELECT max(date) FROM price WHERE asset_id = wanted.value AND date <= ?2), ?2)`
  const rows = db.sqlite.query(sql).values(JSON.stringify(ids), from, until) as [number, string, string, string, string][]
  const found = new Map<number, CloseRows>()
  let current: CloseRows = { dates: [], closes: [], currencies: [], sources: [] }
  let id: number | undefined
  for (const [assetId, date, close, currency, source] of rows) {
    if (assetId !== id) {
      current = { dates: [], closes: [], currencies: [], sources: [] }
      found.set(assetId, current)
      id = assetId
    }
    current.dates.push(date)
    current.closes.push(close)
    current.currencies.push(currency)
    current.sources.push(source)
  }
  return found
}

/** Every close of an asset by day, as text: days of ten characters each, and closes, before each of which but the first stands its currency; `first` = that one's. */
export type CloseTexts = { readonly days: string; readonly closes: string; readonly first: string }

/**
 * All that is stored of one asset; `undefined` when that is nothing. The sort costs twice the time and is only for storage that does not come
 * in order by itself. The currency as a separator saves a third column.
 */
export async function readCloseTexts(db: Db | Tx, assetId: number, sorted = false): Promise<CloseTexts | undefined> {
  const order = sorted ? ' ORDER BY date' : ''
  const sql = `SELECT group_concat(date, ''${order}), group_concat(close, currency${order}),
    (SELECT currency FROM price WHERE asset_id = ?1 ORDER BY date LIMIT 1) FROM price WHERE asset_id = ?1`
  const [row] = db.sqlite.query(sql).values(assetId) as [string | null, string | null, string | null][]
  const [days, closes, first] = row ?? []
  return days == null || closes == null || first == null ? undefined : { days, closes, first }
}

/** The users whose closes stand against those of a provider, whoever uses the asset. */
export async function listSuperuserIds(db: Db | Tx): Promise<Set<number>> {
  const rows = db.sqlite.query<{ id: number }, []>('SELECT id FROM user WHERE is_superuser = 1').all()
  return new Set(rows.map((row) => row.id))
}

/** Removes closes of an asset, up to so many; returns how many. */
export async function deleteSomePrices(db: Tx, assetId: number, limit: number): Promise<number> {
  const sql = 'DELETE FROM price WHERE (asset_id, date) IN (SELECT asset_id, date FROM price WHERE asset_id = ? LIMIT ?)'
  return db.sqlite.query<unknown, [number, number]>(sql).run(assetId, limit).changes
}

/** Gives the prices and events of one asset to another, where that has none of the day. */
export async function movePrices(db: Tx, fromId: number, toId: number): Promise<void> {
  const move = async (table: string, columns: string) =>
    db.sqlite
      .query<unknown, SQLQueryBindings[]>(
        `INSERT OR IGNORE INTO ${table} (asset_id, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE asset_id = ?`,
      )
      .run(toId, fromId)
  await markPrices(db, toId)
  await move('price', 'date, close, currency, source, created_by')
  await move('asset_event', 'type, date, amount, currency, ratio, source, created_by, created_at')
}

function toPrice({ created_by, ...row }: Row): PriceRow {
  return { ...row, createdBy: created_by }
}
