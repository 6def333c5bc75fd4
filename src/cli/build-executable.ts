/**
 * Makes `dist/holdfast` for `npm start`, unless it was made of what is there: it starts with a fifth of the processor time of the sources. Where it cannot be made it
 * is removed, and the service starts from its sources.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_PATH } from '../docs/publish.ts'
import { fingerprintOf, isBuiltFrom } from './executable.ts'
import { printError } from './terminal.ts'

const root = new URL('../..', import.meta.url).pathname
const made = { executable: join(root, 'dist/holdfast'), note: join(root, 'dist/holdfast.from') }
const fingerprint = fingerprintOf(root)

if (!isBuiltFrom(fingerprint, made)) {
  printError('Building the service: some seconds, once for each change of its sources.\n')
  for (const old of [made.note, BUILT_PATH]) rmSync(old, { force: true })
  const { success, stdout, stderr } = Bun.spawnSync([process.execPath, 'run', 'build'], { cwd: root })
  if (success) writeFileSync(made.note, fingerprint)
  else {
    rmSync(made.executable, { force: true })
    printError(
      `${stdout}${stderr}\nThe executable could not be built; the service starts from its sources, which takes longer.\n`,
    )
    await import('./build-document.ts')
  }
}
