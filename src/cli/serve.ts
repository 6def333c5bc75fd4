import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkpointInBackground } from '#db/checkpoint.ts'
import { databaseFault } from '#db/errors.ts'
import type { Lock } from '#db/lock.ts'
import { isRestoreOpen, listPrevious, removePrevious } from '../backup/swap.service.ts'
import { type Env, loadConfig } from '../config.ts'
import { releaseUnfinishedKeys } from '../http/idempotency.repository.ts'
import { hasUnfinishedJobs } from '../jobs/repository.ts'
import type { Log } from '../log.ts'
import { isPartialName } from '../shared/archive-name.ts'
import { sweepLitter } from '../system/sweep.ts'
import { AFTER_START_MILLISECONDS, listen } from './listen.ts'
import { DATABASE_FILE, type Data, openData } from './open.ts'
import { openLog } from './open-log.ts'
import { onRestart, stopOnSignal } from './signals.ts'

/** The clocks of file systems are coarser than ours. */
const CLOCK_MILLISECONDS = 1_000

/** Serves until a signal ends it; resolves when it listens. Throws ConfigError and ExitError. */
export async function serve(env: Env): Promise<void> {
  if (env['HOLDFAST_CHORE'] !== undefined) return (await import('./chore.ts')).chore()
  if (env['HOLDFAST_WORKER'] !== undefined) return (await import('./worker.ts')).work(env)
  const config = loadConfig(env)
  const log = openLog(config)
  for (const warning of config.warnings) log.warn(warning)
  const isRestoring = isRestoreOpen(config.dataDir)
  const open = async (lock?: Lock) => {
    const opened = await openData(config, log, 'serving', lock)
    await prepare(opened, log)
    return withCheckpoints(opened, log)
  }
  const opened = await open()
  let data = sweepSoon(opened, log, isRestoring ? [] : listPrevious(config.dataDir))
  const reopen = async (lock: Lock | undefined) => {
    data = await open(lock)
    return data
  }
  if (config.workers > 1) return (await import('./workers.ts')).supervise({ config, env, data, reopen, log })
  const serving = await listen(config, data, log, { isWorker: false, reopen })
  let succession: { roll: (data: Data) => Promise<void>; stop: () => Promise<void> } | undefined
  onRestart(log, async () => {
    const { createSuccession } = await import('./workers.ts')
    succession ??= createSuccession({ config, env, data, reopen, log }, serving)
    await succession.roll(data)
  })
  stopOnSignal(log, () => (succession ?? serving).stop(), { isWorker: false })
  // What the start says stands in the log before anybody is answered; whoever waits for it there may send signals.
  log.flush()
}

/** Takes checkpoints beside the requests, until the data are closed. */
function withCheckpoints(data: Data, log: Log): Data {
  const end = checkpointInBackground(data.store.writer, join(data.folders.root, DATABASE_FILE), (error) =>
    log.warn('a checkpoint of the database failed; it will be tried again', { error }),
  )
  return ending(data, end)
}

/** The same data; something ends before they are closed. */
function ending(data: Data, end: () => void): Data {
  const after =
    <T>(close: () => Promise<T>) =>
    () => {
      end()
      return close()
    }
  return { ...data, close: after(data.close), handOver: after(data.handOver) }
}

/** What is done once, before anything is served: the traces of an earlier run that did not end well go. */
async function prepare({ store, storage }: Data, log: Log): Promise<void> {
  try {
    await releaseUnfinishedKeys(store.writer)
    if (!(await hasUnfinishedJobs(store.reader))) return
    const { endInterruptedJobs } = await import('../jobs/service.ts')
    await endInterruptedJobs({ db: store.writer, clock: () => new Date(), log })
  } catch (error) {
    storage.noteError(error)
    if (storage.damage() === null && databaseFault(error) !== 'full') throw error
    log.warn('the traces of the last run stay until the next start', { error })
  }
}

/**
 * A moment after the start looks through the database in the background, and removes files without a row when it is whole. The data that it
 * returns are the same; closing them before that moment calls it off.
 */
function sweepSoon(data: Data, log: Log, previous: readonly string[]): Data {
  const { folders, store, storage } = data
  const startedAt = new Date(Date.now() - CLOCK_MILLISECONDS)
  // Nobody else has the data open: all that is there now was left, however short a time ago.
  const left = readdirSync(folders.temporary)
  const partial = readdirSync(folders.backups).filter(isPartialName)
  const sweep = async () => {
    if (await storage.check()) await sweepLitter({ reader: store.reader, folders, log, startedAt, left })
    for (const name of partial) await rm(join(folders.backups, name), { force: true })
    await removePrevious(folders.root, previous)
    await storage.refill()
  }
  const timer = setTimeout(() => {
    sweep().catch((error: unknown) => log.warn('files without a row were not looked for', { error }))
  }, AFTER_START_MILLISECONDS)
  return ending(data, () => clearTimeout(timer))
}
