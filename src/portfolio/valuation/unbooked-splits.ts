import { type CachePolicy, cached, cachesOf } from '../../cache.ts'
import type { Ctx } from '../../context.ts'
import { type CloseColumns, listSplits } from '../../prices/service.ts'
import { dayOf } from '../../shared/date.ts'
import { mergeLines } from '../ledger/cached-lines.ts'
import { inOrder, type Line } from '../ledger/lines.repository.ts'
import { bookableSplits, type CatalogueSplit } from '../unbooked/catalogue-split.ts'
import { findUnbooked, isInDoubt, type UnbookedSplit, withChanged } from '../unbooked/unbooked.ts'
import { virtualLines } from '../unbooked/virtual-lines.ts'
import { cachedCloses } from './cached-closes.ts'
import { unitLinesOf } from './prices.ts'

/** Lines in ledger order with those of the splits that no broker has booked, and these splits. */
export type WithUnbooked = { readonly lines: readonly Line[]; readonly unbooked: readonly UnbookedSplit[] }

type ByAsset = ReadonlyMap<number, readonly CatalogueSplit[]>

const doubts: CachePolicy<readonly number[]> = { name: 'assets with splits in doubt', most: 12, sizeOf: () => 1 }
const withSplits: CachePolicy<WithUnbooked> = { name: 'lines with unbooked splits', most: 6, sizeOf: () => 1 }

/**
 * Counts units as split where the catalogue knows of a split until today, a broker held units on its day and has not booked it, and nothing says that they are those after it
 * already; those that surely are count as fewer before it. The same list where no asset of the lines was split, which costs one statement. What is found depends on each broker's own lines alone.
 */
export async function withUnbookedSplits(ctx: Ctx, lines: readonly Line[], key: string): Promise<WithUnbooked> {
  const ofAssets = unitLinesOf(lines)
  const listed = await listSplits(ctx.reader, [...ofAssets.keys()], dayOf(ctx.clock()))
  if (listed.size === 0) return { lines, unbooked: [] }
  const splits = new Map([...listed].map(([id, some]) => [id, bookableSplits(some)] as const))
  const text = JSON.stringify([...splits].map(([id, some]) => [id, some.map(({ date, ratio }) => [date, ratio])]))
  const caches = cachesOf(ctx)
  const ids = cached(caches, doubts, key, [lines, text], () =>
    [...splits].flatMap(([id, some]) => (byBroker(ofAssets.get(id) ?? []).some((own) => isInDoubt(own, some)) ? [id] : [])),
  )
  if (ids.length === 0) return { lines, unbooked: [] }
  const closesOf = await cachedCloses(ctx, ids)
  return cached(caches, withSplits, key, [lines, text, ...ids.map(closesOf)], () => completed(lines, ids, splits, closesOf))
}

function byBroker(lines: readonly Line[]): (readonly Line[])[] {
  return [...Map.groupBy(lines, (line) => line.brokerId).values()]
}

function completed(
  lines: readonly Line[],
  ids: readonly number[],
  splits: ByAsset,
  closesOf: (assetId: number) => CloseColumns,
): WithUnbooked {
  const [unbooked, changed]: [UnbookedSplit[], Map<Line, Line>] = [[], new Map()]
  const untracked = new Set<number>()
  for (const assetId of ids)
    for (const own of byBroker(unitLinesOf(lines).get(assetId) ?? [])) {
      const { brokerId = 0, isUntracked } = own[0] ?? {}
      if (isUntracked === true) untracked.add(brokerId)
      const found = findUnbooked({ brokerId, assetId, lines: own }, splits.get(assetId) ?? [], closesOf(assetId))
      unbooked.push(...found.unbooked)
      for (const [line, now] of found.changed) changed.set(line, now)
    }
  const added = virtualLines(unbooked, (brokerId) => untracked.has(brokerId)).sort(inOrder)
  return { lines: mergeLines(withChanged(lines, changed), added), unbooked }
}
