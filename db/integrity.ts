import { Database, SQLiteError } from 'bun:sqlite'
import { runInBackground } from './background.ts'
import type { Reader } from './connection.ts'
import { saysDamaged } from './errors.ts'
import { isSmallFile } from './small.ts'

const WORKER = `
import { Database } from 'bun:sqlite'
onmessage = ({ data: path }) => {
  try {
    const database = new Database(path, { readwrite: true })
    database.run('PRAGMA busy_timeout = 5000')
    database.run('PRAGMA query_only = ON')
    const row = database.query('PRAGMA quick_check(1)').get()
    database.close()
    const text = String(Object.values(row ?? { none: 'no answer' })[0])
    postMessage({ fault: text === 'ok' ? null : text })
  } catch (error) {
    const damaged = /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))
    postMessage(damaged ? { fault: error.message } : { failure: error.message })
  }
}
`

/**
 * SQLite's `quick_check` of a database file (pages, records and their order; not that indexes and tables agree), with a connection of its own, of
 * a large file in a Worker: the first fault that it finds, `null` when there is none. Rejects when the file cannot be read for other reasons.
 */
export async function quickCheck(path: string): Promise<string | null> {
  if (isSmallFile(path, 'check')) return checkHere(path)
  const answer = await runInBackground<{ fault: string | null } | { failure: string }>(WORKER, path)
  if ('failure' in answer) throw new Error(`the check of the database could not be made: ${answer.failure}`)
  return answer.fault
}

function checkHere(path: string): string | null {
  const database = new Database(path, { readwrite: true })
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA query_only = ON')
    const row = database.query<Record<string, string>, []>('PRAGMA quick_check(1)').get()
    const text = Object.values(row ?? { none: 'no answer' })[0]
    return text === 'ok' ? null : String(text)
  } catch (error) {
    if (saysDamaged(error) && error instanceof Error) return error.message
    throw error
  } finally {
    database.close()
  }
}

/**
 * Commits a transaction that changes nothing, synced to disk like any other, with a connection of its own: throws what the database says when it
 * cannot. While somebody else writes, writing works.
 */
export function tryWrite(path: string): void {
  const database = new Database(path, { readwrite: true })
  try {
    database.run('PRAGMA busy_timeout = 0')
    database.run('PRAGMA synchronous = FULL')
    database.run('PRAGMA wal_autocheckpoint = 0')
    database.run('BEGIN IMMEDIATE')
    const { user_version: version = 0 } = database.query<{ user_version: number }, []>('PRAGMA user_version').get() ?? {}
    database.run(`PRAGMA user_version = ${version}`)
    database.run('COMMIT')
  } catch (error) {
    if (!(error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY'))) throw error
  } finally {
    database.close()
  }
}

const INTEGRITY_WORKER = `
import { Database } from 'bun:sqlite'
onmessage = ({ data: path }) => {
  try {
    const database = new Database(path, { readwrite: true })
    try {
      database.run('PRAGMA trusted_schema = OFF')
      database.run('PRAGMA query_only = ON')
      const rows = database.query('PRAGMA integrity_check').all()
      postMessage({ faults: rows.map((row) => row.integrity_check) })
    } finally {
      database.close()
    }
  } catch (error) {
    postMessage({ message: error.message, code: error.code })
  }
}
`

/** As `integrityFaults`, of a database file that nobody else has open, of a large one in a Worker. Throws what the database says. */
export async function integrityFaultsOf(path: string): Promise<string[]> {
  if (isSmallFile(path, 'check')) return faultsHere(path)
  const answer = await runInBackground<{ faults: string[] } | { message: string; code: string }>(INTEGRITY_WORKER, path)
  if ('message' in answer) throw Object.assign(new Error(answer.message), { code: answer.code })
  return answer.faults.filter((text) => text !== 'ok')
}

function faultsHere(path: string): string[] {
  const database = new Database(path, { readwrite: true })
  try {
    database.run('PRAGMA trusted_schema = OFF')
    database.run('PRAGMA query_only = ON')
    const rows = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } finally {
    database.close()
  }
}

/** What SQLite finds wrong with the pages and indexes of the file, at most 100 things. */
export async function integrityFaults(db: Reader): Promise<string[]> {
  try {
    const rows = (await db.statements.all('PRAGMA integrity_check', [])) as { readonly integrity_check: string }[]
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    // Where the damage is in a root page, SQLite refuses to look.
    if (saysDamaged(error) && error instanceof Error) return [error.message]
    throw error
  }
}

/** Rows that refer to rows that are not there, one line per table. */
export async function foreignKeyFaults(db: Reader): Promise<string[]> {
  const rows = (await db.statements.all('PRAGMA foreign_key_check', [])) as { readonly table: string; readonly parent: string }[]
  const counts = Map.groupBy(rows, (row) => `${row.table} to ${row.parent}`)
  return [...counts].map(([pair, found]) => `${found.length} rows refer from ${pair} to what is not there`)
}
