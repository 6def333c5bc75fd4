import type { Database } from 'bun:sqlite'
import type { Db, Reader } from './connection.ts'

const open = new WeakSet<Database>()
const turns = new WeakMap<Database, Promise<unknown>>()

/**
 * Runs `work`, which must not write, on one state of the database, whatever others commit meanwhile. It gets a connection of its own: what else
 * the process reads is not held up, and not old. One at a time; joins a transaction or a snapshot that is open.
 */
export function inSnapshot<T>(db: Reader, work: (db: Reader) => Promise<T>): Promise<T> {
  if (db.isTransaction || open.has(db.sqlite)) return work(db)
  const { snapshot } = db
  if (snapshot === undefined) throw new Error('what is no transaction can open a snapshot')
  const turn = (turns.get(db.sqlite) ?? Promise.resolve()).then(() => onOneState(snapshot(), work))
  turns.set(
    db.sqlite,
    turn.catch(() => {}),
  )
  return turn
}

async function onOneState<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { sqlite } = db
  sqlite.run('BEGIN')
  open.add(sqlite)
  try {
    return await work(db)
  } finally {
    open.delete(sqlite)
    sqlite.run('COMMIT')
  }
}

/** Whether what is read now may be rolled back later: within a transaction, but for a snapshot. */
export function mayRollBack(db: Reader): boolean {
  return db.isTransaction || (db.sqlite.inTransaction && !open.has(db.sqlite))
}
