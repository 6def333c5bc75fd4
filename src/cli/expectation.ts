/** What is made ready for somebody who has come in. */
import type { Log } from '../log.ts'

/** The answer to whoever signs in, and what they ask for at once, go first. */
const AFTER_SIGN_IN_MILLISECONDS = 100

/** When somebody comes in: at once a process that will read their reports, and once, a moment later, what receives them here. */
export function createExpectation(
  log: Log,
  start: () => void,
  prepare: () => Promise<void>,
): { expect: () => void; stop: () => void } {
  let timer: Timer | undefined
  const begin = () => {
    prepare().catch((error: unknown) => log.error('what reads reports could not be loaded', { error }))
  }
  return {
    expect: () => {
      start()
      timer ??= setTimeout(begin, AFTER_SIGN_IN_MILLISECONDS)
      timer.unref()
    },
    stop: () => clearTimeout(timer),
  }
}
