import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { markRates } from '#db/marks.ts'
import { type Leg, MANUAL } from './catalogue.ts'

export type StoredRate = Leg & { readonly date: string; readonly rate: string; readonly createdBy: number | null }

/** The rates of one leg, by day. */
export type RateRows = readonly (readonly [date: string, rate: string])[]

/** The newest rates of a leg before, and the oldest after, some days. */
export type Neighbours = Readonly<Record<'before' | 'after', { readonly date: string; readonly rate: string } | undefined>>

type Row = { base: string; quote: string; provider: string; date: string; rate: string; created_by: number | null }

const LEG = 'base = ? AND quote = ? AND provider = ?'
const READ = `SELECT date, rate FROM fx_rate WHERE ${LEG} AND date >= ? AND date <= ? ORDER BY date`
const BEFORE = `SELECT date, rate FROM fx_rate WHERE ${LEG} AND date < ? ORDER BY date DESC LIMIT 1`
const AFTER = `SELECT date, rate FROM fx_rate WHERE ${LEG} AND date > ? ORDER BY date LIMIT 1`
/** Writes nothing where the same rate stands already. */
const WRITE = `INSERT INTO fx_rate (base, quote, provider, date, rate, created_by) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (base, quote, provider, date) DO UPDATE SET rate = excluded.rate, created_by = coalesce(created_by, excluded.created_by)
  WHERE rate <> excluded.rate`

/** The rates of the days from `from` to `to`. */
export function readRates(db: Db | Tx, leg: Leg, from: string, to: string): RateRows {
  return db.sqlite.query(READ).values(leg.base, leg.quote, leg.provider, from, to) as [string, string][]
}

/** The same, begun with the last rate on or before `from`, however old it is. */
export function readRatesKnownFrom(db: Db | Tx, leg: Leg, from: string, to: string): RateRows {
  const { before } = findNeighbours(db, leg, from, from)
  const rows = readRates(db, leg, from, to)
  return before === undefined || rows[0]?.[0] === from ? rows : [[before.date, before.rate], ...rows]
}

/** The last rate before `from` and the first after `to`. */
export function findNeighbours(db: Db | Tx, leg: Leg, from: string, to: string): Neighbours {
  const one = (sql: string, day: string) =>
    db.sqlite.query<{ date: string; rate: string }, SQLQueryBindings[]>(sql).get(leg.base, leg.quote, leg.provider, day) ??
    undefined
  return { before: one(BEFORE, from), after: one(AFTER, to) }
}

/** Inserts or replaces rates; the creator of a rate that stands stays. Within a transaction. */
export function writeRates(db: Tx, rates: readonly StoredRate[]): void {
  const statement = db.sqlite.query<unknown, SQLQueryBindings[]>(WRITE)
  for (const one of rates) statement.run(one.base, one.quote, one.provider, one.date, one.rate, one.createdBy)
  markRates(db)
}

/** Where a page of rates begins, after the last row of the page before. */
export type RatePage = { readonly limit: number; readonly after?: readonly [date: string, provider: string] | undefined }

/** Rates of one pair, newest first, then by provider; of each of `providers` no more than the page needs is read. */
export function listPairRates(
  db: Db | Tx,
  filter: { base: string; quote: string; from: string; to: string; providers: readonly string[] },
  page: RatePage,
): StoredRate[] {
  const [day, last] = page.after ?? [filter.to, '']
  const rows = filter.providers.flatMap((provider) => {
    const until = page.after !== undefined && provider <= last ? '<' : '<='
    const sql = `SELECT * FROM fx_rate WHERE ${LEG} AND date >= ? AND date <= ? AND date ${until} ? ORDER BY date DESC LIMIT ?`
    const values = [filter.base, filter.quote, provider, filter.from, filter.to, day, page.limit]
    return db.sqlite.query<Row, SQLQueryBindings[]>(sql).all(...values)
  })
  return rows.sort(newestFirst).slice(0, page.limit).map(toRate)
}

export type ManualPage = {
  readonly limit: number
  readonly after?: readonly [base: string, quote: string, date: string] | undefined
}

/** Rates entered by hand: by pair, newest first. */
export function listManualRates(db: Db | Tx, filter: { from: string; to: string }, page: ManualPage): StoredRate[] {
  const [base, quote, date] = page.after ?? ['', '', '']
  const sql = `SELECT * FROM fx_rate WHERE provider = 'MANUAL' AND (base, quote) >= (?, ?) AND NOT (base = ? AND quote = ? AND date >= ?)
    AND date >= ? AND date <= ? ORDER BY base, quote, date DESC LIMIT ?`
  const values = [base, quote, base, quote, date, filter.from, filter.to, page.limit]
  return db.sqlite
    .query<Row, SQLQueryBindings[]>(sql)
    .all(...values)
    .map(toRate)
}

/** A rate entered by hand on exactly this day. */
export function findManualRate(db: Db | Tx, pair: { base: string; quote: string }, date: string): StoredRate | undefined {
  const row = db.sqlite
    .query<Row, SQLQueryBindings[]>(`SELECT * FROM fx_rate WHERE ${LEG} AND date = ?`)
    .get(pair.base, pair.quote, MANUAL, date)
  return row ? toRate(row) : undefined
}

type ManualRange = { base: string; quote: string; from: string; to: string }

/** How many rates entered by hand, within these days, others than `userId` added. */
export function countForeignManualRates(db: Db | Tx, range: ManualRange, userId: number): number {
  const sql = `SELECT count(*) AS n FROM fx_rate WHERE ${LEG} AND date >= ? AND date <= ? AND created_by IS NOT ?`
  const values = [range.base, range.quote, MANUAL, range.from, range.to, userId]
  return db.sqlite.query<{ n: number }, SQLQueryBindings[]>(sql).get(...values)?.n ?? 0
}

export function deleteManualRates(db: Tx, range: ManualRange): void {
  markRates(db)
  const sql = `DELETE FROM fx_rate WHERE ${LEG} AND date >= ? AND date <= ?`
  db.sqlite.query<unknown, SQLQueryBindings[]>(sql).run(range.base, range.quote, MANUAL, range.from, range.to)
}

/** Whether there is a rate entered by hand for the pair. */
export function hasManualRates(db: Db | Tx, pair: { base: string; quote: string }): boolean {
  return db.sqlite.query(`SELECT 1 FROM fx_rate WHERE ${LEG} LIMIT 1`).get(pair.base, pair.quote, MANUAL) !== null
}

function newestFirst(a: Row, b: Row): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.provider < b.provider ? -1 : 1
}

function toRate(row: Row): StoredRate {
  const { base, quote, provider, date, rate } = row
  return { base, quote, provider, date, rate, createdBy: row.created_by }
}
