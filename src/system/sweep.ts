import type { Deps } from '../context.ts'
import { removeTemporary, sweepFolder } from '../uploads/file-store.service.ts'
import { listFileIds } from './repository.ts'

/**
 * Removes what an earlier run left half-done: temporary files (`left`: the names that were there at the start), and files without a row. Only of a database that was found whole: rows that a
 * damaged one does not give would cost their files.
 */
export async function sweepLitter({ reader, folders, log, startedAt, left }: SweepDeps): Promise<void> {
  await removeTemporary(folders, left)
  for (const [table, folder] of [['upload', folders.uploads] as const, ['report', folders.reports] as const]) {
    const removed = await sweepFolder(folder, new Set(await listFileIds(reader, table)), startedAt)
    if (removed.length > 0) log.warn('files without a row were removed', { table, count: removed.length })
  }
}

type SweepDeps = Pick<Deps, 'reader' | 'folders' | 'log' | 'startedAt'> & { readonly left: readonly string[] }
