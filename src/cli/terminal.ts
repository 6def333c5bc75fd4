import { writeSync } from 'node:fs'

const STDOUT = 1
const STDERR = 2

/** Writes text to the standard output; a closed or stuck reader never stops the program. (`process.stdout` costs 50 ms at start.) */
export function print(text: string): void {
  write(STDOUT, text)
}

export function printError(text: string): void {
  write(STDERR, text)
}

function write(descriptor: number, text: string): void {
  let rest = Buffer.from(text)
  for (let attempt = 0; rest.length > 0 && attempt < 100; attempt++) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      Bun.sleepSync(5)
    }
  }
}
