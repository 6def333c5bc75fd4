import { Database } from 'bun:sqlite'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connection } from './connection.ts'

/** Writes a consistent copy of the whole database to `path`, on the disk when this returns; nothing is left behind when it fails. */
export async function copyDatabase(db: Connection, path: string): Promise<void> {
  const partial = `${path}.partial`
  try {
    await rm(partial, { force: true })
    db.sqlite.query('VACUUM INTO ?').run(partial)
    await sync(partial)
    await rename(partial, path)
    await sync(dirname(path))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** The bytes that the pages of a database take, those in its log included: at most so large is a copy. */
export function databaseBytes(db: Connection): number {
  const row = db.sqlite
    .query<{ size: number }, []>('SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()')
    .get()
  return row?.size ?? 0
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes the state of the database file `from` to the new file `to`, all of one moment, with a connection of its own: readers and writers go
 * on meanwhile. Holds up the thread that calls it for as long as it takes.
 */
export function snapshotDatabase(from: string, to: string): void {
  const database = new Database(from, { readwrite: true })
  try {
    database.run('PRAGMA busy_timeout = 5000')
    database.query('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}
