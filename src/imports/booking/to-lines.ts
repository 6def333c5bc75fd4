import { createYielder } from '../../shared/event-loop.ts'
import type { BulkLine } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { asTheyHappened } from '../reading/order.ts'
import { groupOf } from '../report.ts'

/** In the order of the days, within a day as they happened: ids tell the same story as dates, and indexes grow at their end. */
export async function toLines(drafts: readonly ClassifiedDraft[], created: ReadonlyMap<number, number>): Promise<BulkLine[]> {
  const yieldWhenDue = createYielder()
  const groupIds = new Map<string, string>()
  const byDay = Map.groupBy(drafts, ({ fields }) => fields.date)
  const lines: BulkLine[] = []
  for (const day of [...byDay.keys()].sort()) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    for (const entry of asTheyHappened(byDay.get(day) ?? [])) {
      const { fields, draft } = entry
      const { assetId } = fields
      const key = groupOf(entry)
      if (key !== undefined && !groupIds.has(key)) groupIds.set(key, crypto.randomUUID())
      lines.push({
        fields,
        assetId: assetId !== null && assetId < 0 ? (created.get(assetId) ?? assetId) : assetId,
        groupId: key === undefined ? null : (groupIds.get(key) ?? null),
        sourceRow: draft.rows[0],
      })
    }
  }
  return lines
}
