import type { Reader } from '#db/connection.ts'
import { addDays } from '../../shared/date.ts'
import { formatDecimal } from '../../shared/decimal.ts'
import { createYielder, forEachInSlices, yieldToEventLoop } from '../../shared/event-loop.ts'
import type { Issue, Report } from '../report.ts'
import { listReportNames } from '../repository.ts'
import { comparableFields } from '../splits.ts'
import { type Duplicate, type ExistingLine, findDuplicates, NEAR_DAYS, NEW } from './duplicates.ts'
import { hasExternalIds, listLinesBetween, listLinesByExternalId } from './existing-lines.repository.ts'
import { findRepeats } from './repeats.ts'
import { bookedOtherwise, listReversedLines } from './reversed-lines.ts'
import { SPLIT_DAYS } from './splits-by-hand.ts'
import { traitsOf } from './traits.ts'
import { type CompletedDraft, isByRatio } from './validate.ts'

/** A completed draft that was compared with the ledger. */
export type ClassifiedDraft = CompletedDraft

const IDS_A_STEP = 2_000
/** Another file of the same report has it. */
const REPEATED: Duplicate = { kind: 'certain', existingId: null }

export type Classified = { readonly drafts: readonly ClassifiedDraft[]; readonly issues: readonly Issue[] }

/**
 * Compares the drafts of a report with what the broker's ledger has from elsewhere, those of a file with those of the files before it; an issue for each
 * external id that both have for something else. Reports of other brokers than this one and that of the report are not named.
 * Gives the event loop back in between.
 */
export async function classifyDrafts(
  db: Reader,
  brokerId: number,
  report: Pick<Report, 'id' | 'brokerId'>,
  drafts: readonly CompletedDraft[],
): Promise<Classified> {
  const repeats = await findRepeats(drafts)
  const own = repeats.size === 0 ? drafts : drafts.filter((draft) => !repeats.has(draft))
  const existing = await existingLines(db, brokerId, report.id, own)
  if (existing.length + repeats.size === 0) return { drafts: own, issues: [] }
  const duplicates = await findDuplicates(await comparableFields(db, brokerId, own), existing)
  await yieldToEventLoop()
  const byId = new Map(existing.map((line) => [line.id, line]))
  const byDraft = new Map(own.map((draft, index) => [draft, duplicates[index] ?? NEW]))
  const otherwise = bookedOtherwise(byDraft, byId)
  const classified = drafts.map((draft) => {
    const duplicate = otherwise.get(draft) ?? byDraft.get(draft) ?? REPEATED
    const twin = isByRatio(draft.draft) ? byId.get(duplicate.existingId ?? 0) : undefined
    return { ...draft, ...(twin === undefined ? {} : { fields: { ...draft.fields, quantity: twin.quantity } }), duplicate }
  })
  await yieldToEventLoop()
  return { drafts: classified, issues: await reuses(db, [brokerId, report.brokerId], classified, existing) }
}

/** What is to be said of drafts whose external id stands in the ledger with other content. */
async function reuses(
  db: Reader,
  brokerIds: readonly number[],
  drafts: readonly ClassifiedDraft[],
  existing: readonly ExistingLine[],
): Promise<Issue[]> {
  const byId = new Map(existing.map((line) => [line.id, line]))
  const pairs = drafts.flatMap((draft) => {
    const isNamed = draft.fields.externalId !== null && draft.draft.reverses === undefined
    const line = !isNamed ? undefined : byId.get(draft.duplicate.existingId ?? 0)
    const isNamesake = line !== undefined && line.externalId === draft.fields.externalId
    return isNamesake && (draft.duplicate.reused === true || line.edited) ? [{ draft, line }] : []
  })
  const names = await listReportNames(db, brokerIds, [...new Set(pairs.flatMap(({ line }) => line.reportId ?? []))])
  return pairs.map(({ draft, line }) => {
    const from = line.reportId === null ? 'entered by hand' : `row ${line.row} of ${names.get(line.reportId) ?? 'a report'}`
    const what =
      `${line.date} ${line.type} ${formatDecimal(line.quantity)} ${formatDecimal(line.amount)} ${line.currency ?? ''}`.trim()
    const id = `Row ${draft.draft.rows[0]} has the id ${draft.fields.externalId} of transaction ${line.id} (${from}: ${what})`
    const place = { row: draft.draft.rows[0], ...(draft.file === null ? {} : { file: draft.file }) }
    if (draft.duplicate.reused !== true)
      return {
        ...place,
        severity: 'info',
        code: 'id-edited',
        detail: `${id}, which was changed by hand since: it counts as the same.`,
      }
    const detail = `${id} and another type, quantity or amount. Both stay, this one without the id; exclude it, or delete the other, if they are the same.`
    return { ...place, severity: 'warning', code: 'id-reused', detail }
  })
}

