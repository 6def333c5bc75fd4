import type { Tx } from '#db/connection.ts'
import { readInPieces } from '../shared/pieces.ts'
import { groupFault, needsGroup } from './groups.ts'
import type { PlannedCreation, PlannedReplacement } from './plan.ts'
import { listGroupLegs } from './repository.ts'
import type { Transaction, TransactionFields } from './transaction.ts'

type Report = (pointer: string, detail: string) => void

/** Reports new lines that need a group and have none, and new groups whose legs do not belong together. */
export function checkNewGroups(creations: readonly PlannedCreation[], report: Report): void {
  for (const { pointer, fields, groupId } of creations) {
    if (groupId === null && needsGroup(fields))
      report(`${pointer}/type`, `The legs of ${fields.type} are made together: POST /transactions/batch with the same group key.`)
  }
  for (const [groupId, legs] of Map.groupBy(creations, (item) => item.groupId)) {
    const fault = groupId === null ? undefined : groupFault(legs.map((leg) => leg.fields))
    if (fault !== undefined) report(`${legs[0]?.pointer ?? ''}/group`, fault)
  }
}

/** Reports stored groups whose legs would no longer belong together after the replacements. */
export async function checkStoredGroups(
  db: Tx,
  replacements: readonly PlannedReplacement[],
  deletions: readonly Transaction[],
  report: Report,
): Promise<void> {
  const now = new Map<number, TransactionFields>(replacements.map((item) => [item.before.id, item.fields]))
  const gone = new Set(deletions.map((line) => line.id))
  const touched = new Map<string, string>()
  for (const { pointer, before, fields } of replacements) {
    if (before.groupId !== null) touched.set(before.groupId, touched.get(before.groupId) ?? pointer)
    else if (needsGroup(fields)) report(`${pointer}/type`, `${fields.type} needs a group of legs.`)
  }
  if (touched.size === 0) return
  const stored = await readInPieces([...touched.keys()], async (piece) => await listGroupLegs(db, piece))
  const legs = Map.groupBy(stored, (leg) => leg.groupId ?? '')
  for (const [groupId, pointer] of touched) {
    const left = (legs.get(groupId) ?? []).filter((leg) => !gone.has(leg.id)).map((leg) => now.get(leg.id) ?? leg)
    const fault = groupFault(left)
    if (fault !== undefined) report(pointer, `${fault} Change all legs of the group in one batch.`)
  }
}
