import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openReader, type Reader } from '#db/connection.ts'
import { snapshotDatabase } from '#db/copy.ts'
import { schemaVersion } from '#db/migrate.ts'
import type { DataFolders } from '../context.ts'
import { DATABASE_FILE } from '../folders.ts'
import { createYielder } from '../shared/event-loop.ts'
import { isFileThere, listFiles } from './files.repository.ts'
import type { Packed } from './pack.ts'

/** The data of one moment, in a folder of its own. */
export type Collected = {
  readonly files: readonly Packed[]
  /** Names of files that have a row and were not on the disk. */
  readonly missing: readonly string[]
  readonly schemaVersion: number
}

const FOLDERS = ['uploads', 'reports'] as const
/** Somebody deletes a file between two looks at it: then all is collected again. */
const TRIES = 5

/**
 * Collects the database and every file of one moment in `work`: files are never changed, so a second name for each (a hard link) holds those
 * that are deleted meanwhile. Nobody waits for it. Throws what the file system says.
 */
export async function collect(folders: DataFolders, work: string): Promise<Collected> {
  for (let left = TRIES; ; left--) {
    rmSync(work, { recursive: true, force: true })
    for (const folder of FOLDERS) mkdirSync(join(work, folder), { recursive: true, mode: 0o700 })
    const yieldWhenDue = createYielder()
    for (const folder of FOLDERS)
      for (const name of readdirSync(folders[folder])) {
        hold(folders, work, `${folder}/${name}`)
        await yieldWhenDue()
      }
    await snapshotDatabase(join(folders.root, DATABASE_FILE), join(work, DATABASE_FILE))
    const found = await listed(folders, work)
    if (found.missing.length === 0 || left === 1 || !(await areDeleted(folders, found.missing))) return found
  }
}

/** Whether the file has a second name now. A file system without such names gets none: then the file itself is read. */
function hold(folders: DataFolders, work: string, name: string): boolean {
  const source = pathOf(folders, name)
  try {
    linkSync(source, join(work, name))
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EEXIST'
  }
}

async function listed(folders: DataFolders, work: string): Promise<Collected> {
  const files: Packed[] = []
  const missing: string[] = []
  const copy = join(work, DATABASE_FILE)
  const read = await withReader(copy, async (db) => ({ names: await listFiles(db), version: await schemaVersion(db) }))
  const yieldWhenDue = createYielder()
  for (const name of read.names) {
    await yieldWhenDue()
    const path = hold(folders, work, name) ? join(work, name) : pathOf(folders, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) missing.push(name)
    else files.push({ name, path, size: found.size })
  }
  const database = { name: DATABASE_FILE, path: copy, size: statSync(copy).size }
  return { files: [database, ...files], missing, schemaVersion: read.version }
}

/** Whether one of them has no row any more: it was deleted after the moment of the copy. */
function areDeleted(folders: DataFolders, missing: readonly string[]): Promise<boolean> {
  return withReader(join(folders.root, DATABASE_FILE), async (db) => {
    for (const name of missing) if (!(await isFileThere(db, name))) return true
    return false
  })
}

async function withReader<T>(path: string, work: (db: Reader) => Promise<T>): Promise<T> {
  const { reader, close } = openReader(path)
  try {
    return await work(reader)
  } finally {
    await close()
  }
}

function pathOf(folders: DataFolders, name: string): string {
  return join(folders.root, name)
}
