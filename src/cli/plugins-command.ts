import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { folderNames } from '../folders.ts'
import { createLog } from '../log.ts'
import { addExample } from './example.ts'
import { EXIT } from './exit.ts'
import { addOption } from './import-options.ts'
import type { Shell } from './shell.ts'
import { printError } from './terminal.ts'

const CHECK_EXAMPLE = `
Every other file of the folder should be a report of one of its importers. Compare the cash and the holdings with those of your broker: these nobody
else can check.

Example:
  $ holdfast plugins check ~/acme
`

type CheckOptions = { readonly option: Readonly<Record<string, string>>; readonly partial: boolean; readonly json: boolean }

/** `holdfast plugins list|check`. `check` needs neither a data folder nor an environment. Faults are AppErrors, or exit code 1. */
export function pluginsCommand({ env, end, isColoured, printLine }: Shell): Command {
  const plugins = new Command('plugins').description('importers of broker reports: list them, check your own')
  addExample(plugins.command('list'), 'plugins list')
    .description('every importer with its formats, languages and version, your own too')
    .option('--json', 'as JSON, with where to find each report', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      const { listLines, listPlugins } = await import('./plugin-list.ts')
      const log = createLog({ level: 'error', format: 'pretty', write: printError })
      const listed = await listPlugins(folderNames(loadConfig(env).dataDir), log)
      log.flush()
      for (const line of json ? [JSON.stringify(listed, null, 2)] : listLines(listed, isColoured)) printLine(line)
    })
  plugins
    .command('check')
    .description('hold the importers (*.ts) of a folder against the reports that lie beside them (exit code 0 or 1)')
    .argument('<dir>', 'a folder with importers of your own and their reports')
    .option('--option <name=value>', 'an option of the importers, such as currency=EUR; may be repeated', addOption, {})
    .option('--partial', 'no report starts from nothing: holdings may be below zero', false)
    .option('--json', 'print the outcome as JSON', false)
    .addHelpText('after', CHECK_EXAMPLE)
    .action(async (folder: string, { option, partial, json }: CheckOptions) => {
      const [{ checkFolder }, { outcomeLines }] = await Promise.all([
        import('./plugin-check.ts'),
        import('./plugin-check-text.ts'),
      ])
      const outcome = await checkFolder(folder, { options: option, isPartial: partial })
      const { lines, faults } = outcomeLines(outcome, isColoured)
      for (const line of json ? [JSON.stringify(outcome, null, 2)] : lines) printLine(line)
      if (faults > 0) end.code = EXIT.failed
    })
  plugins.command('check-one', { hidden: true }).action(async () => (await import('./plugin-check-one.ts')).checkOne())
  return plugins
}
