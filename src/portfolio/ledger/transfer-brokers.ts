import type { Reader } from '#db/connection.ts'
import { keptLines } from './kept-lines.ts'
import { listBrokersOfGroups } from './ledger.repository.ts'
import type { Line } from './lines.repository.ts'

const groups = new WeakMap<readonly Line[], readonly string[]>()

/** These brokers and all that assets came from or went to, directly or by way of others. */
export async function withTransferPartners(db: Reader, brokerIds: readonly number[]): Promise<number[]> {
  const found = new Set(brokerIds)
  let added: readonly number[] = brokerIds
  while (added.length > 0) {
    const ids = new Set<string>()
    for (const id of added) for (const group of transferGroupsOf(await keptLines(db, [id]))) ids.add(group)
    added = ids.size === 0 ? [] : (await listBrokersOfGroups(db, [...ids])).filter((id) => !found.has(id))
    for (const id of added) found.add(id)
  }
  return [...found]
}

function transferGroupsOf(lines: readonly Line[]): readonly string[] {
  const known = groups.get(lines)
  if (known !== undefined) return known
  const made: string[] = []
  for (const { type, assetId, groupId } of lines)
    if (groupId !== null && type === 'TRANSFER' && assetId !== null) made.push(groupId)
  groups.set(lines, made)
  return made
}
