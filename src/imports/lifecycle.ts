import type { Ctx } from '../context.ts'
import type { JobControls } from '../jobs/service.ts'
import { AppError } from '../shared/errors.ts'
import { importWhereItFits } from './booking/import.task.ts'
import type { ImportResult } from './booking/import.ts'
import { tryUndo, type UndoInput, type UndoResult, undoImport } from './booking/undo.ts'
import { type GivenChoices, settleChoices } from './choices/choices.ts'
import { notesOf, type ReportNotes } from './notes.ts'
import { noticeImported, noticeNotImported, noticeUnreadable } from './notices.ts'
import { keepState } from './preview/preview.ts'
import type { Report } from './report.ts'
import { getReport } from './service.ts'

/** Undoes the import of a report, or says what that would do. Needs EDITOR. */
export async function undoStored(ctx: Ctx, input: UndoInput & { readonly dryRun: boolean }): Promise<Noted<UndoResult>> {
  await getReport(ctx, input.id, 'EDITOR')
  return withNotes(ctx, await (input.dryRun ? tryUndo(ctx, input) : undoImport(ctx, input)))
}

/** Imports a stored report by what is given, and for the rest by what was chosen for it before. Throws what `importReport` and `readBeside` throw. */
export async function importStored(
  ctx: Ctx,
  report: Report,
  { dryRun, given }: { readonly dryRun: boolean; readonly given: GivenChoices },
  job: JobControls,
): Promise<Noted<ImportResult>> {
  const result = await importAsChosen(ctx, report, { dryRun, given }, job)
  if (!dryRun) await noticeImported(ctx, result)
  return withNotes(ctx, result)
}

async function importAsChosen(
  ctx: Ctx,
  report: Report,
  { dryRun, given }: { readonly dryRun: boolean; readonly given: GivenChoices },
  job: JobControls,
): Promise<ImportResult> {
  try {
    const chosen = await settleChoices(ctx, report.id, given)
    return await importWhereItFits(ctx, report, { ...chosen, dryRun }, job)
  } catch (error) {
    if (!dryRun && !job.signal.aborted) await noticeNotImported(ctx, report, error)
    throw error
  }
}

type Noted<T> = T & { readonly notes: ReportNotes }

async function withNotes<T extends { readonly report: Report }>(ctx: Ctx, result: T): Promise<Noted<T>> {
  return { ...result, notes: await notesOf(ctx, result.report) }
}

/**
 * Imports a report that was just uploaded. One that cannot be imported stays, with status `failed` and the reason, so that it can be looked at,
 * parsed with other options or deleted; a refusal by the ledger (409) is the caller's and leaves the report `uploaded`.
 */
export async function importUploaded(
  ctx: Ctx,
  report: Report,
  job: JobControls,
  given: GivenChoices = {},
): Promise<{ report: Report; result: ImportResult | null; refusal: AppError | null; notes: ReportNotes }> {
  const notes = await notesOf(ctx, report)
  if (report.status === 'failed') {
    await noticeUnreadable(ctx, report, report.problem?.code ?? 'import/unreadable')
    return { report, result: null, refusal: null, notes }
  }
  try {
    const result = await importStored(ctx, report, { given, dryRun: false }, job)
    return { report: result.report, result, refusal: null, notes: result.notes }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid') throw withReport(error, report)
    return {
      report: await keepState(ctx, report.id, { status: 'failed', problem: { code: error.code, detail: error.detail } }),
      result: null,
      refusal: error,
      notes,
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
