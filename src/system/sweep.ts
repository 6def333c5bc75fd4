import type { Deps } from '../context.ts'
import { sweepFolder, sweepTemporary } from '../uploads/file-store.ts'
import { sweepUploads } from '../uploads/service.ts'
import { listFileIds } from './repository.ts'

/** Removes what an earlier run left half-done: files without a row. Only at start, before anything is served. */
export async function sweepLitter(deps: Pick<Deps, 'reader' | 'folders' | 'log'>): Promise<void> {
  await sweepTemporary(deps.folders)
  await sweepUploads(deps)
  const removed = await sweepFolder(deps.folders.reports, new Set(await listFileIds(deps.reader, 'report')))
  if (removed.length > 0) deps.log.warn('files without a report were removed', { count: removed.length })
}
