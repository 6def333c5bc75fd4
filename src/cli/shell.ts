import { isatty } from 'node:tty'
import type { Command } from 'commander'
import type { Env } from '../config.ts'
import type { JobControls } from '../jobs/service.ts'
import { createInterrupt, type Interrupt } from './interrupt.ts'
import { type Bar, createBar } from './progress-bar.ts'
import { print, printError } from './terminal.ts'
import type { WithDeps } from './visit.ts'

/** What a command works with: the data folder, and who reads what it says. */
export type Shell = {
  readonly env: Env
  /** Opens the data folder for one command and closes it after. */
  readonly withDeps: WithDeps
  /** To the standard output; for people and for programs. */
  readonly printLine: (line: string) => void
  /** Colours are for terminals that can, and not with NO_COLOR (https://no-color.org). */
  readonly isColoured: boolean
  /** Does long work, and shows on a terminal how far it is. A signal to end aborts it: it removes what it began. */
  readonly watch: <T>(title: string, work: (job: JobControls) => Promise<T>) => Promise<T>
  /** The exit code of a command that ends without throwing. */
  readonly end: { code: number }
}

/** Adds one command to its family: `prices refresh` to `prices`. */
export type AddCommand = (family: Command, shell: Shell) => void

/** The shell of this process. */
export function createShell(env: Env, end: { code: number }): Shell {
  const isPlain = env['TERM'] === 'dumb'
  const interrupt = createInterrupt()
  const bar = isatty(2) && !isPlain ? createBar(printError) : undefined
  return {
    env,
    end,
    withDeps: async (work, how) => (await import('./visit.ts')).visiting(env)(work, how),
    printLine: (line) => print(`${line}\n`),
    isColoured: isatty(1) && !isPlain && !env['NO_COLOR'],
    watch: (title, work) => watched({ bar, interrupt }, title, work),
  }
}

type Watch = { readonly bar: Bar | undefined; readonly interrupt: Interrupt }

/** Work with a bar, which goes when the work ends; where it says how far it is, it can be broken off. */
export async function watched<T>({ bar, interrupt }: Watch, title: string, work: (job: JobControls) => Promise<T>): Promise<T> {
  const { signal } = interrupt
  let progress: { done: number; total: number | null; note: string | null } = { done: 0, total: null, note: null }
  try {
    return await interrupt.during(() =>
      work({
        signal,
        progress: (done, { total = progress.total, note = progress.note } = {}) => {
          signal.throwIfAborted()
          progress = { done, total, note }
          bar?.show(title, progress)
        },
      }),
    )
  } finally {
    bar?.clear()
  }
}
