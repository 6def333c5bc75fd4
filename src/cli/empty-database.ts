import { closeSync, fsync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { openStore } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'

/** Where the build puts it. */
export const EMPTY_PATH = new URL('../../dist/empty.db', import.meta.url).pathname

/** Makes a database file with the schema of this release and no rows at `path`, in place of what is there. */
export async function makeEmpty(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  const store = openStore(path)
  try {
    await migrate(store.writer)
  } finally {
    await store.close()
  }
}

/**
 * Puts the empty database of the build at `path`, where there must be none: faster than taking every step of the schema. It is there whole
 * or not at all. Nothing when run from the sources, whose steps come after.
 */
export async function placeEmpty(path: string): Promise<Placed | undefined> {
  if (!import.meta.url.includes('$bunfs') && !import.meta.url.includes('~BUN')) return undefined
  const { BUILT } = await import('./built-database.ts')
  return placeBytes(readFileSync(BUILT), path)
}

/** `isLasting` resolves when the file is there after a crash, too; it rejects with what the file system says. */
export type Placed = { readonly isLasting: Promise<void> }

/**
 * Writes a file so that after a crash it is whole or missing. Throws what the file system says. That its name lasts is seen to beside the thread
 * that goes on with the start: nothing may be answered before `isLasting`.
 */
export function placeBytes(bytes: Uint8Array, path: string): Placed {
  const unfinished = `${path}.new`
  try {
    withFile(unfinished, 'w', (file) => {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
      fsyncSync(file)
    })
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  const isLasting = process.platform === 'win32' ? Promise.resolve() : syncFolder(dirname(path))
  isLasting.catch(() => {})
  return { isLasting }
}

async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, 'r')
  try {
    await promisify(fsync)(folder)
  } finally {
    closeSync(folder)
  }
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}
