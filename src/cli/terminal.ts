import { writeSync } from 'node:fs'

const STDOUT = 1
const STDERR = 2
const PATIENCE_MILLISECONDS = 1_000

/** Writes text to the standard output; a closed or stuck reader never stops the program. (`process.stdout` costs 50 ms at start.) */
export function print(text: string): void {
  write(STDOUT, text)
}

export function printError(text: string): void {
  write(STDERR, text)
}

function write(descriptor: number, text: string): void {
  let rest = Buffer.from(text)
  let deadline = performance.now() + PATIENCE_MILLISECONDS
  while (rest.length > 0 && performance.now() < deadline) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
      deadline = performance.now() + PATIENCE_MILLISECONDS
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      Bun.sleepSync(5)
    }
  }
}
