import { Command, Option } from 'commander'
import type { Choices } from '../imports/choices/choices.ts'
import { EXIT } from './exit.ts'
import { addOption, addWord, importerOf, readAccountMap, readAssetMap } from './import-options.ts'
import type { Shell } from './shell.ts'

const EXAMPLE = `
Exit code 1: a file was refused, or a dry run would be; those before it stay. 64: the command cannot be understood.

Examples:
  $ holdfast import 2023.csv 2024.csv --broker "Example Broker" --create-broker
  $ holdfast import statement.csv --broker Kleinbank --mapping mapping.json --save-template Kleinbank
`

type Words = Pick<Choices, 'plugin' | 'exclude' | 'duplicates' | 'short' | 'opening' | 'positions'> & {
  readonly broker: string
  readonly createBroker: boolean
  readonly user?: string
  readonly together: boolean
  readonly option: Readonly<Record<string, string>>
  readonly mapping?: string
  readonly assetMap?: string
  readonly accountMap?: string
  readonly saveTemplate?: string
  /** Commander's name for `--no-prices`. */
  readonly prices: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** `holdfast import`. Refusals are AppErrors; that a dry run would be refused is the exit code 1. */
export function importCommand({ withDeps, printLine, watch, end }: Shell): Command {
  const command = new Command('import')
    .description('import broker reports')
    .argument('<files...>', 'the reports as the broker gave them to you, the oldest first')
    .requiredOption('--broker <name>', 'name or id of the broker')
    .option('--create-broker', 'make the broker where there is none of that name', false)
    .option('--user <name>', 'whose broker it is; not needed while there is one user')
    .option('--together', 'the files are parts of one report', false)
  addReading(command)
  addChoices(command)
  return command
    .option('--dry-run', 'say what would be imported, each report by itself, and keep nothing', false)
    .option('--json', 'print the answers as JSON', false)
    .addHelpText('after', EXAMPLE)
    .action(async (paths: readonly string[], { option, mapping, assetMap, accountMap, prices, ...words }: Words) => {
      const { importFiles } = await import('./import.ts')
      const importer = await importerOf({ plugin: words.plugin, option, mapping })
      // Without --no-prices nothing is said of them.
      const maps = { assetMap: await readAssetMap(assetMap), accounts: await readAccountMap(accountMap) }
      const choices = { ...importer, ...maps, prices: prices ? undefined : false }
      const onRefusal = () => {
        end.code = EXIT.failed
      }
      await withDeps((deps) => importFiles(deps, { ...words, ...choices, paths, onRefusal, printLine, watch }))
    })
}

function addReading(command: Command): void {
  command
    .option('--plugin <code>', 'the importer; default: the one that recognises the file')
    .option('--option <name=value>', 'an option of the importer, such as currency=EUR; may be repeated', addOption, {})
    .option('--mapping <file>', 'what the columns of a table mean that nobody recognises, as JSON')
    .option('--save-template <name>', 'what --mapping says reads every file with the header of the first one from now on')
}

function addChoices(command: Command): void {
  const choice = (flags: string, description: string, choices: readonly string[]) =>
    command.addOption(new Option(flags, description).choices(choices))
  command
    .option('--asset-map <file>', 'per asset its id, "create" or "skip", as JSON')
    .option('--account-map <file>', 'per account that a file names the name or id of the broker that it goes to, as JSON')
    .option('--exclude <key>', 'leave out a transaction by its key in the preview, mostly the row; may be repeated', addWord)
  choice('--duplicates <choice>', 'what is in the ledger already; default: skip', ['skip', 'import'])
  choice('--short <choice>', 'rows that take out what is not there, where the broker forbids that', [
    'refuse',
    'leave-out',
    'allow',
  ])
  choice('--opening <choice>', 'history before the first report: book what is missing as opening positions', [
    'refuse',
    'leave-out',
    'book',
  ])
  choice('--positions <choice>', 'positions that a file states: book opens the portfolio with them', ['compare', 'book'])
  command.option('--no-prices', 'do not store the closes that a file carries')
}
