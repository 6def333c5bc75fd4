import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolders } from '../context.ts'

/** Archives that are whole; copies of the database before its schema changed are no backup of the files. */
const ARCHIVE = /^holdfast-[\w-]+\.tar\.(zst|gz)(\.age)?$/

/** File systems on the network have clocks of their own. */
const AHEAD_MILLISECONDS = 3_600_000

/** When the newest backup in the data folder was made; `null` when there is none. One of a time that is to come says nothing: the clock was wrong. */
export async function lastBackup(folders: Pick<DataFolders, 'backups'>, now: Date): Promise<Date | null> {
  const names = (await readdir(folders.backups).catch(() => [])).filter((name) => ARCHIVE.test(name))
  const times = await Promise.all(names.map((name) => stat(join(folders.backups, name)).catch(() => undefined)))
  const latest = now.getTime() + AHEAD_MILLISECONDS
  const newest = Math.max(...times.map((file) => file?.mtimeMs ?? 0).filter((time) => time <= latest), 0)
  return newest === 0 ? null : new Date(newest)
}
