import { Database, SQLiteError } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runInBackground } from './background.ts'
import type { Connection, Reader } from './connection.ts'
import { isSmallFile } from './small.ts'

/** Without a sync to the disk: the copy is read and removed. The connection syncs again before it closes, for then it may empty the log. */
const SNAPSHOT_WORKER = `
import { Database } from 'bun:sqlite'
onmessage = ({ data: { from, to } }) => {
  try {
    const database = new Database(from, { readwrite: true })
    try {
      database.run('PRAGMA busy_timeout = 5000')
      database.run('PRAGMA synchronous = OFF')
      database.query('VACUUM INTO ?').run(to)
    } finally {
      database.run('PRAGMA synchronous = FULL')
      database.close()
    }
    postMessage(null)
  } catch (error) {
    postMessage({ message: error.message, code: error.code })
  }
}
`

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
export async function databaseBytes(db: Reader): Promise<number> {
  const row = await db.statements.one('SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()', [])
  return (row as { readonly size: number } | undefined)?.size ?? 0
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
 * Writes the state of the database file `from` to the new file `to`, all of one moment, with a connection of its own, of a large file in a Worker: readers
 * and writers go on meanwhile. The copy is not synced to the disk. Throws what the database says.
 */
export async function snapshotDatabase(from: string, to: string): Promise<void> {
  if (isSmallFile(from, 'copy') && snapshotHere(from, to)) return
  const fault = await runInBackground<{ message: string; code: string } | null>(SNAPSHOT_WORKER, { from, to })
  if (fault !== null) throw Object.assign(new Error(fault.message), { code: fault.code })
}

/** Whether it was done: a Worker waits where the file is locked for a moment. */
function snapshotHere(from: string, to: string): boolean {
  const database = new Database(from, { readwrite: true })
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA synchronous = OFF')
    database.query('VACUUM INTO ?').run(to)
    return true
  } catch (error) {
    if (!(error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY'))) throw error
    rmSync(to, { force: true })
    return false
  } finally {
    database.run('PRAGMA synchronous = FULL')
    database.close()
  }
}
