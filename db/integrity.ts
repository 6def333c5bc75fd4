import { runInBackground } from './background.ts'

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

/** Whether an error says that the database file is damaged or no database at all; also one that another process has met. */
export function saysDamaged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code))
}

/**
 * SQLite's `quick_check` of a database file (pages, records and their order; not that indexes and tables agree), with a connection of its own in
 * a Worker: the first fault that it finds, `null` when there is none. Rejects when the file cannot be read for other reasons.
 */
export async function quickCheck(path: string): Promise<string | null> {
  const answer = await runInBackground<{ fault: string | null } | { failure: string }>(WORKER, path)
  if ('failure' in answer) throw new Error(`the check of the database could not be made: ${answer.failure}`)
  return answer.fault
}
