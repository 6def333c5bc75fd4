import type { Command } from 'commander'

/** Shows at the end of the help of a command how it is called, as the words after `holdfast`. */
export function addExample(command: Command, ...lines: readonly string[]): Command {
  const title = lines.length === 1 ? 'Example' : 'Examples'
  return command.addHelpText('after', `\n${title}:\n${lines.map((line) => `  $ holdfast ${line}`).join('\n')}\n`)
}
