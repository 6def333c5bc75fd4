import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DATABASE_FILE } from '../folders.ts'
import { syncFolder } from './disk.ts'
import { PREVIOUS, type RestoreOrder, readOrder } from './restore-order.ts'

export { orderOf, type RestoreOrder } from './restore-order.ts'

/** Below the data folder: what is unpacked waits here to be served. */
export const STAGED_FOLDER = 'restoring'
/** Says that staged data are the data from now on; written by one rename. */
const ORDER_FILE = 'restore.json'
const RECORD_FILE = 'restored_from.json'
/** In a folder with data from before a restore: a service has served those of after it. */
const SERVED_FILE = 'served'

/** The log and marker of the old database go before it: as long as the new one waits, they belong to the old one. */
const PIECES = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, `${DATABASE_FILE}.open`, DATABASE_FILE, 'uploads', 'reports']

/** From when this returns the staged data are the data, also after a power cut. Throws what the file system says; then they are not. */
export async function commitRestore(root: string, order: RestoreOrder): Promise<void> {
  const path = join(root, ORDER_FILE)
  const partial = `${path}.part`
  const handle = await open(partial, 'w', 0o600)
  try {
    await handle.writeFile(JSON.stringify(order))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(partial, path)
  syncFolder(root)
}

/** Whether a restore was committed whose files are not in their places yet. */
export function isRestoreOpen(root: string): boolean {
  return existsSync(join(root, ORDER_FILE))
}

/**
 * Puts committed data in their places and the old ones aside, for who holds the lock while nothing has the database open. May be broken off
 * anywhere and done again. `isServed`: the new ones are served from now on. Answers what was done; `undefined` when there was nothing to do. Throws what the file system says.
 */
export function finishRestore(root: string, { isServed }: { isServed: boolean }): RestoreOrder | undefined {
  const path = join(root, ORDER_FILE)
  if (!existsSync(path)) return undefined
  const order = readOrder(readFileSync(path, 'utf8'))
  const [staged, previous] = [join(root, order.staged), join(root, order.previous)]
  mkdirSync(previous, { recursive: true, mode: 0o700 })
  writeFileSync(join(previous, RECORD_FILE), `${JSON.stringify(order)}\n`, { mode: 0o600 })
  const isWaiting = existsSync(join(staged, DATABASE_FILE))
  for (const piece of PIECES) {
    const isNew = existsSync(join(staged, piece))
    const isOld = isNew || (isWaiting && piece.startsWith(`${DATABASE_FILE}`))
    if (isOld && existsSync(join(root, piece)) && !existsSync(join(previous, piece)))
      renameSync(join(root, piece), join(previous, piece))
    if (isNew) renameSync(join(staged, piece), join(root, piece))
  }
  if (isServed) writeFileSync(join(previous, SERVED_FILE), '', { mode: 0o600 })
  for (const folder of [previous, root]) syncNow(folder)
  rmSync(path)
  removeStaged(root)
  return order
}

/** What other restores have unpacked: one that is being ended may still write there. What is left goes with the next start. */
function removeStaged(root: string): void {
  try {
    rmSync(join(root, STAGED_FOLDER), { recursive: true, force: true })
  } catch {}
}

function syncNow(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** At a start, for who holds the lock: the folders with data from before a restore that an earlier start has served; this one serves the others. */
export function listPrevious(root: string): string[] {
  if (!existsSync(root) || isRestoreOpen(root)) return []
  const all = readdirSync(root).filter((name) => PREVIOUS.test(name))
  const served = all.filter((name) => existsSync(join(root, name, SERVED_FILE)))
  for (const name of all) writeFileSync(join(root, name, SERVED_FILE), '', { mode: 0o600 })
  return served
}

/** Removes data from before a restore, and what is left of restores that were broken off; for who holds the lock. */
export async function removePrevious(root: string, names: readonly string[]): Promise<void> {
  for (const name of names) if (PREVIOUS.test(name)) await rm(join(root, name), { recursive: true, force: true })
  if (!isRestoreOpen(root)) await rm(join(root, STAGED_FOLDER), { recursive: true, force: true })
}
