import type { Ctx } from '../../context.ts'
import { yieldToEventLoop } from '../../shared/event-loop.ts'
import { classifyAll, reverseAll } from '../by-broker.ts'
import type { Choices } from '../choices/choices.ts'
import { withMarketValues } from '../matching/market-values.ts'
import { type ClassifiedDraft, separateExternalIds } from '../matching/match-ledger.ts'
import { pairTransfers } from '../matching/pair-transfers.ts'
import type { Reversed } from '../matching/reversals.ts'
import { traitsOf } from '../matching/traits.ts'
import type { CompletedDraft } from '../matching/validate.ts'
import type { Prepared } from '../prepare.ts'
import { groupOf, type Issue, type Report } from '../report.ts'
import { notesOfBefore } from '../stated/stated-before.ts'

export type Chosen = {
  /** All that are not excluded or repeated, compared with the ledger. */
  readonly classified: readonly ClassifiedDraft[]
  /** Those that the report has twice under one id. */
  readonly repeated: readonly CompletedDraft[]
  /** Those of `classified` that are wanted. */
  readonly drafts: readonly ClassifiedDraft[]
  readonly reversed: Reversed
  /** Those of `classified` that are not there already. */
  readonly fresh: readonly ClassifiedDraft[]
  readonly duplicates: number
  readonly skipped: number
  readonly issues: readonly Issue[]
}

/** The drafts that are imported: without those left out by the caller and those that are in the ledger already. */
export async function chooseDrafts(ctx: Ctx, report: Report, prepared: Prepared, input: Choices): Promise<Chosen> {
  const { completion } = prepared
  const wanted = withoutExcluded(completion.completed, new Set(input.exclude ?? []))
  const { drafts, repeated, issues } = await separateExternalIds(wanted)
  await yieldToEventLoop()
  const { drafts: classified, issues: reused } = await classifyAll(ctx, report, drafts)
  await yieldToEventLoop()
  const before = await notesOfBefore(ctx.reader, report, prepared, classified)
  const wantedToo = input.duplicates === 'import' ? classified : withoutCertain(classified)
  const { drafts: valued, issues: unvalued } = await withMarketValues(ctx, prepared, wantedToo)
  const reversed = await reverseAll(ctx, report, await pairTransfers(valued))
  const unique = withFreeExternalIds(reversed.drafts)
  return {
    classified,
    repeated,
    drafts: unique,
    fresh: wantedToo,
    duplicates: classified.length - wantedToo.length + repeated.length,
    reversed,
    skipped: completion.completed.length - wanted.length + completion.skipped.length,
    issues: [...issues, ...reused, ...before, ...unvalued, ...reversed.issues],
  }
}

/** Without the rows that the caller does not want, and the other legs of their groups. */
function withoutExcluded(drafts: readonly CompletedDraft[], excluded: ReadonlySet<string>): readonly CompletedDraft[] {
  if (excluded.size === 0) return drafts
  const groups = new Set(drafts.flatMap((entry) => (excluded.has(entry.key) ? (groupOf(entry) ?? []) : [])))
  return drafts.filter((entry) => !excluded.has(entry.key) && !groups.has(groupOf(entry) ?? ''))
}

/** A group goes only when all its legs are there already; otherwise it comes whole. Of a transfer the leg that is there goes, and the other one stands alone. */
export function withoutCertain(drafts: readonly ClassifiedDraft[]): readonly ClassifiedDraft[] {
  if (!traitsOf(drafts).hasDuplicates || drafts.every(({ duplicate }) => duplicate.kind !== 'certain')) return drafts
  const fresh = new Set(drafts.flatMap((entry) => (entry.duplicate.kind === 'certain' ? [] : (groupOf(entry) ?? []))))
  const parted = partedTransfers(drafts)
  return drafts.flatMap((entry) => {
    const [isThere, group] = [entry.duplicate.kind === 'certain', groupOf(entry) ?? '']
    if (parted.has(group)) return isThere ? [] : { ...entry, draft: { ...entry.draft, group: undefined } }
    return isThere && !fresh.has(group) ? [] : entry
  })
}

/** Groups of two transfers of which one is there already: the account that it belongs to has come before. */
function partedTransfers(drafts: readonly ClassifiedDraft[]): ReadonlySet<string> {
  const transfers = drafts.filter(({ fields, draft }) => fields.type === 'TRANSFER' && draft.group !== undefined)
  const sizes = new Map<string, number>()
  for (const entry of drafts) {
    const group = groupOf(entry)
    if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  }
  const parted = [...Map.groupBy(transfers, (entry) => groupOf(entry) ?? '')].filter(([group, legs]) => {
    const there = legs.filter(({ duplicate }) => duplicate.kind === 'certain').length
    return legs.length === 2 && sizes.get(group) === 2 && there === 1
  })
  return new Set(parted.map(([group]) => group))
}

/** A line that comes in although its external id is there already comes without it: ids stay unique within the broker. */
function withFreeExternalIds(drafts: readonly ClassifiedDraft[]): readonly ClassifiedDraft[] {
  const isTaken = ({ duplicate }: ClassifiedDraft) => duplicate.kind === 'certain' || duplicate.reused === true
  if (!traitsOf(drafts).hasDuplicates || !drafts.some(isTaken)) return drafts
  return drafts.map((entry) => (isTaken(entry) ? { ...entry, fields: { ...entry.fields, externalId: null } } : entry))
}
