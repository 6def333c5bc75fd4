import { describe, test } from 'bun:test'
import { existsSync } from 'node:fs'

/**
 * What belongs to others and is not in this repository: recorded answers of sources, real reports of brokers, the checks of the acceptance. Here alone
 * stands where they are; without the folder the tests that need it are skipped, and counted as such. Their titles end in `[recorded]`.
 */
const SHARED = new URL('../../../shared/', import.meta.url)

/** The place of a recorded file or folder (which ends in a slash), whether it is there or not. */
export function recorded(path: string): URL {
  return new URL(path, SHARED)
}

/** `test` and `describe` for what needs that file or folder: marked in the title, skipped where it is not there. */
export function needing(path: string) {
  const isThere = existsSync(recorded(path))
  return {
    isThere,
    test: (title: string, run: () => unknown, timeout?: number) =>
      test.skipIf(!isThere)(`${title} [recorded]`, async () => void (await run()), timeout),
    describe: (title: string, define: () => void) => describe.skipIf(!isThere)(`${title} [recorded]`, define),
  }
}
