import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../../context.ts'
import { type Decimal, ZERO } from '../../shared/decimal.ts'
import { AppError } from '../../shared/errors.ts'
import { listBalances } from '../../transactions/service.ts'
import { type AccountShare, listAccounts } from '../account-map.ts'
import { byBroker } from '../by-broker.ts'
import { type ChosenNow, storeChoices } from '../choices/choices.ts'
import type { StoredChoices } from '../choices.repository.ts'
import type { ClassifiedDraft } from '../matching/match-ledger.ts'
import type { OpeningEntry } from '../openings/opening-entries.ts'
import { type ComparedPosition, comparePositions } from '../openings/positions.ts'
import { listShortages, type Shortage } from '../openings/shortages.ts'
import { type ImportPlan, type PlannedDraft, planImport, plannedDrafts } from '../plan.ts'
import { type AssetMatch, type Prepared, prepareReport, readStored } from '../prepare.ts'
import type { Ignored, Issue, Period, ReadReport, Report } from '../report.ts'
import { findReport, updateReport } from '../repository.ts'
import type { Comparison } from '../stated/compare-stated.ts'
import { zoneOf } from '../stated/period.ts'
import { type Changes, type ChangesAt, changesBy, NO_CHANGES } from './changes.ts'

/** What a report comes into by a preview. */
export type ReportState = Partial<Report>

export type Preview = {
  readonly report: Report
  readonly plugin: string
  readonly rows: ReadReport['rows']
  readonly counts: Readonly<Record<string, number>>
  readonly range: { readonly from: string; readonly to: string } | null
  readonly balances: readonly { readonly currency: string; readonly amount: Decimal }[]
  readonly transactions: readonly PlannedDraft[]
  readonly assets: readonly { readonly asset: ReadReport['assets'][number]; readonly match: AssetMatch | undefined }[]
  /** Balances that the report states, beside what its rows come to. */
  readonly comparisons: readonly Comparison[]
  readonly pricesTotal: number
  readonly changes: Changes
  /** At each other broker that lines go to. */
  readonly otherChanges: readonly ChangesAt[]
  /** The accounts that the report names, with where they go. */
  readonly accounts: readonly AccountShare[]
  /** Positions that the report states, beside the ledger. */
  readonly positions: readonly ComparedPosition[]
  /** What an import would do to openings. */
  readonly openings: readonly OpeningEntry[]
  readonly period: Period | null
  readonly zone: string | null
  /** What takes out what is not there, before any opening. */
  readonly shortages: readonly Shortage[]
  readonly issues: readonly Issue[]
  readonly ignored: readonly Ignored[]
}

/**
 * Reads a report and shows what an import would do; writes no transaction. The report becomes `parsed`, or `failed` when no plugin can make
 * anything of it. The caller has checked the role.
 */
