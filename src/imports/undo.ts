import type { Tx } from '#db/connection.ts'
import { inTransaction, withDryRun } from '#db/transaction.ts'
import { listAssetLabels } from '../assets/service.ts'
import type { Ctx } from '../context.ts'
import { deleteUnusedReportAssets, removeReportPrices } from '../prices/service.ts'
import { AppError } from '../shared/errors.ts'
import {
  assetOfUnit,
  bringBackLines,
  deleteOpeningChanges,
  deleteReversalsOf,
  listReportTransactions,
  removeLines,
  type Transaction,
  writeOpenings,
} from '../transactions/service.ts'
import { balancesOf, type Changes, changesBetween, NO_CHANGES } from './changes.ts'
import { planUndo } from './opening-undo.ts'
import type { Report } from './report.ts'
import { findReport, updateReport } from './repository.ts'
import { linesTakenBy } from './reversal-writes.ts'

export type UndoInput = { readonly id: string; readonly force: boolean }

/** What an undo did; after a dry run, would do. */
export type UndoResult = {
  readonly report: Report
  readonly transactions: number
  readonly assets: number
  readonly changes: Changes
  /** Why a dry run would be refused. */
  readonly refused: AppError | null
}

/**
 * Removes exactly what the import of a report made: its transactions (what it took back comes again), its closes that nobody has replaced, and the assets that nothing else uses. The caller has checked the role.
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
    return { report, transactions: 0, assets: 0, changes: NO_CHANGES, refused }
  }
  const lines = await listReportTransactions(ctx.db, report.brokerId, report.id)
  const edited = force ? null : editedRefusal(lines)
  const before = await balancesOf(ctx, report.brokerId)
  // Before the lines go: who may write an asset follows from who uses it.
  await removeReportPrices(ctx, report.id)
  const undoing = await planUndo(ctx, report, lines)
  const at = { brokerId: report.brokerId, reportId: null }
  const restored = await linesTakenBy(ctx.db, report)
  const short = await refusalOf(() =>
    removeLines(ctx, undoing.lines, async (changes) => {
      await bringBackLines(ctx, restored, changes)
      await writeOpenings(ctx, at, undoing.writes, changes)
    }),
  )
  await deleteReversalsOf(ctx.db, report.brokerId, report.id)
  await deleteOpeningChanges(ctx.db, report.id)
  const changes = await changesSince(ctx, report.brokerId, before)
  const assets = await deleteUnusedReportAssets(ctx, report.id)
  const undone: Report = { ...report, status: 'parsed', importedAt: null }
  await updateReport(ctx.db, undone)
  return { report: undone, transactions: lines.length, assets, changes, refused: edited ?? short }
}

function editedRefusal(lines: readonly Transaction[]): AppError | null {
  const edited = lines.filter((line) => line.revision > 1).map((line) => line.id)
  if (edited.length === 0) return null
  const detail = `${edited.length} transactions of this import were changed since. Repeat with force=true to remove them too.`
  return new AppError('conflict', 'import/edited', detail, { extensions: { transaction_ids: edited.slice(0, 1_000) } })
}

async function refusalOf(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return error
    throw error
  }
}

async function changesSince(ctx: Ctx, brokerId: number, before: Awaited<ReturnType<typeof balancesOf>>): Promise<Changes> {
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
