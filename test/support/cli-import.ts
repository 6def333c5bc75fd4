import { Command } from 'commander'
import { brokerPlugins } from '#plugins/brim/index.ts'
import { importFiles } from '#src/cli/import.ts'
import { importCommand } from '#src/cli/import-command.ts'
import { templatesCommand } from '#src/cli/templates.ts'
import { createTestApp } from './app.ts'
import { createTestShell } from './shell.ts'

type Order = Parameters<typeof importFiles>[1]

/** `importFiles` with the lines that it prints. */
export async function printedImport(
  deps: Parameters<typeof importFiles>[0],
  order: Omit<Order, 'printLine' | 'watch'>,
): Promise<string[]> {
  const { shell, lines } = createTestShell(deps)
  await importFiles(deps, { ...order, printLine: shell.printLine, watch: shell.watch })
  return lines
}

/** An application whose commands `import` and `templates` are called with words: answers what they print, and the exit code that a dry run sets. */
export async function createTerminal() {
  const app = await createTestApp({ deps: { plugins: { brim: brokerPlugins, fx: [], assets: [] } } })
  const run = async (...words: string[]) => {
    const { shell, lines, end } = createTestShell(app.deps)
    const { printLine } = shell
    const program = new Command().addCommand(importCommand(shell)).addCommand(templatesCommand(shell))
    for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)])
      command.exitOverride().configureOutput({ writeOut: printLine, writeErr: printLine })
    const error = await program.parseAsync(words, { from: 'user' }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return { lines, text: lines.join('\n'), code: end.code, error }
  }
  return { app, run }
}