export async function previewReport(ctx: Ctx, report: Report, input: ChosenNow): Promise<Preview> {
  const { state, rest } = await withFailure(ctx, report, () => buildPreview(ctx, report, input))
  return { report: await takeState(ctx, report, state, input), ...rest }
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

/** The report in the state that a preview found, with what was chosen for it where something came of it; an imported one stays as it is. */
export async function takeState(ctx: Ctx, report: Report, state: ReportState, { toStore }: ChosenNow): Promise<Report> {
  if (report.status === 'imported') return report
  return await keepState(ctx, report.id, state, state.status === 'failed' ? undefined : toStore)
}

/** Of a report that is imported already nothing is left out, and nothing is opened for it. */
const AS_IT_STANDS = { opening: undefined, positions: undefined, short: 'allow' } as const

/** Everything of a preview that needs no writing. */
export async function buildPreview(
  ctx: Ctx,
  report: Report,
  input: ChosenNow,
): Promise<{ state: ReportState; rest: Omit<Preview, 'report'> }> {
  const source = await readStored(ctx, report, input)
  const prepared = await prepareReport(ctx, report, source, input)
  const { read, period, matches } = prepared
  const isImported = report.status === 'imported'
  const plan = await planImport(ctx, report, prepared, isImported ? { ...input, ...AS_IT_STANDS } : input)
  const transactions = plannedDrafts(prepared, plan)
  const fault = plan.issues.find((issue) => issue.severity === 'error')
  const failed = transactions.length === 0 && fault !== undefined
  const state = {
    status: failed ? ('failed' as const) : ('parsed' as const),
    problem: failed ? { code: 'import/nothing-to-import', detail: fault.detail } : null,
    plugin: read.plugin,
    pluginVersion: read.pluginVersion,
    parsedAt: now(ctx),
    period,
    counts: plan.rows,
    parts: plan.parts,
  }
  const { drafts, gone } = plan.settled
  const [changes = NO_CHANGES, ...otherChanges] = isImported ? [] : await changesAtEach(ctx, read, plan)
  const wanted = [...drafts, ...gone].toSorted((a, b) => a.place - b.place)
  const rest = {
    plugin: read.plugin,
    rows: plan.rows,
    counts: countTypes(transactions),
    range: rangeOf(transactions),
    balances: await resultingBalances(ctx, report.brokerId, changes),
    transactions,
    accounts: listAccounts(transactions),
    assets: read.assets.map((asset) => ({ asset, match: matches.get(asset.ref) })),
    ...statedBy(prepared),
    ...{ changes, otherChanges },
    openings: isImported ? [] : plan.settled.openings,
    ...(isImported ? { positions: [], shortages: [] } : await besideLedger(ctx, report, prepared, wanted)),
    issues: plan.issues,
    ignored: read.ignored,
  }
  return { state, rest }
}

async function changesAtEach(ctx: Ctx, read: ReadReport, { settled }: ImportPlan): Promise<ChangesAt[]> {
  const changes: ChangesAt[] = []
  for (const { brokerId, drafts, plan } of settled.brokers)
    changes.push({ brokerId, ...(await changesBy(ctx, brokerId, read, { drafts, moved: plan.moved })) })
  return changes
}

/** What the report says beside its rows. */
function statedBy({ read: { stated }, comparisons, period }: Prepared) {
  return { comparisons, period, zone: zoneOf(stated), pricesTotal: stated?.prices.length ?? 0 }
}

/** What the report says of its positions, and what it takes out that is not there. */
async function besideLedger(ctx: Ctx, { brokerId: home }: Report, prepared: Prepared, drafts: readonly ClassifiedDraft[]) {
  const brokers = byBroker(home, drafts)
  const shortages: Shortage[] = []
  for (const [brokerId, own] of brokers) shortages.push(...(await listShortages(ctx, brokerId, prepared.read, own)))
  const brokerIds = brokers.map(([brokerId]) => brokerId)
  return { positions: await comparePositions(ctx.reader, brokerIds, prepared, drafts), shortages }
}

/** Changes the state of a report that is not imported meanwhile. */
export async function keepState(ctx: Ctx, id: string, state: ReportState, toStore?: StoredChoices): Promise<Report> {
  return inTransaction(ctx, async (ctx) => {
    const current = await findReport(ctx.db, id)
    if (!current) throw new AppError('not-found', 'import/not-found', 'The report was deleted meanwhile.')
    if (current.status === 'imported') return current
    const changed = { ...current, ...state }
    await updateReport(ctx.db, changed)
    await storeChoices(ctx, id, toStore)
    return changed
  })
}

function countTypes(drafts: readonly PlannedDraft[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { fields } of drafts) counts[fields.type] = (counts[fields.type] ?? 0) + 1
  return counts
}

function rangeOf(drafts: readonly PlannedDraft[]): Preview['range'] {
  const days = drafts.map((draft) => draft.fields.date).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

/** The cash balances of a broker after these changes. */
async function resultingBalances(
  ctx: Ctx,
  brokerId: number,
  { cash }: Changes,
): Promise<{ currency: string; amount: Decimal }[]> {
  const { balances } = await listBalances(ctx, brokerId, '9999-12-31')
  const after = new Map(balances.map((balance) => [balance.currency, balance.amount]))
  for (const change of cash) after.set(change.currency, change.after)
  return [...after]
    .filter(([, amount]) => amount !== ZERO)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount }))
}
