import type { Tx } from '#db/connection.ts'
import { inTransaction, withDryRun } from '#db/transaction.ts'
import { listAssetLabels } from '../../assets/service.ts'
import type { Ctx } from '../../context.ts'
import { deleteUnusedReportAssets, removeReportPrices } from '../../prices/service.ts'
import { AppError } from '../../shared/errors.ts'
import {
  assetOfUnit,
  bringBackLines,
  deleteOpeningChanges,
  deleteReversalsOf,
  listReportTransactions,
  removeLines,
  type Transaction,
  writeOpenings,
} from '../../transactions/service.ts'
import { linesTakenBy } from '../matching/reversal-writes.ts'
import type { OpeningEntry } from '../openings/opening-entries.ts'
import { restoredOpenings } from '../openings/opening-restored.ts'
import { planUndo } from '../openings/opening-undo.ts'
import { requireEverywhere } from '../other-brokers.ts'
import { type Balances, balancesOf, type Changes, type ChangesAt, changesBetween, NO_CHANGES } from '../preview/changes.ts'
import type { Report } from '../report.ts'
import { findReport, updateReport } from '../repository.ts'

export type UndoInput = { readonly id: string; readonly force: boolean }

/** What an undo did; after a dry run, would do. */
export type UndoResult = {
  readonly report: Report
  readonly transactions: number
  readonly assets: number
  readonly changes: Changes
  /** At each other broker that had lines of it. */
  readonly otherChanges: readonly ChangesAt[]
  /** Openings that came again, changed or went. */
  readonly openings: readonly OpeningEntry[]
  /** Why a dry run would be refused. */
  readonly refused: AppError | null
}

/**
 * Removes exactly what the import of a report made: its transactions (what it took back comes again), its closes that nobody has replaced, and the assets that nothing else uses. The caller has checked the role at its broker; `import/not-yours` (403) where lines of it are at another one at which the caller may not write.
 * Openings that it changed are as they were before. `import/edited` (409) lists lines that were changed since; `force` removes them too. `transaction/short` or `/overdraft` when what is left would not fit.
 */
export function undoImport(ctx: Ctx, input: UndoInput): Promise<UndoResult> {
  return inTransaction(ctx, async (ctx) => {
    const result = await takeBack(ctx, input)
    if (result.refused !== null) throw result.refused
    return result
  })
}

/** The same without keeping it: what would be removed and change, also where it would be refused. */
export async function tryUndo(ctx: Ctx, input: UndoInput): Promise<UndoResult> {
  const result = await withDryRun(ctx, true, (ctx) => takeBack(ctx, input))
  const report = await findReport(ctx.reader, input.id)
  return { ...result, report: report ?? result.report }
}

async function takeBack(ctx: Ctx & { db: Tx }, { id, force }: UndoInput): Promise<UndoResult> {
  const report = await findReport(ctx.db, id)
  if (!report) throw new AppError('not-found', 'import/not-found', 'The report was deleted meanwhile.')
  if (report.status !== 'imported') {
    const refused = new AppError('conflict', 'import/not-imported', 'This report is not imported, so there is nothing to undo.')
    return { report, transactions: 0, assets: 0, changes: NO_CHANGES, otherChanges: [], openings: [], refused }
  }
  const places = await placesOf(ctx, report)
  const lines = places.flatMap((place) => place.lines)
  const edited = force ? null : editedRefusal(lines)
  // Before the lines go: who may write an asset follows from who uses it.
  await removeReportPrices(ctx, report.id)
  const { openings, short } = await takeBackLines(ctx, report, places)
  for (const { brokerId } of places) await deleteReversalsOf(ctx.db, brokerId, report.id)
  await deleteOpeningChanges(ctx.db, report.id)
  const all: ChangesAt[] = []
  for (const { brokerId, before } of places) all.push({ brokerId, ...(await changesSince(ctx, brokerId, before)) })
  const [changes = NO_CHANGES, ...otherChanges] = all
  const assets = await deleteUnusedReportAssets(ctx, report.id)
  const undone: Report = { ...report, status: 'parsed', importedAt: null, otherBrokers: [], outcome: null }
  await updateReport(ctx.db, undone)
  const done = { transactions: lines.length, assets, changes, otherChanges, openings }
  return { report: undone, ...done, refused: edited ?? short }
}

/** A broker that has something of a report, with the lines that its import made there, and the balances before the undo. */
type Place = {
  readonly brokerId: number
  readonly lines: readonly Transaction[]
  readonly before: Balances
}

async function placesOf(ctx: Ctx & { db: Tx }, report: Report): Promise<Place[]> {
  const places: Place[] = []
  for (const brokerId of await requireEverywhere(ctx, report)) {
    const lines = await listReportTransactions(ctx.db, brokerId, report.id)
    places.push({ brokerId, lines, before: await balancesOf(ctx, brokerId) })
  }
  return places
}

/** Removes the lines of a report at every broker together; what it took back and the openings that it changed come again, at each its own. */
async function takeBackLines(
  ctx: Ctx & { db: Tx },
  report: Report,
  places: readonly Place[],
): Promise<{ openings: OpeningEntry[]; short: AppError | null }> {
  const planOf = async ({ brokerId, lines }: Place) => {
    const at = { ...report, brokerId }
    return { brokerId, ...(await planUndo(ctx, at, lines)), restored: await linesTakenBy(ctx.db, at) }
  }
  const undoing: Awaited<ReturnType<typeof planOf>>[] = []
  for (const place of places) undoing.push(await planOf(place))
  const removed = undoing.flatMap(({ lines }) => lines)
  const openings: OpeningEntry[] = []
  for (const { brokerId, writes } of undoing) openings.push(...(await restoredOpenings(ctx, brokerId, writes)))
  const work = removeLines(ctx, removed, async (changes) => {
    for (const { brokerId, writes, restored } of undoing) {
      await bringBackLines(ctx, restored, changes)
      await writeOpenings(ctx, { brokerId, reportId: null }, writes, changes)
    }
  })
  return { openings, short: await refusalOf(work) }
}

function editedRefusal(lines: readonly Transaction[]): AppError | null {
  const edited = lines.filter((line) => line.revision > 1).map((line) => line.id)
  if (edited.length === 0) return null
  const detail = `${edited.length} transactions of this import were changed since. Repeat with force=true to remove them too.`
  return new AppError('conflict', 'import/edited', detail, { extensions: { transaction_ids: edited.slice(0, 1_000) } })
}

/** What refuses work; null where nothing does. */
async function refusalOf(work: Promise<void>): Promise<AppError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return error
    throw error
  }
}

async function changesSince(ctx: Ctx, brokerId: number, before: Balances): Promise<Changes> {
  const after = await balancesOf(ctx, brokerId)
  const units = [...new Set([...before.keys(), ...after.keys()])]
  const labels = await listAssetLabels(
    ctx,
    units.flatMap((unit) => (before.get(unit) === after.get(unit) ? [] : (assetOfUnit(unit) ?? []))),
  )
  return changesBetween(before, after, (assetId) => {
    const label = labels.get(assetId)
    return { ref: null, name: label?.name ?? null, isin: label?.isin ?? null }
  })
}
