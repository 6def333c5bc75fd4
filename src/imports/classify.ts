import type { Db, Tx } from '#db/connection.ts'
import { addDays } from '../shared/date.ts'
import type { CompletedDraft } from './complete.ts'
import { type Duplicate, findDuplicates } from './duplicates.ts'
import type { Issue } from './report.ts'
import { hasExternalIds, listExistingLines, listLinesByExternalId } from './repository.ts'

/** A completed draft with how it relates to the ledger. */
export type ClassifiedDraft = CompletedDraft & { readonly duplicate: Duplicate }

const NEW: Duplicate = { kind: 'none', existingId: null }

/** Compares the drafts of a report with what the broker's ledger has from elsewhere. */
export function classifyDrafts(
  db: Db | Tx,
  brokerId: number,
  reportId: string,
  drafts: readonly CompletedDraft[],
): ClassifiedDraft[] {
  if (drafts.length === 0) return []
  let [from, to] = ['9999-12-31', '0000-01-01']
  for (const { fields } of drafts) {
    if (fields.date < from) from = fields.date
    if (fields.date > to) to = fields.date
  }
  const near = listExistingLines(db, brokerId, addDays(from, -3), addDays(to, 3), reportId)
  const externalIds = drafts.flatMap((draft) => draft.fields.externalId ?? [])
  const byId = externalIds.length === 0 || !hasExternalIds(db, brokerId) ? [] : listLinesByExternalId(db, brokerId, externalIds)
  const existing = [...new Map([...near, ...byId].map((line) => [line.id, line])).values()]
  const duplicates = findDuplicates(
    drafts.map((draft) => draft.fields),
    existing,
  )
  return drafts.map(({ key, file, draft, fields }, index) => ({ key, file, draft, fields, duplicate: duplicates[index] ?? NEW }))
}

/**
 * Makes external ids unique within a report: the same id on the same line again is a repetition and goes; on another line the id is taken
 * off, so that no line is lost.
 */
export function separateExternalIds(drafts: readonly CompletedDraft[]): {
  drafts: CompletedDraft[]
  repeated: CompletedDraft[]
  issues: Issue[]
} {
  const seen = new Map<string, CompletedDraft>()
  const kept: CompletedDraft[] = []
  const repeated: CompletedDraft[] = []
  const issues: Issue[] = []
  for (const draft of drafts) {
    const id = draft.fields.externalId
    const first = id === null ? undefined : seen.get(id)
    if (id !== null && !first) seen.set(id, draft)
    if (!first) kept.push(draft)
    else if (isSameLine(first, draft)) repeated.push(draft)
    else kept.push({ ...draft, fields: { ...draft.fields, externalId: null } })
    if (first) issues.push(repetition(draft, isSameLine(first, draft)))
  }
  return { drafts: kept, repeated, issues }
}

function isSameLine({ fields: a }: CompletedDraft, { fields: b }: CompletedDraft): boolean {
  return (
    a.type === b.type &&
    a.date === b.date &&
    a.time === b.time &&
    a.assetId === b.assetId &&
    a.quantity === b.quantity &&
    a.amount === b.amount &&
    a.currency === b.currency
  )
}

function repetition(draft: CompletedDraft, same: boolean): Issue {
  const id = draft.fields.externalId ?? ''
  const row = draft.draft.rows[0]
  const file = draft.file === null ? {} : { file: draft.file }
  if (same)
    return {
      row,
      severity: 'info',
      code: 'row-repeated',
      detail: `The file has this line more than once under the id ${id}; it counts once.`,
      ...file,
    }
  return {
    row,
    severity: 'warning',
    code: 'id-repeated',
    detail: `The file uses the id ${id} for several lines; they are told apart without it.`,
    ...file,
  }
}
