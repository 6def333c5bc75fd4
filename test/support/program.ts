/** The program that tests start as a process of its own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('../../', import.meta.url).pathname
const MAIN = join(ROOT, 'src/main.ts')
/** What `npm test` has built from the present source before any test runs. */
const BUILT = process.env['TEST_PROGRAM'] === 'built' ? join(ROOT, 'dist/holdfast') : undefined

/** `bun src/main.ts …` as the executable of the same source, which starts with a fifth of the processor time; anything else as it is. */
function commandOf(command: readonly string[], built: string): string[] {
  const [first, ...rest] = command
  const words = rest[0] === 'run' ? rest.slice(1) : rest
  return first === process.execPath && words[0] === MAIN ? [built, ...words.slice(1)] : [...command]
}

/** Where the run has an executable of the present source, whatever starts the program from its source starts that. */
export function useBuiltProgram(): void {
  if (BUILT === undefined || !existsSync(BUILT)) return
  for (const name of ['spawn', 'spawnSync'] as const) {
    const real = Bun[name]
    const start = (command: string[] | { cmd: string[] }, ...more: unknown[]) =>
      Reflect.apply(
        real,
        Bun,
        Array.isArray(command)
          ? [commandOf(command, BUILT), ...more]
          : [{ ...command, cmd: commandOf(command.cmd, BUILT) }, ...more],
      )
    Object.assign(Bun, { [name]: start })
  }
}
