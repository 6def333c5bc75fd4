import { Database, SQLiteError } from 'bun:sqlite'

/** A lock that is held as long as the process lives, or until `release`. */
export type Lock = { readonly release: () => void }

/**
 * Takes the lock of `path`; `undefined` when another process has it. It is SQLite's own exclusive lock on an empty database: the system
 * releases it when the process ends, however it ends, so nothing is left to clean up. Nothing else in this process may open that file:
 * closing it would release the lock (POSIX).
 */
export function takeLock(path: string): Lock | undefined {
  const database = new Database(path, { create: true, readwrite: true })
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA locking_mode = EXCLUSIVE')
    database.run('BEGIN EXCLUSIVE')
    held.add(database)
    return { release: () => release(database) }
  } catch (error) {
    database.close()
    if (error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

/** Keeps the connections from being collected, which would release their locks. */
const held = new Set<Database>()

function release(database: Database): void {
  held.delete(database)
  database.close()
}
