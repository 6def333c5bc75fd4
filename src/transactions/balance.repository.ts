import type { Db, Tx } from '#db/connection.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import type { DayChange, MonthChange } from './balances.ts'

/** So few are written sooner one by one. */
const FEW = 4

/** The days of one unit in one month, in order. */
export async function listDays(db: Db | Tx, brokerId: number, unit: string, month: string): Promise<DayChange[]> {
  return await listDaysBetween(db, brokerId, unit, `${month}-01`, `${month}-31`)
}

/** Every day of one unit, in order. */
export async function listUnitDays(db: Db | Tx, brokerId: number, unit: string): Promise<DayChange[]> {
  return db.sqlite
    .query<{ date: string; change: string }, [number, string]>(
      'SELECT date, change FROM balance_day WHERE broker_id = ? AND unit = ? ORDER BY date',
    )
    .all(brokerId, unit)
    .map((row) => ({ date: row.date, change: decimal(row.change) }))
}

/** The days of one unit from one day to another, both included, in order. */
export async function listDaysBetween(
  db: Db | Tx,
  brokerId: number,
  unit: string,
  from: string,
  to: string,
): Promise<DayChange[]> {
  const sql = 'SELECT date, change FROM balance_day WHERE broker_id = ? AND unit = ? AND date >= ? AND date <= ? ORDER BY date'
  return db.sqlite
    .query<{ date: string; change: string }, [number, string, string, string]>(sql)
    .all(brokerId, unit, from, to)
    .map((row) => ({ date: row.date, change: decimal(row.change) }))
}

/** Writes the net changes of days of one unit, one of each day; a change of zero removes the row. */
export async function putDays(db: Tx, brokerId: number, unit: string, changes: readonly DayChange[]): Promise<void> {
  const filled = changes.filter(({ change }) => change !== 0n)
  for (const { date, change } of changes)
    if (change === 0n)
      db.sqlite.query('DELETE FROM balance_day WHERE broker_id = ? AND unit = ? AND date = ?').run(brokerId, unit, date)
  if (filled.length < FEW) for (const day of filled) await putDay(db, brokerId, unit, day)
  else await putManyDays(db, brokerId, unit, filled)
}

async function putDay(db: Tx, brokerId: number, unit: string, { date, change }: DayChange): Promise<void> {
  db.sqlite
    .query('INSERT OR REPLACE INTO balance_day (broker_id, unit, date, change) VALUES (?, ?, ?, ?)')
    .run(brokerId, unit, date, formatDecimal(change))
}

async function putManyDays(db: Tx, brokerId: number, unit: string, days: readonly DayChange[]): Promise<void> {
  const sql = 'INSERT OR REPLACE INTO balance_day (broker_id, unit, date, change) SELECT ?, ?, key, value FROM json_each(?)'
  const texts = Object.fromEntries(days.map(({ date, change }) => [date, formatDecimal(change)]))
  db.sqlite.query(sql).run(brokerId, unit, JSON.stringify(texts))
}

/** Writes a month's summary; `undefined` removes it. */
export async function putMonth(
  db: Tx,
  brokerId: number,
  unit: string,
  month: string,
  summary: MonthChange | undefined,
): Promise<void> {
  if (!summary) {
    db.sqlite.query('DELETE FROM balance_month WHERE broker_id = ? AND unit = ? AND month = ?').run(brokerId, unit, month)
    return
  }
  db.sqlite
    .query('INSERT OR REPLACE INTO balance_month (broker_id, unit, month, change, lowest) VALUES (?, ?, ?, ?, ?)')
    .run(brokerId, unit, month, formatDecimal(summary.change), formatDecimal(summary.lowest))
}

/** The months of one unit, in order. */
export async function listMonths(db: Db | Tx, brokerId: number, unit: string): Promise<MonthChange[]> {
  const sql = 'SELECT month, change, lowest FROM balance_month WHERE broker_id = ? AND unit = ? ORDER BY month'
  return db.sqlite
    .query<{ month: string; change: string; lowest: string }, [number, string]>(sql)
    .all(brokerId, unit)
    .map((row) => ({ month: row.month, change: decimal(row.change), lowest: decimal(row.lowest) }))
}

/** The months for which a unit has a summary. */
export async function listMonthNames(db: Db | Tx, brokerId: number, unit: string): Promise<Set<string>> {
  const sql = 'SELECT month FROM balance_month WHERE broker_id = ? AND unit = ?'
  const rows = db.sqlite.query<{ month: string }, [number, string]>(sql).all(brokerId, unit)
  return new Set(rows.map((row) => row.month))
}

/** Every unit that a broker ever had. */
export async function listUnits(db: Db | Tx, brokerId: number): Promise<string[]> {
  const sql = 'SELECT DISTINCT unit FROM balance_month WHERE broker_id = ? ORDER BY unit'
  return db.sqlite
    .query<{ unit: string }, [number]>(sql)
    .all(brokerId)
    .map((row) => row.unit)
}

/** Changes up to and with `until`: whole months before its month, then its days. `unit` narrows to one. In no order. */
export async function listChangesUntil(
  db: Db | Tx,
  brokerId: number,
  until: string,
  unit?: string,
): Promise<{ unit: string; change: Decimal }[]> {
  const one = unit === undefined ? '' : ' AND unit = ?3'
  const sql = `SELECT unit, change FROM balance_month WHERE broker_id = ?1 AND month < substr(?2, 1, 7)${one}
    UNION ALL SELECT unit, change FROM balance_day WHERE broker_id = ?1 AND date >= substr(?2, 1, 7) || '-01' AND date <= ?2${one}`
  const rows = db.sqlite
    .query<{ unit: string; change: string }, (string | number)[]>(sql)
    .all(...(unit === undefined ? [brokerId, until] : [brokerId, until, unit]))
  return rows.map((row) => ({ unit: row.unit, change: decimal(row.change) }))
}
