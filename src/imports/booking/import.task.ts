import type { Ctx } from '../../context.ts'
import type { JobControls } from '../../jobs/service.ts'
import { AppError } from '../../shared/errors.ts'
import type { Task } from '../../task.ts'
import { requireMapped } from '../account-map.ts'
import { MAX_LISTED, worstFirst } from '../listed.ts'
import { isReadBeside, readBeside } from '../reading/beside.ts'
import { importersFor } from '../reading/importers.ts'
import type { Report } from '../report.ts'
import { findReport } from '../repository.ts'
import { type ImportInput, type ImportResult, importReport } from './import.ts'

/** What is sent of a refusal: an error does not travel. */
type Refusal = Pick<AppError, 'kind' | 'code' | 'detail' | 'extras'>
type Sent = Omit<ImportResult, 'refused'> & { readonly refused: Refusal | null }

/** Imports a stored report, or tries to. Of the lists that may have an entry for each row it gives as many as an answer has. */
export const importTask: Task<{ readonly report: Report; readonly input: ImportInput }, Sent> = {
  name: 'imports/import',
  readsFiles: true,
  writes: true,
  needsNoSources: true,
  importersFor: ({ report, input }) => importersFor(report, input),
  run: async (ctx, { report, input }) => {
    const { refused, issues, shortages, ...result } = await importReport(ctx, report, input, ctx.controls ?? NOBODY)
    return {
      ...result,
      refused: refused && refusalOf(refused),
      issues: worstFirst(issues),
      shortages: shortages.slice(0, MAX_LISTED),
    }
  },
}

const NOBODY: JobControls = { progress: () => {}, signal: new AbortController().signal }

function refusalOf({ kind, code, detail, extras: { cause: _, ...extras } }: AppError): Refusal {
  return { kind, code, detail, extras }
}

/** `importReport`, of a long report beside the service, which lends its turn to write. Throws as that and `readBeside` do. */
export async function importWhereItFits(ctx: Ctx, report: Report, input: ImportInput, job: JobControls): Promise<ImportResult> {
  const isHere = report.status === 'imported' || !isReadBeside(ctx, report)
  const result = isHere ? await importReport(ctx, report, input, job) : await importBeside(ctx, report, input, job)
  const { imported: lines, milliseconds } = result
  if (milliseconds !== undefined) ctx.log.info('report imported', { report_id: report.id, lines, milliseconds })
  return result
}

async function importBeside(ctx: Ctx, report: Report, input: ImportInput, job: JobControls): Promise<ImportResult> {
  // The request is about these brokers as well.
  await requireMapped(ctx, input)
  try {
    const { refused, ...result } = await readBeside({ ...ctx, controls: job }, importTask, { report, input }, job.signal)
    return { ...result, refused: refused && new AppError(refused.kind, refused.code, refused.detail, refused.extras) }
  } catch (error) {
    throw await orImported(ctx, report.id, error)
  }
}

/** A process may end, or be ended, after it has committed and before it can say so: nobody must read that nothing was imported. */
async function orImported(ctx: Ctx, reportId: string, error: unknown): Promise<unknown> {
  if (error instanceof AppError && error.code === 'import/already-imported') return error
  const current = await findReport(ctx.db, reportId)
  if (current?.status !== 'imported') return error
  const detail =
    'The report is imported, but the process that imported it ended before it could answer. The report says what came of it.'
  return new AppError('conflict', 'import/already-imported', detail, { cause: error })
}
