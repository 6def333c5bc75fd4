import type { Deps } from '../context.ts'
import { sweepFolder, sweepTemporary } from '../uploads/file-store.ts'
import { listFileIds } from './repository.ts'

/** Removes what an earlier run left half-done: files without a row. Only at start, before anything is served. */
export async function sweepLitter(deps: Pick<Deps, 'reader' | 'folders' | 'log'>): Promise<void> {
  await sweepTemporary(deps.folders)
  for (const [table, folder] of [['upload', deps.folders.uploads] as const, ['report', deps.folders.reports] as const]) {
    const removed = await sweepFolder(folder, new Set(await listFileIds(deps.reader, table)))
    if (removed.length > 0) deps.log.warn('files without a row were removed', { table, count: removed.length })
  }
}
