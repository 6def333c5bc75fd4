import { Command, CommanderError, Option } from 'commander'
import type { Env } from '../config.ts'
import type { OpeningChoice } from '../imports/opening-choice.ts'
import type { PositionsChoice } from '../imports/positions.ts'
import type { ShortChoice } from '../imports/shortages.ts'
import { AppError } from '../shared/errors.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT } from './exit.ts'
import { addOption, importerOf, proposedMapping } from './import-options.ts'
import { print, printError } from './terminal.ts'
import type { WithDeps } from './visit.ts'

const ABOUT = 'Self-hosted portfolio tracking. Without a command it serves. Settings come from the environment: see the README.'

/** Runs a command of the command line and answers its exit code. Throws ConfigError and ExitError. */
export async function run(words: readonly string[], env: Env): Promise<number> {
  const end = { code: EXIT.ok as number }
  const program = await createProgram(words, env, end)
  try {
    await program.parseAsync(words, { from: 'user' })
    return end.code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof AppError)) throw error
    printError(`holdfast: ${error.detail}\n`)
    for (const fault of error.extras.errors ?? [])
      if (fault.detail !== error.detail) printError(`  ${fault.pointer}: ${fault.detail}\n`)
    const mapping = proposedMapping(error)
    if (mapping !== undefined) printError(`Look at this, correct it and give it as --mapping FILE:\n${mapping}\n`)
    return EXIT.failed
  }
}

/** Commands with files of their own, loaded only when they are called or all are listed: loading takes longer than most commands. */
const FAMILIES: Readonly<Record<string, (withDeps: WithDeps, env: Env, end: { code: number }) => Promise<Command>>> = {
  user: async (withDeps) => (await import('./user.ts')).userCommand(withDeps),
  fx: async (withDeps) => (await import('./fx.ts')).fxCommand(withDeps),
  prices: async (withDeps) => (await import('./prices.ts')).pricesCommand(withDeps),
  report: async (withDeps, env) => (await import('./report.ts')).reportCommand(withDeps, env),
  plugins: async (_, env, end) => (await import('./plugins-command.ts')).pluginsCommand(env, end),
}

async function createProgram(words: readonly string[], env: Env, end: { code: number }): Promise<Command> {
  const withDeps: WithDeps = async (work) => (await import('./visit.ts')).visiting(env)(work)
  const program = new Command('holdfast').description(ABOUT).version(VERSION)
  addService(program, env, end)
  addImport(program, withDeps, end)
  const [first = ''] = words[0] === 'help' ? words.slice(1) : words
  const isOther = program.commands.some((command) => command.name() === first)
  const families = first in FAMILIES ? [first] : isOther ? [] : Object.keys(FAMILIES)
  for (const name of families) {
    const command = await FAMILIES[name]?.(withDeps, env, end)
    if (command) program.addCommand(command)
  }
  addHelp(program)
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
    command.exitOverride().configureOutput({ writeOut: print, writeErr: printError })
  return program
}

/** Commander's own looks at the first word only. */
function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .description('display help for command')
    .argument('[command...]', 'such as `user create`; without one the commands are listed')
    .action((path: readonly string[]) => {
      let command = program
      for (const name of path) {
        const next = command.commands.find((one) => one.name() === name)
        if (!next) command.error(`error: unknown command '${name}'`)
        else command = next
      }
      command.help()
    })
}

function addService(program: Command, env: Env, end: { code: number }): void {
  program
    .command('serve')
    .description('serve until a signal ends it')
    .action(async () => (await import('./serve.ts')).serve(env))
  program
    .command('healthcheck')
    .description('ask the service on this machine whether it is well (exit code 0 or 1)')
    .action(async () => {
      end.code = await (await import('./healthcheck.ts')).healthcheck(env)
    })
  program
    .command('doctor')
    .description('look whether configuration, database, ledger, files and disk are well (exit code 0 or 1)')
    .action(async () => {
      end.code = await (await import('./doctor.ts')).doctor(env)
    })
  program
    .command('openapi')
    .description('print the OpenAPI document')
    .action(async () => (await import('./openapi.ts')).printOpenApi(env))
  program
    .command('version')
    .description('print the version')
    .action(() => print(`${VERSION}\n`))
}

type ImportOptions = {
  readonly broker: string
  readonly createBroker: boolean
  readonly user?: string
  readonly plugin?: string
  readonly option: Readonly<Record<string, string>>
  readonly mapping?: string
  readonly short?: ShortChoice
  readonly opening?: OpeningChoice
  readonly positions?: PositionsChoice
  readonly dryRun: boolean
  readonly json: boolean
}

function addImport(program: Command, withDeps: WithDeps, end: { code: number }): void {
  program
    .command('import')
    .description('import broker reports')
    .argument('<files...>', 'the reports as the broker gave them to you, the oldest first')
    .requiredOption('--broker <name>', 'name or id of the broker')
    .option('--create-broker', 'make the broker where there is none of that name', false)
    .option('--user <name>', 'whose broker it is; not needed while there is one user')
    .option('--plugin <code>', 'the importer; default: the one that recognises the file')
    .option('--option <name=value>', 'an option of the importer, such as currency=EUR; may be repeated', addOption, {})
    .option('--mapping <file>', 'what the columns of a table mean that nobody recognises, as JSON')
    .addOption(
      new Option('--short <choice>', 'rows that take out what is not there, where the broker forbids that').choices([
        'refuse',
        'leave-out',
        'allow',
      ]),
    )
    .addOption(
      new Option('--opening <choice>', 'history before the first report: book what is missing as opening positions').choices([
        'refuse',
        'leave-out',
        'book',
      ]),
    )
    .addOption(
      new Option('--positions <choice>', 'positions that a file states: book opens the portfolio with them').choices([
        'compare',
        'book',
      ]),
    )
    .option('--dry-run', 'say what would be imported, each file by itself, and keep nothing', false)
    .option('--json', 'print the answers as JSON', false)
    .action(async (paths: readonly string[], { option, mapping, ...order }: ImportOptions) => {
      const { importFiles } = await import('./import.ts')
      const importer = await importerOf({ plugin: order.plugin, option, mapping })
      const onRefusal = () => {
        end.code = EXIT.failed
      }
      for (const line of await withDeps((deps) => importFiles(deps, { ...order, ...importer, paths, onRefusal })))
        print(`${line}\n`)
    })
}
