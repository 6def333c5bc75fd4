import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Connection } from './connection.ts'

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

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
