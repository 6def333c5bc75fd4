import type { Tx } from '#db/connection.ts'
import { AppError } from '../shared/errors.ts'
import { readInPieces } from '../shared/pieces.ts'
import type { PlannedCreation, PlannedReplacement } from './plan.ts'
import { findExternalIds } from './repository.ts'
import type { Transaction } from './transaction.ts'

type Change = {
  readonly creations: readonly PlannedCreation[]
  readonly replacements: readonly PlannedReplacement[]
  readonly deletions: readonly Transaction[]
}

/** Throws `transaction/exists` (409) with the id when a line of the same broker has an external id already, stored or in the same request. */
export async function requireFreeExternalIds(db: Tx, { creations, replacements, deletions }: Change): Promise<void> {
  const leaving = new Set([...deletions.map((line) => line.id), ...replacements.map((item) => item.before.id)])
  const byBroker = Map.groupBy(
    [...replacements, ...creations].filter((item) => item.fields.externalId !== null),
    (item) => item.fields.brokerId,
  )
  for (const [brokerId, items] of byBroker) {
    const wanted = items.map((item) => item.fields.externalId ?? '')
    const stored = new Map(await readInPieces(wanted, async (piece) => [...(await findExternalIds(db, brokerId, piece))]))
    const seen = new Set<string>()
    for (const { pointer, fields } of items) {
      const id = stored.get(fields.externalId ?? '')
      if (id !== undefined && !leaving.has(id)) throw alreadyThere(pointer, id)
      if (seen.has(fields.externalId ?? '')) throw alreadyThere(pointer, undefined)
      seen.add(fields.externalId ?? '')
    }
  }
}

function alreadyThere(pointer: string, id: number | undefined): AppError {
  const detail =
    id === undefined
      ? 'Another item of this request has the same external_id.'
      : `Transaction ${id} of this broker has this external_id already.`
  return new AppError('conflict', 'transaction/exists', detail, {
    errors: [{ pointer: `${pointer}/external_id`, detail }],
    ...(id === undefined ? {} : { extensions: { id } }),
  })
}
