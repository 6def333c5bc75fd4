import { decimal } from '../../shared/decimal.ts'
import { createYielder } from '../../shared/event-loop.ts'
import type { BulkLine, ImportedLots } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { traitsOf } from '../matching/traits.ts'
import { asTheyHappened } from '../reading/order.ts'
import { groupOf } from '../report.ts'

/** In the order of the days, within a day as they happened: ids tell the same story as dates, and indexes grow at their end. */
export async function toLines(drafts: readonly ClassifiedDraft[], created: ReadonlyMap<number, number>): Promise<BulkLine[]> {
  const yieldWhenDue = createYielder()
  const groupIds = new Map<string, string>()
  const byDay = Map.groupBy(drafts, ({ fields }) => fields.date)
  const lines: BulkLine[] = []
  const addLine = (entry: ClassifiedDraft) => {
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
  for (const day of [...byDay.keys()].sort()) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    asTheyHappened(byDay.get(day) ?? []).forEach(addLine)
  }
  return lines
}

/** Which lots the lines take that are booked; of `classified` it follows which rows the ledger has already. */
export function lotsOf(booked: readonly ClassifiedDraft[], classified: readonly ClassifiedDraft[]): ImportedLots[] {
  const taking = traitsOf(booked).hasLots ? booked.filter(({ draft }) => draft.lots !== undefined) : []
  if (taking.length === 0) return []
  const existing = new Map(classified.map(({ draft, duplicate }) => [draft.rows[0], duplicate.existingId]))
  return taking.map(({ draft }) => ({
    row: draft.rows[0],
    lots: (draft.lots ?? []).map(({ row, quantity }) => {
      return { row, existingId: existing.get(row) ?? null, quantity: decimal(quantity) }
    }),
  }))
}
