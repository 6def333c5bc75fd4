import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, type Store } from '#db/connection.ts'
import { type DatabaseFault, databaseFault } from '#db/errors.ts'
import { type Lock, takeLock } from '#db/lock.ts'
import { currentSchemaVersion, NewerSchemaError, schemaVersion } from '#db/migrate.ts'
import { watchDatabase } from '../activity.ts'
import { finishRestore, isRestoreOpen } from '../backup/swap.service.ts'
import type { Config } from '../config.ts'
import type { DataFolders } from '../context.ts'
import { DATABASE_FILE, openFolders } from '../folders.ts'
import type { Log } from '../log.ts'
import { createMemory, type Memory } from '../memory.ts'
import { makeRoomAtStart, RESERVE_FILE, type Storage, watchStorage } from '../storage.ts'
import { describeCopy, listSchemaCopies } from '../system/schema-copies.ts'
import { placeEmpty } from './empty-database.ts'
import { EXIT, ExitError } from './exit.ts'
import { upgrade } from './upgrade.ts'

export { DATABASE_FILE }

const LOCK_FILE = 'holdfast.lock'
const ENDING_MILLISECONDS = 1_500
const LOOK_AGAIN_MILLISECONDS = 50
/** Below this the start says that there is little space left. */
const LITTLE_BYTES = 16 * 1024 * 1024

/** The data folder, open and with the schema of this release. */
export type Data = {
  readonly folders: DataFolders
  readonly store: Store
  readonly storage: Storage
  readonly memory: Memory
  readonly close: () => Promise<void>
  /** Closes everything but the lock, which is answered. */
  readonly handOver: () => Promise<Lock | undefined>
}

/**
 * Opens the data folder. `serving`: as its one server, which holds the lock until it ends. `visiting`: beside a server that may be
 * running; the lock is needed only while the schema has to change. Throws ExitError with a sentence for the user.
 */
export async function openData(config: Config, log: Log, as: 'serving' | 'visiting', held?: Lock): Promise<Data> {
  const folders = foldersOf(config, log)
  const lock = held ?? (as === 'serving' ? await requireLock(folders) : undefined)
  const path = join(folders.root, DATABASE_FILE)
  try {
    await putRestored(folders, log, lock !== undefined)
    requireDatabase(folders, path)
    if (lock) warnOfMissingLog(path, log)
    const placed = lock && sizeOf(path) === 0 ? await placeEmpty(path) : undefined
    if (placed) log.info('database made', { database: path })
    const isLeftOpen = lock !== undefined && sizeOf(`${path}-wal`) > 0
    const memory = createMemory()
    const store = openStore(path, { watch: watchDatabase({ memory, log, slowMilliseconds: config.slowMilliseconds }) })
    try {
      if (isLeftOpen) store.takeOverLog()
      await bringUpToDate(store, folders, log, lock !== undefined)
      await placed?.isLasting
    } catch (error) {
      await store.close()
      throw error
    }
    const end = lock ? createMarker(path, log) : () => {}
    const storage = watchStorage({ folders, log, database: path, stopWriting: store.stopWriting })
    const handOver = async () => {
      await memory.close().catch((error: unknown) => log.error('a state of the service could not be closed', { error }))
      await store.close()
      end()
      return lock
    }
    return { folders, store, storage, memory, handOver, close: async () => (await handOver())?.release() }
  } catch (error) {
    lock?.release()
    throw await explained(error, folders)
  }
}

/**
 * Refuses to make a new, empty installation, open to whoever registers first, where the files of one lie whose database is gone. Throws
 * ExitError.
 */
function requireDatabase(folders: DataFolders, path: string): void {
  if (sizeOf(path) > 0) return
  const filled = (['uploads', 'reports', 'backups'] as const).filter((name) => readdirSync(folders[name]).length > 0)
  const signs = [RESERVE_FILE, `${DATABASE_FILE}-wal`].filter((name) => sizeOf(join(folders.root, name)) > 0)
  if (filled.length + signs.length === 0) return
  throw new ExitError(
    EXIT.data,
    `The database ${path} is ${existsSync(path) ? 'empty' : 'missing'}, but ${folders.root} holds ${[...filled, ...signs].join(', ')} of an installation. ` +
      'Put the database back from a backup. To begin with nothing, set DATA_DIR to an empty folder.',
  )
}

/** A restore that was committed is brought to its end before anything is opened; beside a service it waits until that has done it. */
async function putRestored(folders: DataFolders, log: Log, locked: boolean): Promise<void> {
  const { root } = folders
  if (!isRestoreOpen(root)) return
  const lock = locked ? undefined : await requireLock(folders)
  try {
    const done = finishRestore(root, { isServed: true })
    openFolders(root)
    if (done) log.warn('data restored', { from: done.restored_from, made_at: done.made_at, data_of_before: done.previous })
  } finally {
    lock?.release()
  }
}

