import type { Deps } from '../context.ts'
import { sweepFolder, sweepTemporary } from '../uploads/file-store.service.ts'
import { listFileIds } from './repository.ts'

/**
 * Removes what an earlier run left half-done: temporary files, and files without a row. Only of a database that was found whole: rows that a
 * damaged one does not give would cost their files.
 */
export async function sweepLitter({ reader, folders, log, startedAt }: SweepDeps): Promise<void> {
  await sweepTemporary(folders, startedAt)
  for (const [table, folder] of [['upload', folders.uploads] as const, ['report', folders.reports] as const]) {
    const removed = await sweepFolder(folder, new Set(await listFileIds(reader, table)), startedAt)
    if (removed.length > 0) log.warn('files without a row were removed', { table, count: removed.length })
  }
}

type SweepDeps = Pick<Deps, 'reader' | 'folders' | 'log' | 'startedAt'>
