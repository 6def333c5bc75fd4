import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
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
 * or not at all. Returns whether it did; not when run from the sources, whose steps come after.
 */
export async function placeEmpty(path: string): Promise<boolean> {
  if (!import.meta.url.includes('$bunfs') && !import.meta.url.includes('~BUN')) return false
  const { BUILT } = await import('./built-database.ts')
  placeBytes(readFileSync(BUILT), path)
  return true
}

/** Writes a file so that after a crash it is whole or missing. Throws what the file system says. */
export function placeBytes(bytes: Uint8Array, path: string): void {
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
  if (process.platform !== 'win32') withFile(dirname(path), 'r', fsyncSync)
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags)
  try {
    use(file)
  } finally {
    closeSync(file)
  }
}
