import { type CachePolicy, type Caches, cached } from '../../cache.ts'
import type { Line } from '../ledger/lines.repository.ts'
import type { ReportRequest } from '../ledger/request.ts'
import { isTogether, tiedTo } from './lot-groups.ts'

const linesOfAssets: CachePolicy<readonly Line[]> = {
  name: 'lines of assets',
  most: 250_000,
  sizeOf: (lines) => lines.length + 1,
}

/**
 * The lines of the assets that a report is about, and of those that lots come to them from or go to, so that cost is what it is in a report of everything.
 * The same list where the report is about everything.
 */
export function linesOfChosen(
  caches: Caches,
  lines: readonly Line[],
  { assetIds, method }: Pick<ReportRequest, 'assetIds' | 'method'>,
): readonly Line[] {
  if (assetIds === null || isTogether(lines, method)) return lines
  return cached(caches, linesOfAssets, assetIds.join(' '), [lines], () => {
    const wanted = tiedTo(lines, assetIds)
    return lines.filter((line) => line.assetId !== null && wanted.has(line.assetId))
  })
}
