import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { stageChore, stagingFolder } from '../backup/stage.chore.ts'
import { commitRestore, finishRestore, orderOf, type RestoreOrder } from '../backup/swap.service.ts'
import type { ChoreControls } from '../chore.ts'
import { type Env, loadConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { EXIT, ExitError } from './exit.ts'
import { DATABASE_FILE, foldersOf, requireLock } from './open.ts'
import { printError } from './terminal.ts'

/**
 * Puts an archive in place of the data of a stopped service, or into an empty data folder. Where there are data it must be wanted (`isSure`). Throws
 * ExitError, and what is wrong with the archive; then nothing is changed.
 */
export async function restoreStopped(env: Env, path: string, isSure: boolean, controls: ChoreControls): Promise<RestoreOrder> {
  const config = loadConfig(env)
  if (!existsSync(path)) throw new ExitError(EXIT.failed, `There is no file ${path}.`)
  const level = config.logLevel === 'silent' ? 'silent' : 'warn'
  const log = createLog({ level, format: 'pretty', write: printError })
  const folders = foldersOf(config, log)
  const lock = await requireLock(folders)
  try {
    finishRestore(folders.root, { isServed: false })
    if (!isSure && (statSync(join(folders.root, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0)
      throw new ExitError(EXIT.failed, `There are data in ${folders.root}. To put the backup in their place, add --yes.`)
    const at = new Date()
    const input = { path, reserveBytes: 0, at: at.getTime(), folder: stagingFolder() }
    const staged = await stageChore.run({ folders, config, log }, input, controls)
    await unlessStopped(folders.root, staged.folder, controls.signal)
    const order = orderOf({ staged: staged.folder, archive: basename(path), madeAt: staged.madeAt, at })
    await commitRestore(folders.root, order)
    finishRestore(folders.root, { isServed: false })
    return order
  } finally {
    lock.release()
  }
}

/** Removes what was unpacked, and throws the reason, when the work was broken off. */
async function unlessStopped(root: string, folder: string, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) return
  await rm(join(root, folder), { recursive: true, force: true })
  throw signal.reason
}
