import { type CachePolicy, cachesOf, recall, remember } from '../../cache.ts'
import type { Deps } from '../../context.ts'
import { type CloseColumns, loadCloseColumns } from '../../prices/service.ts'
import { readPriceVersions } from '../ledger/versions.repository.ts'

/** Twelve bytes each, at most. */
const MOST_CLOSES = 3_000_000
const NOTHING: CloseColumns = { days: new Int32Array(), scaled: new Float64Array(), exact: null, currencies: '' }

const closes: CachePolicy<CloseColumns> = { name: 'closes', most: MOST_CLOSES, sizeOf: ({ days }) => days.length }

/** All closes of assets, those without any too. Read again when the change counter of an asset has risen. */
export async function cachedCloses(
  ctx: Pick<Deps, 'reader' | 'memory'>,
  assetIds: Iterable<number>,
): Promise<(assetId: number) => CloseColumns> {
  const { caches, versions, found, missing } = await knownCloses(ctx, assetIds)
  const loaded = await loadCloseColumns(ctx, missing)
  for (const id of missing) {
    const columns = loaded.get(id) ?? NOTHING
    found.set(id, columns)
    remember(caches, closes, String(id), [versions.get(id) ?? 0], columns)
  }
  return (id) => found.get(id) ?? NOTHING
}

/** Whether the closes of all these assets are remembered and true, so that nothing has to be read. */
export async function areClosesCached(ctx: Pick<Deps, 'reader' | 'memory'>, assetIds: Iterable<number>): Promise<boolean> {
  return (await knownCloses(ctx, assetIds)).missing.length === 0
}

async function knownCloses(ctx: Pick<Deps, 'reader' | 'memory'>, assetIds: Iterable<number>) {
  const [caches, found, ids] = [cachesOf(ctx), new Map<number, CloseColumns>(), [...new Set(assetIds)]]
  const versions = await readPriceVersions(ctx.reader, ids)
  for (const id of ids) {
    const known = recall(caches, closes, String(id), [versions.get(id) ?? 0])
    if (known !== undefined) found.set(id, known.value)
  }
  return { caches, versions, found, missing: ids.filter((id) => !found.has(id)) }
}
