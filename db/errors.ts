/**
 * What a failure of the database is: `full` = its disk; `write` = a write failed, which a full disk can be the cause of; `extend` = a file could not
 * be made longer or brought to the disk; `unreachable` = the file cannot be opened, read or written.
 */
export type DatabaseFault = 'damaged' | 'full' | 'write' | 'extend' | 'unreachable' | 'other'

const FAULTS: readonly (readonly [code: RegExp, fault: DatabaseFault])[] = [
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_IOERR_WRITE/, 'write'],
  [/^SQLITE_IOERR_(SHMSIZE|TRUNCATE|FSYNC)/, 'extend'],
  [/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)/, 'unreachable'],
  [/^SQLITE_/, 'other'],
]

/** What failed in the database, here or in another process; `undefined` for an error that is not the database's. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const code = String(error.code)
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1]
}

/** Whether an error says that the database file is damaged or no database at all. */
export function saysDamaged(error: unknown): boolean {
  return databaseFault(error) === 'damaged'
}

/** Whether an error says that something would be there twice that may be there once. */
export function saysTwice(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE'
}
