import { decimal } from '../../shared/decimal.ts'
import { forEachInSlices, yieldToEventLoop } from '../../shared/event-loop.ts'
import type { BulkLine, ImportedLots } from '../../transactions/service.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import { traitsOf } from '../matching/traits.ts'
import { asTheyHappened } from '../reading/order.ts'
import { groupOf } from '../report.ts'

type Placed = BulkLine & Pick<ClassifiedDraft, 'draft' | 'place'>

/** In the order of the days, within a day as they happened: ids tell the same story as dates, and indexes grow at their end. */
export async function toLines(drafts: readonly ClassifiedDraft[], created: ReadonlyMap<number, number>): Promise<BulkLine[]> {
  const groupIds = new Map<string, string>()
  const groupIdOf = (group: string) => {
    const id = groupIds.get(group) ?? crypto.randomUUID()
    groupIds.set(group, id)
    return id
  }
  // First in the order of the file, in which they lie in memory.
  const made: Placed[] = []
  await forEachInSlices(drafts, (entry) => {
    const { fields, draft, place } = entry
    const { assetId } = fields
    const group = groupOf(entry)
    made.push({
      fields,
      assetId: assetId !== null && assetId < 0 ? (created.get(assetId) ?? assetId) : assetId,
      groupId: group === undefined ? null : groupIdOf(group),
      sourceRow: draft.rows[0],
      draft,
      place,
    })
  })
  await yieldToEventLoop()
  const byDay = Map.groupBy(made, ({ fields }) => fields.date)
  return [...byDay.keys()].sort().flatMap((day) => asTheyHappened(byDay.get(day) ?? []))
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
