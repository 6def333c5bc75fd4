import { Command, CommanderError } from 'commander'
import type { Env } from '../config.ts'
import { VERSION } from '../shared/version.ts'
import { EXIT } from './exit.ts'
import { print, printError } from './terminal.ts'

/** Runs a command of the command line and answers its exit code. Throws ConfigError and ExitError. */
export async function run(words: readonly string[], env: Env): Promise<number> {
  let exitCode: number = EXIT.ok
  const program = new Command('holdfast')
    .description('Self-hosted portfolio tracking. Without a command it serves. Settings come from the environment (see README).')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: printError })
  program
    .command('serve')
    .description('serve until a signal ends it')
    .action(async () => (await import('./serve.ts')).serve(env))
  program
    .command('version')
    .description('print the version')
    .action(() => print(`${VERSION}\n`))
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
  return exitCode
}