/** Lines of the days of the drafts and around them, then those of other days with the same external ids. */
async function existingLines(
  db: Reader,
  brokerId: number,
  reportId: string,
  drafts: readonly CompletedDraft[],
): Promise<ExistingLine[]> {
  if (drafts.length === 0) return []
  const reversed = await listReversedLines(db, brokerId, reportId)
  const { firstDay, lastDay, hasSplits } = traitsOf(drafts)
  const near = hasSplits ? SPLIT_DAYS : NEAR_DAYS
  const [from, to] = [addDays(firstDay, -near), addDays(lastDay, near)]
  const lines = reversed.concat(await listLinesBetween(db, brokerId, from, to, reportId))
  if (!(await hasExternalIds(db, brokerId))) return lines
  const externalIds = drafts.flatMap((draft) => draft.fields.externalId ?? [])
  const known = new Set(lines.map((line) => line.id))
  for (let at = 0; at < externalIds.length; at += IDS_A_STEP) {
    const found = await listLinesByExternalId(db, brokerId, externalIds.slice(at, at + IDS_A_STEP))
    for (const line of found) if (!known.has(line.id)) lines.push(line)
    await yieldToEventLoop()
  }
  return lines
}

/**
 * Makes external ids unique within a report, at each broker: the same id on the same line again is a repetition and goes; on another line the id is taken
 * off, so that no line is lost.
 */
export async function separateExternalIds(drafts: readonly CompletedDraft[]): Promise<{
  drafts: readonly CompletedDraft[]
  repeated: readonly CompletedDraft[]
  issues: readonly Issue[]
}> {
  if (await areUnique(drafts)) return { drafts, repeated: [], issues: [] }
  const seen = new Map<number, Map<string, CompletedDraft>>()
  const unique: CompletedDraft[] = []
  const repeated: CompletedDraft[] = []
  const issues: Issue[] = []
  const yieldWhenDue = createYielder()
  for (const draft of drafts) {
    const pause = yieldWhenDue()
    if (pause !== undefined) await pause
    const { brokerId, externalId } = draft.fields
    const first = externalId === null ? undefined : firstWith(seen, brokerId, externalId, draft)
    if (!first) unique.push(draft)
    else if (isSameLine(first, draft)) repeated.push(draft)
    else unique.push({ ...draft, fields: { ...draft.fields, externalId: null } })
    if (first) issues.push(repetition(draft, isSameLine(first, draft)))
  }
  return { drafts: unique, repeated, issues }
}

/** Whether no external id comes twice, whatever the broker. */
async function areUnique(drafts: readonly CompletedDraft[]): Promise<boolean> {
  const ids = new Set<string>()
  let count = 0
  await forEachInSlices(drafts, ({ fields }) => {
    if (fields.externalId === null) return
    ids.add(fields.externalId)
    count++
  })
  return ids.size === count
}

/** The draft of a broker that came first with an id; none for the first itself. */
function firstWith<D>(seen: Map<number, Map<string, D>>, brokerId: number, id: string, draft: D): D | undefined {
  const ofBroker = seen.get(brokerId) ?? new Map<string, D>()
  if (ofBroker.size === 0) seen.set(brokerId, ofBroker)
  const first = ofBroker.get(id)
  if (first === undefined) ofBroker.set(id, draft)
  return first
}

function isSameLine({ fields: a }: CompletedDraft, { fields: b }: CompletedDraft): boolean {
  return (
    a.type === b.type &&
    a.date === b.date &&
    a.time === b.time &&
    (a.account ?? b.account) === (b.account ?? a.account) &&
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
    detail: `The file uses the id ${id} for several lines; they are imported without it.`,
    ...file,
  }
}
