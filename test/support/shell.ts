import { createInterrupt } from '#src/cli/interrupt.ts'
import type { Shell } from '#src/cli/shell.ts'
import { watched } from '#src/cli/shell.ts'
import type { Deps } from '#src/context.ts'

/** A shell whose commands work on the data of a test, and the lines that they print. */
export function createTestShell(deps: Deps, given: Partial<Pick<Shell, 'env' | 'isColoured'>> = {}) {
  const lines: string[] = []
  const end = { code: 0 }
  const shell: Shell = {
    env: {},
    isColoured: false,
    ...given,
    end,
    withDeps: (work) => work(deps),
    printLine: (line) => void lines.push(line),
    watch: (title, work) => watched({ bar: undefined, interrupt: createInterrupt() }, title, work),
  }
  return { shell, lines, end }
}
