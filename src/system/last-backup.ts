import { readdir } from 'node:fs/promises'
import type { DataFolders } from '../context.ts'
import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import { readArchiveName } from '../shared/archive-name.ts'

/**
 * When the newest backup in the data folder was made, as its name says: a copy of an archive is no newer. `null` when there is none; copies of the database
 * before its schema changed are no backup of the files, and one of a time that is to come says nothing, for the clock was wrong.
 */
export async function lastBackup(folders: Pick<DataFolders, 'backups'>, now: Date): Promise<Date | null> {
  const names = await readdir(folders.backups).catch(() => [])
  const latest = now.getTime() + AHEAD_MILLISECONDS
  const times = names.flatMap((name) => readArchiveName(name)?.madeAt.getTime() ?? []).filter((time) => time <= latest)
  return times.length === 0 ? null : new Date(Math.max(...times))
}
