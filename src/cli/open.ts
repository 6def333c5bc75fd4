import { SQLiteError } from 'bun:sqlite'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { copyDatabase } from '#db/copy.ts'
import { takeLock } from '#db/lock.ts'
import { currentSchemaVersion, migrate, NewerSchemaError, schemaVersion } from '#db/migrate.ts'
import type { Config } from '../config.ts'
import type { DataFolders } from '../context.ts'
import { openFolders } from '../folders.ts'
import type { Log } from '../log.ts'
import { EXIT, ExitError } from './exit.ts'

export const DATABASE_FILE = 'holdfast.db'
const LOCK_FILE = 'holdfast.lock'

/** The data folder, open and with the schema of this release. */
export type Data = { readonly folders: DataFolders; readonly store: Store; readonly close: () => Promise<void> }

/**
 * Opens the data folder. `serving`: as its one server, which holds the lock until it ends. `visiting`: beside a server that may be
 * running; the lock is needed only while the schema has to change. Throws ExitError with a sentence for the user.
 */
export async function openData(config: Config, log: Log, as: 'serving' | 'visiting'): Promise<Data> {
  const folders = foldersOf(config)
  const lock = as === 'serving' ? requireLock(folders) : undefined
  try {
    const store = openStore(join(folders.root, DATABASE_FILE))
    try {
      await bringUpToDate(store, folders, log, lock !== undefined)
    } catch (error) {
      await store.close()
      throw error
    }
    return { folders, store, close: () => store.close().then(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw explained(error, folders)
  }
}

function foldersOf(config: Config): DataFolders {
  try {
    return openFolders(config.dataDir)
  } catch (error) {
    throw new ExitError(EXIT.storage, unwritable(config.dataDir, error), error)
  }
}

function requireLock(folders: DataFolders) {
  const lock = lockOf(folders)
  if (lock) return lock
  throw new ExitError(
    EXIT.locked,
    `Another Holdfast serves the data folder ${folders.root}. Stop it first, or give this one a folder of its own with DATA_DIR.`,
  )
}

function lockOf(folders: DataFolders) {
  try {
    return takeLock(join(folders.root, LOCK_FILE))
  } catch (error) {
    throw new ExitError(EXIT.storage, unwritable(folders.root, error), error)
  }
}

async function bringUpToDate(store: Store, folders: DataFolders, log: Log, locked: boolean): Promise<void> {
  if ((await schemaVersion(store.writer)) === currentSchemaVersion()) return
  const lock = locked ? undefined : requireLock(folders)
  try {
    const steps = await migrate(store.writer, async (from) => {
      const copy = join(folders.backups, `before-schema-${currentSchemaVersion()}-from-${from}-${Date.now()}.db`)
      await copyDatabase(store.writer, copy)
      log.info('database copied before its schema changes', { copy })
    })
    if (steps.length > 0) log.info('schema changed', { steps })
  } finally {
    lock?.release()
  }
}

function explained(error: unknown, folders: DataFolders): unknown {
  if (error instanceof NewerSchemaError) return new ExitError(EXIT.data, error.message, error)
  if (!(error instanceof SQLiteError)) return error
  const path = join(folders.root, DATABASE_FILE)
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(error.code ?? ''))
    return new ExitError(
      EXIT.data,
      `${path} is damaged or not a database: ${error.message}. Restore a backup; nothing was changed.`,
    )
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(error.code ?? ''))
    return new ExitError(EXIT.storage, unwritable(path, error), error)
  return error
}

function unwritable(path: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
    return `${path} cannot be a data folder: it, or a part of its path, is a file. Set DATA_DIR to a folder.`
  const reason = error instanceof Error ? error.message : String(error)
  return `${path} cannot be made or written by the user with id ${process.getuid?.() ?? '?'}: ${reason}. Change its owner, or set DATA_DIR.`
}
