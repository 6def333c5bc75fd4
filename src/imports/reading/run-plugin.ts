import type { BrokerPlugin, ImportOptions, ParsedReport, ReportFile } from '#plugins/brim/contract.ts'
import * as kit from '#plugins/kit/index.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { createYielder } from '../../shared/event-loop.ts'
import { hasBrokenHeader, withBroken } from './broken.ts'
import { requireForm } from './result-shape.ts'

type Host = Pick<Deps, 'log' | 'announce'>

/** What the importer makes of a file, broken rows among the others; without them should it take one for a header. */
export async function parseFile(
  deps: Host,
  plugin: BrokerPlugin,
  file: ReportFile,
  options: ImportOptions,
): Promise<ParsedReport> {
  const seen = withBroken(file)
  const parsed = await runPlugin(deps, plugin, [seen ?? file], options)
  return seen !== undefined && hasBrokenHeader(file, parsed) ? runPlugin(deps, plugin, [file], options) : parsed
}

/** The same for files that are read together. */
export async function parseFiles(
  deps: Host,
  plugin: BrokerPlugin,
  files: readonly ReportFile[],
  options: ImportOptions,
): Promise<ParsedReport> {
  const seen = files.map((file) => withBroken(file) ?? file)
  const parsed = await runPlugin(deps, plugin, seen, options)
  const isTitled = files.map((file) => hasBrokenHeader(file, parsed))
  if (!isTitled.includes(true)) return parsed
  return runPlugin(
    deps,
    plugin,
    files.map((file, index) => (isTitled[index] === true ? file : (seen[index] ?? file))),
    options,
  )
}

async function runPlugin(
  deps: Host,
  plugin: BrokerPlugin,
  files: readonly ReportFile[],
  options: ImportOptions,
): Promise<ParsedReport> {
  const yieldWhenDue = createYielder()
  deps.announce?.({ code: plugin.code, isLooking: false })
  try {
    const [file, ...more] = files
    if (file === undefined) throw new Error('there is no file to read')
    if (more.length > 0 && plugin.parseSet !== undefined) return requireForm(plugin.parseSet(files, options, kit))
    const parsing = plugin.parseInSteps?.(file, options, kit)
    if (parsing === undefined) return requireForm(plugin.parse(file, options, kit))
    for (;;) {
      const step = parsing.next()
      if (step.done) return requireForm(step.value)
      const pause = yieldWhenDue()
      if (pause !== undefined) await pause
    }
  } catch (error) {
    deps.log.error('import plugin failed', { plugin: plugin.code, error })
    const detail = `The import plugin ${plugin.code} failed on this file. Nothing was imported; please report this with the file's columns.`
    throw new AppError('invalid', 'import/plugin-failed', detail, { cause: error })
  }
}
