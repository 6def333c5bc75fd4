import type { ImportOptions } from '#plugins/brim/contract.ts'
import type { Ctx } from '../../context.ts'
import { type Output, writeOutput } from '../../shared/output.ts'
import type { Task } from '../../task.ts'
import { handOver, takeOver } from '../handover.ts'
import { readStored } from '../prepare.ts'
import type { ReadReport, Report } from '../report.ts'
import { isReadBeside, readBeside } from './beside.ts'

type Choice = { readonly plugin?: string | undefined; readonly options?: ImportOptions | undefined }

/** Reads a stored report, to be handed over without its ignored rows: an import shows none. */
export const readTask: Task<{ readonly report: Report; readonly choice: Choice }, Output> = {
  name: 'imports/read',
  readsFiles: true,
  needsNoSources: true,
  run: async (ctx, { report, choice }) => {
    const read = await readStored(ctx, report, choice)
    return writeOutput(handOver({ ...read, ignored: [] }), ctx.folders.temporary)
  },
}

/** Reads a stored report for an import, a long one beside the service. Throws as `readStored` and `readBeside` do. */
export async function readForImport(
  ctx: Ctx,
  report: Report,
  { plugin, options }: Choice,
  signal: AbortSignal,
): Promise<ReadReport> {
  const choice = { plugin, options }
  if (!isReadBeside(ctx, report)) return readStored(ctx, report, choice)
  return takeOver(await readBeside(ctx, readTask, { report, choice }, signal))
}
