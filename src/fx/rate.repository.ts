import type { SQLQueryBindings } from 'bun:sqlite'
import type { Db, Tx } from '#db/connection.ts'
import { markRates } from '#db/marks.ts'
import { type Leg, MANUAL } from './catalogue.ts'

/** `shared` = counts for all and not for who entered it only. */
export type StoredRate = Leg & {
  readonly date: string
  readonly rate: string
  readonly createdBy: number | null
  readonly shared: boolean
}

/** What is written among those for all. */
export type NewRate = Omit<StoredRate, 'shared'>

/** Stands for nobody in particular: of the rates by hand only those for all count. */
export const EVERYBODY = 0

/** The rates of one leg, by day. */
export type RateRows = readonly (readonly [date: string, rate: string])[]

/** The newest rates of a leg before, and the oldest after, some days. */
export type Neighbours = Readonly<Record<'before' | 'after', { readonly date: string; readonly rate: string } | undefined>>

export type RateRow = {
  base: string
  quote: string
  provider: string
  date: string
  rate: string
  created_by: number | null
  shared: number
}

/**
 * Rates by hand as a table: those of the user `?1`, and those for all of days without one of theirs. Numbered parameters, so that statements
 * are the same for everybody.
 */
export const MANUAL_RATES = `(SELECT base, quote, '${MANUAL}' AS provider, date, rate, user_id AS created_by, 0 AS shared FROM fx_own_rate WHERE user_id = ?1
  UNION ALL SELECT base, quote, provider, date, rate, created_by, 1 AS shared FROM fx_rate AS common WHERE provider = '${MANUAL}'
  AND NOT EXISTS (SELECT 1 FROM fx_own_rate AS own
    WHERE own.user_id = ?1 AND own.base = common.base AND own.quote = common.quote AND own.date = common.date))`
const PROVIDED_RATES = '(SELECT *, 1 AS shared FROM fx_rate)'
const LEG = 'base = ?2 AND quote = ?3 AND provider = ?4'
/** Writes nothing where the same rate stands already. */
const WRITE = `INSERT INTO fx_rate (base, quote, provider, date, rate, created_by) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (base, quote, provider, date) DO UPDATE SET rate = excluded.rate, created_by = coalesce(created_by, excluded.created_by)
  WHERE rate <> excluded.rate`

/** The rates of the days from `from` to `to`; of those by hand the ones that count for `viewer`. */
export async function readRates(db: Db | Tx, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<RateRows> {
  const sql = `SELECT date, rate FROM ${ratesOf(leg.provider)} WHERE ${LEG} AND date >= ?5 AND date <= ?6 ORDER BY date`
  return db.sqlite.query(sql).values(viewer, leg.base, leg.quote, leg.provider, from, to) as [string, string][]
}

/** The same, begun with the last rate on or before `from`, however old it is. */
export async function readRatesKnownFrom(db: Db | Tx, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<RateRows> {
  const { before } = await findNeighbours(db, leg, from, from, viewer)
  const rows = await readRates(db, leg, from, to, viewer)
  return before === undefined || rows[0]?.[0] === from ? rows : [[before.date, before.rate], ...rows]
}

/** The last rate before `from` and the first after `to`. */
export async function findNeighbours(db: Db | Tx, leg: Leg, from: string, to: string, viewer = EVERYBODY): Promise<Neighbours> {
  const start = `SELECT date, rate FROM ${ratesOf(leg.provider)} WHERE ${LEG}`
  const one = async (condition: string, day: string) =>
    db.sqlite
      .query<{ date: string; rate: string }, SQLQueryBindings[]>(`${start} AND ${condition} LIMIT 1`)
      .get(viewer, leg.base, leg.quote, leg.provider, day) ?? undefined
  return { before: await one('date < ?5 ORDER BY date DESC', from), after: await one('date > ?5 ORDER BY date', to) }
}

function ratesOf(provider: string): string {
  return provider === MANUAL ? MANUAL_RATES : PROVIDED_RATES
}

/** Inserts or replaces rates; the creator of a rate that stands stays. Within a transaction. */
export async function writeRates(db: Tx, rates: readonly NewRate[]): Promise<void> {
  const statement = db.sqlite.query<unknown, SQLQueryBindings[]>(WRITE)
  for (const one of rates) statement.run(one.base, one.quote, one.provider, one.date, one.rate, one.createdBy)
  await markRates(db)
}

/** Where a page of rates begins, after the last row of the page before. */
export type RatePage = { readonly limit: number; readonly after?: readonly [date: string, provider: string] | undefined }

/** Rates of one pair, newest first, then by provider; of each of `providers` no more than the page needs is read. */
export async function listPairRates(
  db: Db | Tx,
  filter: { base: string; quote: string; from: string; to: string; providers: readonly string[]; viewer: number },
  page: RatePage,
): Promise<StoredRate[]> {
  const [day, last] = page.after ?? [filter.to, '']
  const rows: RateRow[] = []
  for (const provider of filter.providers) {
    const until = page.after !== undefined && provider <= last ? '<' : '<='
    const sql = `SELECT * FROM ${ratesOf(provider)} WHERE ${LEG} AND date >= ?5 AND date <= ?6 AND date ${until} ?7 ORDER BY date DESC LIMIT ?8`
    const values = [filter.viewer, filter.base, filter.quote, provider, filter.from, filter.to, day, page.limit]
    rows.push(...db.sqlite.query<RateRow, SQLQueryBindings[]>(sql).all(...values))
  }
  return rows.sort(newestFirst).slice(0, page.limit).map(toRate)
}

function newestFirst(a: RateRow, b: RateRow): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.provider < b.provider ? -1 : 1
}

export function toRate(row: RateRow): StoredRate {
  const { base, quote, provider, date, rate } = row
  return { base, quote, provider, date, rate, createdBy: row.created_by, shared: row.shared === 1 }
}
