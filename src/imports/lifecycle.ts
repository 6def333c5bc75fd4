import type { Ctx } from '../context.ts'
import type { JobControls } from '../jobs/service.ts'
import { AppError } from '../shared/errors.ts'
import { type ImportInput, type ImportResult, importReport } from './import.ts'
import { keepState } from './preview.ts'
import type { Report } from './report.ts'
import { getReport } from './service.ts'
import { tryUndo, type UndoInput, type UndoResult, undoImport } from './undo.ts'

/** Undoes the import of a report, or says what that would do. Needs EDITOR. */
export async function undoStored(ctx: Ctx, input: UndoInput & { readonly dryRun: boolean }): Promise<UndoResult> {
  await getReport(ctx, input.id, 'EDITOR')
  return input.dryRun ? tryUndo(ctx, input) : undoImport(ctx, input)
}

/**
 * Imports a report that was just uploaded. One that cannot be imported stays, with status `failed` and the reason, so that it can be looked at,
 * parsed with other options or deleted; a refusal by the ledger (409) is the caller's and leaves the report `uploaded`.
 */
export async function importUploaded(
  ctx: Ctx,
  report: Report,
  job: JobControls,
  input: Pick<ImportInput, 'short' | 'opening' | 'positions'> = {},
): Promise<{ report: Report; result: ImportResult | null; refusal: AppError | null }> {
  if (report.status === 'failed') return { report, result: null, refusal: null }
  try {
    const result = await importReport(ctx, report, input, job)
    return { report: result.report, result, refusal: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw withReport(error, report)
    return {
      report: await keepState(ctx, report.id, { status: 'failed', problem: { code: error.code, detail: error.detail } }),
      result: null,
      refusal: error,
    }
  }
}

function withReport(error: unknown, report: Report): unknown {
  if (!(error instanceof AppError)) return error
  return new AppError(
    error.kind,
    error.code,
    `${error.detail} The file is stored as report ${report.id}; import it again when that is settled.`,
    {
      ...error.extras,
      extensions: { ...error.extras.extensions, report_id: report.id },
    },
  )
}
