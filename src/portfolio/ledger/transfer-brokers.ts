import { type CachePolicy, cached, cachesOf } from '../../cache.ts'
import type { Deps } from '../../context.ts'
import { cachedLines } from './cached-lines.ts'
import { listBrokersOfGroups } from './ledger.repository.ts'
import type { Line } from './lines.repository.ts'

const groupsOfBrokers: CachePolicy<readonly string[]> = {
  name: 'transfer groups',
  most: 250_000,
  sizeOf: (ids) => ids.length + 1,
}

/** These brokers and all that assets came from or went to, directly or by way of others. */
export async function withTransferBrokers(ctx: Pick<Deps, 'reader' | 'memory'>, brokerIds: readonly number[]): Promise<number[]> {
  const caches = cachesOf(ctx)
  const found = new Set(brokerIds)
  let added: readonly number[] = brokerIds
  while (added.length > 0) {
    const ids = new Set<string>()
    for (const id of added) {
      const lines = await cachedLines(ctx, [id])
      for (const group of cached(caches, groupsOfBrokers, String(id), [lines], () => transferGroupsOf(lines))) ids.add(group)
    }
    added = ids.size === 0 ? [] : (await listBrokersOfGroups(ctx.reader, [...ids])).filter((id) => !found.has(id))
    for (const id of added) found.add(id)
  }
  return [...found]
}

function transferGroupsOf(lines: readonly Line[]): readonly string[] {
  const found: string[] = []
  for (const { type, assetId, groupId } of lines)
    if (groupId !== null && type === 'TRANSFER' && assetId !== null) found.push(groupId)
  return found
}
