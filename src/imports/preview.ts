import { inTransaction } from '#db/transaction.ts'
import type { ImportOptions } from '#plugins/brim/contract.ts'
import { type Ctx, now } from '../context.ts'
import { add, type Decimal, ZERO } from '../shared/decimal.ts'
import { AppError } from '../shared/errors.ts'
import { assetOfUnit, listBalances } from '../transactions/service.ts'
import { withoutCertain } from './choose.ts'
import type { Comparison } from './compare-stated.ts'
import { withMarketValues } from './market-values.ts'
import { type ClassifiedDraft, classifyDrafts, separateExternalIds } from './match-ledger.ts'
import type { Choices } from './opening-choice.ts'
import type { OpeningEntry } from './opening-entries.ts'
import { type Moves, NO_OPENINGS } from './openings.ts'
import { zoneOf } from './period.ts'
import { type ComparedPosition, comparePositions, withoutRefusal } from './positions.ts'
import { type AssetMatch, type Prepared, prepareReport, readStored, withoutFailedRows } from './prepare.ts'
import type { Ignored, Issue, Period, ReadReport, Report } from './report.ts'
import { findReport, updateReport } from './repository.ts'
import { applyReversals } from './reversals.ts'
import { previewOpenings } from './settle.ts'
import { listShortages, type Shortage } from './shortages.ts'
import { sizeSplits } from './splits.ts'

export type PreviewChoice = Choices & { readonly plugin?: string | undefined; readonly options?: ImportOptions | undefined }
/** What a report comes into by a preview. */
export type ReportState = Partial<Report>

export type Preview = {
  readonly report: Report
  readonly plugin: string
  readonly rows: ReadReport['rows']
  readonly counts: Readonly<Record<string, number>>
  readonly range: { readonly from: string; readonly to: string } | null
  readonly balances: readonly { readonly currency: string; readonly amount: Decimal }[]
  readonly transactions: readonly ClassifiedDraft[]
  readonly assets: readonly { readonly asset: ReadReport['assets'][number]; readonly match: AssetMatch | undefined }[]
  /** Balances that the report states, beside what its rows come to. */
  readonly comparisons: readonly Comparison[]
  readonly pricesTotal: number
  /** Positions that the report states, beside the ledger. */
  readonly positions: readonly ComparedPosition[]
  /** What an import would do to openings. */
  readonly openings: readonly OpeningEntry[]
  readonly period: Period | null
  readonly zone: string | null
  /** What takes out what is not there. */
  readonly shortages: readonly Shortage[]
  readonly issues: readonly Issue[]
  readonly ignored: readonly Ignored[]
}

/**
 * Reads a report and shows what an import would do; writes no transaction. The report becomes `parsed`, or `failed` when no plugin can make
 * anything of it. The caller has checked the role.
 */
export async function previewReport(ctx: Ctx, report: Report, input: PreviewChoice): Promise<Preview> {
  const { state, rest } = await withFailure(ctx, report, () => buildPreview(ctx, report, input))
  return { report: await takeState(ctx, report, state), ...rest }
}

/** Does what may find that a report cannot be read, and keeps the reason with the report; that the service is busy says nothing of it. */
export async function withFailure<T>(ctx: Ctx, report: Report, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOfReport = error instanceof AppError && error.code !== 'import/plugin-unknown' && error.kind !== 'unavailable'
    if (isOfReport && report.status !== 'imported')
      await keepState(ctx, report.id, {
        status: 'failed',
        problem: { code: error.code, detail: error.detail, unknown: report.problem?.unknown },
      })
    throw error
  }
}

/** The report in the state that a preview found; an imported one stays as it is. */
export async function takeState(ctx: Ctx, report: Report, state: ReportState): Promise<Report> {
  return report.status === 'imported' ? report : await keepState(ctx, report.id, state)
}

