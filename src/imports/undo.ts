import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Ctx } from '../context.ts'
import { deleteUnusedReportAssets, removeReportPrices } from '../prices/service.ts'
import { AppError } from '../shared/errors.ts'
import {
  bringBackLines,
  deleteOpeningChanges,
  deleteReversalsOf,
  listReportTransactions,
  removeLines,
  writeOpenings,
} from '../transactions/service.ts'
import { planUndo } from './opening-undo.ts'
import type { Report } from './report.ts'
import { findReport, updateReport } from './repository.ts'
import { linesTakenBy } from './reversal-writes.ts'

/**
 * Removes exactly what the import of a report made: its transactions (what it took back comes again), its closes that nobody has replaced, and the assets that nothing else uses. The caller has checked the role.
 * Openings that it changed are as they were before. `import/edited` (409) lists lines that were changed since; `force` removes them too. `transaction/short` or `/overdraft` when what is left would not fit.
 */
export function undoImport(ctx: Ctx, input: { id: string; force: boolean }): Promise<Report> {
  return inTransaction(ctx, async (ctx) => {
    const report = await requireImported(ctx, input.id)
    const lines = await listReportTransactions(ctx.db, report.brokerId, report.id)
    const edited = lines.filter((line) => line.revision > 1).map((line) => line.id)
    if (edited.length > 0 && !input.force) {
      throw new AppError(
        'conflict',
        'import/edited',
        `${edited.length} transactions of this import were changed since. Repeat with force=true to remove them too.`,
        {
          extensions: { transaction_ids: edited.slice(0, 1_000) },
        },
      )
    }
    // Before the lines go: who may write an asset follows from who uses it.
    await removeReportPrices(ctx, report.id)
    const undoing = await planUndo(ctx, report, lines)
    const at = { brokerId: report.brokerId, reportId: null }
    const restored = await linesTakenBy(ctx.db, report)
    await removeLines(ctx, undoing.lines, async (changes) => {
      await bringBackLines(ctx, restored, changes)
      await writeOpenings(ctx, at, undoing.writes, changes)
    })
    await deleteReversalsOf(ctx.db, report.brokerId, report.id)
    await deleteOpeningChanges(ctx.db, report.id)
    await deleteUnusedReportAssets(ctx, report.id)
    const undone: Report = { ...report, status: 'parsed', importedAt: null }
    await updateReport(ctx.db, undone)
    return undone
  })
}

async function requireImported(ctx: Ctx & { db: Tx }, id: string): Promise<Report> {
  const report = await findReport(ctx.db, id)
  if (report?.status === 'imported') return report
  throw new AppError('conflict', 'import/not-imported', 'This report is not imported, so there is nothing to undo.')
}
