import type { Database } from 'bun:sqlite'
import type { Db, Tx } from './connection.ts'

const open = new WeakSet<Database>()

/** Runs `work`, which must not be asynchronous and must not write, on one state of the database, whatever other processes commit meanwhile. Joins what is open. */
export function inSnapshot<T>(db: Db | Tx, work: () => T): T {
  const { sqlite } = db
  if (db.isTransaction || sqlite.inTransaction) return work()
  sqlite.run('BEGIN')
  open.add(sqlite)
  try {
    return work()
  } finally {
    open.delete(sqlite)
    sqlite.run('COMMIT')
  }
}

/** Whether what is read now may be rolled back later: within a transaction, but for a snapshot. */
export function mayRollBack(db: Db | Tx): boolean {
  return db.isTransaction || (db.sqlite.inTransaction && !open.has(db.sqlite))
}
