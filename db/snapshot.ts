import type { Reader, Snapshot } from './connection.ts'
import { readDataVersion } from './data-version.ts'

const open = new WeakSet<Reader>()
const turns = new WeakMap<Reader, Promise<unknown>>()
/** So often reads are repeated that somebody has written in between. */
const ATTEMPTS = 3

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

/**
 * Runs a few short reads on one state of the database without waiting for the snapshot of somebody else, which may take long: again where others
 * have committed in between, and in a snapshot where they do so each time.
 */
export async function readTogether<T>(db: Reader, work: (db: Reader) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const version = await readDataVersion(db)
    const result = await work(db)
    if ((await readDataVersion(db)) === version) return result
  }
  return await inSnapshot(db, work)
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
