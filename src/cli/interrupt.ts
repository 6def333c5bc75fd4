import { constants } from 'node:os'
import { ExitError } from './exit.ts'

/** Stops long work when somebody presses Ctrl-C or a supervisor ends the program. */
export type Interrupt = {
  readonly signal: AbortSignal
  /** Does work that ends, and removes what it began, when `signal` aborts. Throws what the work does, and then the reason of the signal. Work may be part of other work. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** One for a command. The first signal that comes during work aborts, and later work does not begin; a second one ends the program at once. */
export function createInterrupt(): Interrupt {
  const ending = new AbortController()
  const { signal } = ending
  let depth = 0
  const stop = (name: (typeof SIGNALS)[number]) => {
    const code = 128 + constants.signals[name]
    if (signal.aborted) process.exit(code)
    ending.abort(new ExitError(code, `${name}: broken off, and what was begun is removed.`))
  }
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    if (depth === 0) for (const name of SIGNALS) process.on(name, stop)
    depth += 1
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      depth -= 1
      if (depth === 0) for (const name of SIGNALS) process.off(name, stop)
    }
  }
  return { signal, during }
}
