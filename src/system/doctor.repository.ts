import type { Database } from 'bun:sqlite'

export type StoredFile = { readonly id: string; readonly size: number }
export type LedgerLine = {
  readonly brokerId: number
  readonly date: string
  readonly assetId: number | null
  readonly quantity: string
  readonly amount: string
  readonly currency: string | null
}
export type StoredBalance = { readonly key: string; readonly change: string; readonly lowest: string | null }

/** What SQLite finds wrong with the pages and indexes of the file, at most 100 things. */
export function integrityFaults(database: Database): string[] {
  const rows = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}

/** Rows that refer to rows that are not there, one line per table. */
export function foreignKeyFaults(database: Database): string[] {
  const rows = database.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
  const counts = Map.groupBy(rows, (row) => `${row.table} to ${row.parent}`)
  return [...counts].map(([pair, found]) => `${found.length} rows refer from ${pair} to what is not there`)
}

export function storedSchemaVersion(database: Database): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0
}

/** Every ledger line, one at a time. */
export function* readLedger(database: Database): Generator<LedgerLine> {
  const sql = `SELECT broker_id AS brokerId, date, asset_id AS assetId, quantity, amount, currency FROM ledger_transaction`
  yield* database.query<LedgerLine, []>(sql).iterate()
}

/** The kept balances per broker, unit and day (`lowest` null) or month, by `broker unit day`. */
export function listBalances(database: Database, table: 'balance_day' | 'balance_month'): StoredBalance[] {
  const [period, lowest] = table === 'balance_day' ? ['date', 'NULL'] : ['month', 'lowest']
  const sql = `SELECT broker_id || ' ' || unit || ' ' || ${period} AS key, change, ${lowest} AS lowest FROM ${table}`
  return database.query<StoredBalance, []>(sql).all()
}

/** Brokers whose kept number of lines is not the real one. */
export function countFaults(database: Database): string[] {
  const sql = `SELECT id, transaction_count AS kept, (SELECT count(*) FROM ledger_transaction WHERE broker_id = broker.id) AS real FROM broker`
  const rows = database.query<{ id: number; kept: number; real: number }, []>(sql).all()
  return rows.filter((row) => row.kept !== row.real).map((row) => `broker ${row.id} counts ${row.kept} lines and has ${row.real}`)
}

export function listFileRows(database: Database, table: 'upload' | 'report'): StoredFile[] {
  return database.query<StoredFile, []>(`SELECT id, size FROM ${table}`).all()
}