/** Everything of a preview that needs no writing. */
export async function buildPreview(
  ctx: Ctx,
  report: Report,
  input: PreviewChoice,
): Promise<{ state: ReportState; rest: Omit<Preview, 'report'> }> {
  const prepared = await prepareReport(ctx, report, await readStored(ctx, report, input), {})
  const { read, completion, period, matches } = prepared
  const { drafts, issues } = await separateExternalIds(completion.completed)
  const { drafts: compared, issues: reused } = await classifyDrafts(ctx.reader, report.brokerId, report.id, drafts)
  const { drafts: valued, issues: unvalued } = await withMarketValues(ctx, prepared, compared)
  const { drafts: classified, issues: reversed } = await applyReversals(ctx, report, valued)
  const isDone = report.status === 'imported'
  const { plan, openings } = isDone
    ? { plan: NO_OPENINGS, openings: [] }
    : await previewOpenings(ctx, report, prepared, withoutCertain(classified), input)
  const { transactions, booked, failed: unsized } = await sizeShown(ctx, report.brokerId, classified, plan.moved)
  const judged = { completed: transactions, skipped: completion.skipped, issues: unsized }
  const { rows, parts } = withoutFailedRows(read, judged)
  const found = withoutRefusal(read.issues, input.positions)
  const fault = [...found, ...completion.issues, ...unsized].find((issue) => issue.severity === 'error')
  const failed = transactions.length === 0 && fault !== undefined
  const problem = failed ? { code: 'import/nothing-to-import', detail: fault.detail } : null
  const state = {
    status: failed ? ('failed' as const) : ('parsed' as const),
    problem,
    plugin: read.plugin,
    pluginVersion: read.pluginVersion,
    parsedAt: now(ctx),
    period,
    counts: rows,
    parts: parts ?? null,
  }
  const rest = {
    plugin: read.plugin,
    rows,
    counts: countTypes(transactions),
    range: rangeOf(transactions),
    balances: await resultingBalances(ctx, report.brokerId, transactions, plan.moved),
    transactions,
    assets: read.assets.map((asset) => ({ asset, match: matches.get(asset.ref) })),
    ...statedBy(prepared),
    openings,
    ...(isDone ? { positions: [], shortages: [] } : await besideLedger(ctx, report, prepared, booked)),
    issues: [...found, ...completion.issues, ...unsized, ...issues, ...reused, ...unvalued, ...reversed],
    ignored: read.ignored,
  }
  return { state, rest }
}

/** What the report says beside its rows. */
function statedBy({ read: { stated }, comparisons, period }: Prepared) {
  return { comparisons, period, zone: zoneOf(stated), pricesTotal: stated?.prices.length ?? 0 }
}

/** What the report says of its positions, and what it takes out that is not there. */
async function besideLedger(ctx: Ctx, { brokerId }: Report, prepared: Prepared, booked: readonly ClassifiedDraft[]) {
  return {
    positions: await comparePositions(ctx.reader, brokerId, prepared, booked),
    shortages: await listShortages(ctx, brokerId, prepared.read, booked),
  }
}

/** Splits by ratio as an import would book them; one that is in the ledger already, as it stands there. */
async function sizeShown(ctx: Ctx, brokerId: number, classified: readonly ClassifiedDraft[], moved: Moves) {
  const chosen = withoutCertain(classified)
  const { drafts: booked, issues: failed } = await sizeSplits(ctx.reader, brokerId, chosen, moved)
  const byKey = new Map(booked.map((entry) => [entry.key, entry]))
  const wanted = new Set(chosen.map(({ key }) => key))
  const transactions = classified.flatMap((entry) => (wanted.has(entry.key) ? (byKey.get(entry.key) ?? []) : entry))
  return { transactions, booked, failed }
}

/** Changes the state of a report that is not imported meanwhile. */
export async function keepState(ctx: Ctx, id: string, state: ReportState): Promise<Report> {
  return inTransaction(ctx, async (ctx) => {
    const current = await findReport(ctx.db, id)
    if (!current) throw new AppError('not-found', 'import/not-found', 'The report was deleted meanwhile.')
    if (current.status === 'imported') return current
    const changed = { ...current, ...state }
    await updateReport(ctx.db, changed)
    return changed
  })
}

function countTypes(drafts: readonly ClassifiedDraft[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { fields } of drafts) counts[fields.type] = (counts[fields.type] ?? 0) + 1
  return counts
}

function rangeOf(drafts: readonly ClassifiedDraft[]): Preview['range'] {
  const days = drafts.map((draft) => draft.fields.date).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

async function resultingBalances(
  ctx: Ctx,
  brokerId: number,
  drafts: readonly ClassifiedDraft[],
  moved: Moves,
): Promise<{ currency: string; amount: Decimal }[]> {
  const balances = new Map(
    (await listBalances(ctx, brokerId, '9999-12-31')).balances.map((balance) => [balance.currency, balance.amount]),
  )
  for (const { fields, duplicate } of drafts) {
    if (duplicate.kind === 'certain' || fields.currency === null) continue
    balances.set(fields.currency, add(balances.get(fields.currency) ?? ZERO, fields.amount))
  }
  for (const [unit, days] of moved)
    if (assetOfUnit(unit) === undefined) balances.set(unit, [...days.values()].reduce(add, balances.get(unit) ?? ZERO))
  return [...balances]
    .filter(([, amount]) => amount !== ZERO)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount }))
}
