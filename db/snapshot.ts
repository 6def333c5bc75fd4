import type { Reader, Snapshot } from './connection.ts'

const open = new WeakSet<Reader>()
const turns = new WeakMap<Reader, Promise<unknown>>()

/**
 * Runs `work`, which must not write, on one state of the database, whatever others commit meanwhile. It gets a connection of its own: what else
 * the process reads is not held up, and not old. One at a time; joins a transaction or a snapshot that is open.
 */
export function inSnapshot<T>(db: Reader, work: (db: Reader) => Promise<T>): Promise<T> {
  if (db.isTransaction || open.has(db)) return work(db)
  const { snapshot } = db
  if (snapshot === undefined) throw new Error('what is no transaction can open a snapshot')
  const turn = (turns.get(db) ?? Promise.resolve()).then(() => onOneState(snapshot(), work))
  turns.set(
    db,
    turn.catch(() => {}),
  )
  return turn
}

async function onOneState<T>(db: Snapshot, work: (db: Reader) => Promise<T>): Promise<T> {
  db.begin()
  open.add(db)
  try {
    return await work(db)
  } finally {
    open.delete(db)
    db.end()
  }
}

/** Whether what is read now may be rolled back later: within a transaction. */
export function mayRollBack(db: Reader): boolean {
  return db.isTransaction
}
