import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '#db/connection.ts'
import { copyDatabase, databaseBytes } from '#db/copy.ts'
import { currentSchemaVersion, migrate, schemaVersion } from '#db/migrate.ts'
import type { DataFolders } from '../context.ts'
import type { Log } from '../log.ts'
import { listSchemaCopies, schemaCopyName } from '../system/schema-copies.ts'
import { EXIT, ExitError } from './exit.ts'

/** So many copies of the database from before a change of its schema stay, the newest. */
const COPIES = 3
const MIB = 1024 * 1024
const SPARE_BYTES = 4 * MIB
const UNFINISHED = /^before-schema-.*\.partial(-journal)?$/

/**
 * Brings the database to the schema of this release, after a copy of it where there are data, and removes the oldest such copies. All
 * or nothing: where a step fails the database is as before, and the copy of it goes. `free` answers the bytes that may be written in
 * the data folder. Throws ExitError `storage` before anything is written when they are too few, NewerSchemaError, and what a step throws.
 */
export async function upgrade(
  store: Store,
  folders: DataFolders,
  log: Log,
  free: () => Promise<number> = () => freeBytes(folders.root),
): Promise<void> {
  const before = await schemaVersion(store.writer)
  let copy: string | undefined
  try {
    const steps = await migrate(store.writer, async (from) => {
      await removeUnfinished(folders)
      // Starts that are killed one after the other would fill the disk with copies.
      await removeOldCopies(folders, log)
      requireSpace(await databaseBytes(store.writer), await free())
      const path = join(folders.backups, schemaCopyName({ from, to: currentSchemaVersion(), now: new Date() }))
      await copyDatabase(store.writer, path)
      copy = path
      log.info('database copied before its schema changes', { copy })
    })
    if (steps.length > 0) log.info('schema changed', { steps, ...(copy === undefined ? {} : { copy_of_before: copy }) })
  } catch (error) {
    if (copy !== undefined && (await schemaVersion(store.writer)) === before) await rm(copy, { force: true }).catch(() => {})
    throw error
  }
  await removeOldCopies(folders, log)
}

async function removeOldCopies(folders: DataFolders, log: Log): Promise<void> {
  for (const { path } of (await listSchemaCopies(folders)).slice(COPIES)) {
    await rm(path, { force: true }).catch((error: unknown) =>
      log.warn('an old copy of the database could not be removed', { path, error }),
    )
  }
}

/** What a process that was killed while it copied has left. */
async function removeUnfinished({ backups }: DataFolders): Promise<void> {
  for (const name of await readdir(backups)) if (UNFINISHED.test(name)) await rm(join(backups, name), { force: true })
}

/** The copy takes the size of the database, and steps that rewrite a table take up to that once more until they are committed. */
function requireSpace(size: number, free: number): void {
  const needed = 2 * size + SPARE_BYTES
  if (free >= needed) return
  throw new ExitError(
    EXIT.storage,
    `This release changes the schema of the database, and copies it before: that needs ${inMib(needed)} MiB, and ${inMib(free)} MiB are free. ` +
      'Free some space and start again; nothing was changed, and the release of before still works.',
  )
}

async function freeBytes(root: string): Promise<number> {
  const { bavail, bsize } = await statfs(root)
  return bavail * bsize
}

const inMib = (bytes: number): number => Math.ceil(bytes / MIB)
