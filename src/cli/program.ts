import { Command, CommanderError } from 'commander'
import type { Env } from '../config.ts'
import { AppError } from '../shared/errors.ts'
import { VERSION } from '../shared/version.ts'
import { addExample } from './example.ts'
import { EXIT } from './exit.ts'
import { faultLines } from './fault-lines.ts'
import { proposedMapping } from './import-options.ts'
import { createShell, type Shell } from './shell.ts'
import { visible } from './table.ts'
import { print, printError } from './terminal.ts'

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
    printError(`holdfast: ${visible(error.detail)}\n`)
    for (const line of faultLines(error)) printError(`  ${visible(line)}\n`)
    const mapping = proposedMapping(error)
    if (mapping !== undefined) printError(`Look at this, correct it and give it as --mapping FILE:\n${mapping}\n`)
    return EXIT.failed
  }
}

/** Commands with files of their own, loaded only when they are called or all are listed: loading takes longer than most commands. */
const FAMILIES: Readonly<Record<string, (shell: Shell) => Promise<Command>>> = {
  import: async (shell) => (await import('./import-command.ts')).importCommand(shell),
  broker: async (shell) => (await import('./broker.ts')).brokerCommand(shell),
  templates: async (shell) => (await import('./templates.ts')).templatesCommand(shell),
  token: async (shell) => (await import('./token.ts')).tokenCommand(shell),
  user: async (shell) => (await import('./user.ts')).userCommand(shell),
  fx: async (shell) => (await import('./fx.ts')).fxCommand(shell),
  prices: async (shell) => (await import('./prices.ts')).pricesCommand(shell),
  report: async (shell) => (await import('./report.ts')).reportCommand(shell),
  backup: async (shell) => (await import('./backup.ts')).backupCommand(shell),
  plugins: async (shell) => (await import('./plugins-command.ts')).pluginsCommand(shell),
}

async function createProgram(words: readonly string[], env: Env, end: { code: number }): Promise<Command> {
  const program = new Command('holdfast').enablePositionalOptions().description(ABOUT).version(VERSION)
  addService(program, env, end)
  const shell = createShell(env, end)
  const [first = ''] = words[0] === 'help' ? words.slice(1) : words
  const isOther = program.commands.some((command) => command.name() === first)
  const families = first in FAMILIES ? [first] : isOther ? [] : Object.keys(FAMILIES)
  for (const name of families) {
    const command = await FAMILIES[name]?.(shell)
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
  addExample(program.command('serve'), 'serve')
    .description('serve until a signal ends it')
    .action(async () => (await import('./serve.ts')).serve(env))
  addExample(program.command('demo'), 'demo', 'demo --data-dir ./try-it')
    .description('serve an invented portfolio to try everything; it is gone when it ends')
    .option('--data-dir <folder>', 'keep it in this folder, and go on with it the next time')
    .action(async ({ dataDir }: { dataDir?: string }) => (await import('./demo.ts')).demo(env, { dataDir }))
  addExample(program.command('healthcheck'), 'healthcheck')
    .description('ask the service on this machine whether it is well (exit code 0 or 1)')
    .action(async () => {
      end.code = await (await import('./healthcheck.ts')).healthcheck(env)
    })
  addExample(program.command('doctor'), 'doctor')
    .description('look whether configuration, database, ledger, files and disk are well (exit code 0 or 1)')
    .option('--repair', 'show what can be put right, and do it when you agree; the service must not run')
    .option('--yes', 'with --repair: agree beforehand')
    .action(async (options: { repair?: true; yes?: true }) => {
      end.code =
        options.repair === true
          ? await (await import('./repair.ts')).repair(env, { isAgreed: options.yes === true })
          : await (await import('./doctor.ts')).doctor(env)
    })
  addExample(program.command('openapi'), 'openapi > openapi.json')
    .description('print the OpenAPI document')
    .action(async () => (await import('./openapi.ts')).printOpenApi(env))
  addExample(program.command('version'), 'version')
    .description('print the version')
    .action(() => print(`${VERSION}\n`))
}