/** 0 when there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * SQLite removes its log when the last connection closes: where the marker of an earlier run is left and the log is not, somebody took the log
 * away, with what was written last. Before the database is opened, which makes a new log.
 */
function warnOfMissingLog(path: string, log: Log): void {
  if (existsSync(markerOf(path)) && existsSync(path) && !existsSync(`${path}-wal`))
    log.warn(
      'The service did not end well the last time, and the -wal file that it left beside the database is missing: what was written last is lost. Put the file back, or compare with a backup. After restoring a backup this is as it should be.',
      { missing: `${path}-wal` },
    )
}

/** Notes that the database is open, until the function that it returns is called. */
function createMarker(path: string, log: Log): () => void {
  const marker = markerOf(path)
  try {
    writeFileSync(marker, '', { mode: 0o600 })
  } catch (error) {
    log.warn('that the database is open could not be marked', { error })
  }
  return () => rmSync(marker, { force: true })
}

function markerOf(path: string): string {
  return `${path}.open`
}

/** Where things are; made where they are missing. Throws ExitError. */
export function foldersOf(config: Config, log: Log): DataFolders {
  try {
    const free = makeRoomAtStart({ root: config.dataDir })
    if (free < LITTLE_BYTES)
      log.warn(
        'The disk is full, or nearly: uploads and imports are refused. Delete files, or give the data folder more space.',
        {
          data_dir: config.dataDir,
          free_bytes: free,
        },
      )
    return openFolders(config.dataDir)
  } catch (error) {
    throw new ExitError(EXIT.storage, unwritable(config.dataDir, error), error)
  }
}

/** Waits a moment for a service that is just ending. Throws ExitError while another one runs. */
export async function requireLock(folders: DataFolders): Promise<Lock> {
  const end = performance.now() + ENDING_MILLISECONDS
  let lock = lockOf(folders)
  while (!lock && performance.now() < end) {
    await Bun.sleep(LOOK_AGAIN_MILLISECONDS)
    lock = lockOf(folders)
  }
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
  const lock = locked ? undefined : await requireLock(folders)
  try {
    await upgrade(store, folders, log)
  } finally {
    lock?.release()
  }
}

async function explained(error: unknown, folders: DataFolders): Promise<unknown> {
  if (error instanceof NewerSchemaError) return newer(error, folders)
  const path = join(folders.root, DATABASE_FILE)
  const fault = databaseFault(error)
  if (!(error instanceof Error) || fault === undefined)
    return isOfFiles(error) ? new ExitError(EXIT.storage, unwritable(path, error), error) : error
  if (fault === 'damaged')
    return new ExitError(
      EXIT.data,
      `${path} is damaged or not a database: ${error.message}. Restore a backup; nothing was changed.`,
    )
  if (OF_SPACE.has(fault)) return new ExitError(EXIT.storage, full(path, error), error)
  return fault === 'unreachable' ? new ExitError(EXIT.storage, unwritable(path, error), error) : error
}

async function newer(error: NewerSchemaError, folders: DataFolders): Promise<ExitError> {
  const copy = (await listSchemaCopies(folders)).find(({ from }) => from <= currentSchemaVersion())
  const way = copy ? ` The database as it was before the newer release is in ${describeCopy(copy)}.` : ''
  return new ExitError(EXIT.data, `${error.message} Nothing was changed.${way}`, error)
}

/** From the file system, while the empty database is put in its place. */
function isOfFiles(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'errno' in error
}

function unwritable(path: string, error: unknown): string {
  if (error instanceof Error && 'code' in error && (error.code === 'EEXIST' || error.code === 'ENOTDIR'))
    return `${path} cannot be a data folder: it, or a part of its path, is a file. Set DATA_DIR to a folder.`
  if (error instanceof Error && 'code' in error && NO_SPACE.test(String(error.code))) return full(path, error)
  if (error instanceof Error && OF_SPACE.has(databaseFault(error))) return full(path, error)
  const reason = error instanceof Error ? error.message : String(error)
  return `${path} cannot be made or written by the user with id ${process.getuid?.() ?? '?'}: ${reason}. Change its owner, or set DATA_DIR.`
}

/** What the system and the database say when there is no space left. */
const NO_SPACE = /^(ENOSPC|EDQUOT)/
const OF_SPACE: ReadonlySet<DatabaseFault | undefined> = new Set(['full', 'write', 'extend'])

function full(path: string, error: Error): string {
  return `${path} cannot be written because the disk is full: ${error.message}. Free some space (2 MiB are enough to start) and start again.`
}
