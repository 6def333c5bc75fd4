import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolders } from '../context.ts'

/** Archives that are whole; copies of the database before its schema changed are no backup of the files. */
const ARCHIVE = /^holdfast-[\w-]+\.tar\.(zst|gz)(\.age)?$/

/** When the newest backup in the data folder was made; `null` when there is none. */
export async function lastBackup(folders: Pick<DataFolders, 'backups'>): Promise<Date | null> {
  const names = (await readdir(folders.backups).catch(() => [])).filter((name) => ARCHIVE.test(name))
  const times = await Promise.all(names.map((name) => stat(join(folders.backups, name)).catch(() => undefined)))
  const newest = Math.max(...times.map((file) => file?.mtimeMs ?? 0), 0)
  return newest === 0 ? null : new Date(newest)
}
