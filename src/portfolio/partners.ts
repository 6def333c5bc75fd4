import type { Db, Tx } from '#db/connection.ts'
import { listTransferPartners } from './repository.ts'

/** These brokers and all that assets came from or went to, directly or by way of others. */
export function withTransferPartners(db: Db | Tx, brokerIds: readonly number[]): number[] {
  const found = new Set(brokerIds)
  let added: readonly number[] = brokerIds
  while (added.length > 0) {
    added = listTransferPartners(db, added).filter((id) => !found.has(id))
    for (const id of added) found.add(id)
  }
  return [...found]
}
