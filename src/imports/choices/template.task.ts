import type { ImportOptions } from '#plugins/brim/contract.ts'
import { headOf } from '#plugins/kit/head.ts'
import type { Ctx } from '../../context.ts'
import type { Task } from '../../task.ts'
import { isReadBeside, readBeside } from '../reading/beside.ts'
import { storedReportPath } from '../reading/file.ts'
import { openHead } from '../reading/read.ts'
import { readHead } from '../reading/recognise.task.ts'
import type { Report } from '../report.ts'

type Input = {
  readonly path: string
  readonly filename: string
  readonly plugin: string
  readonly options: ImportOptions
}

/** The titles that an importer reads in the file at `path` under these options; none where it finds no table for them. */
export const titlesTask: Task<Input, readonly string[]> = {
  name: 'imports/titles',
  readsFiles: true,
  needsNoSources: true,
  run: async (ctx, { path, filename, plugin: code, options }) => {
    const plugin = ctx.plugins.brim.find((candidate) => candidate.code === code)
    const { files } = await openHead(await readHead(path), filename)
    for (const file of files) {
      const titles = plugin?.titlesOf?.(headOf(file), options)
      if (titles !== undefined) return titles
    }
    return []
  },
}

/** The same for a stored report, a long one beside the service. */
export async function titlesOfReport(
  ctx: Ctx,
  report: Report,
  plugin: string,
  options: ImportOptions,
): Promise<readonly string[]> {
  const input = { path: await storedReportPath(ctx, report.id), filename: report.filename, plugin, options }
  return isReadBeside(ctx, report) ? readBeside(ctx, titlesTask, input) : titlesTask.run(ctx, input)
}
