import { join } from 'node:path'
import { checkpointInBackground } from '#db/checkpoint.ts'
import { type Env, loadConfig } from '../config.ts'
import { releaseUnfinishedKeys } from '../http/repeats.repository.ts'
import { hasUnfinishedJobs } from '../jobs/repository.ts'
import type { Log } from '../log.ts'
import { sweepLitter } from '../system/sweep.ts'
import { listen, openLog, stopOnSignal } from './listen.ts'
import { DATABASE_FILE, type Data, openData } from './open.ts'

/** Serves until a signal ends it; resolves when it listens. Throws ConfigError and ExitError. */
export async function serve(env: Env): Promise<void> {
  if (env['HOLDFAST_WORKER'] !== undefined) return (await import('./workers.ts')).work(env)
  const config = loadConfig(env)
  const log = openLog(config)
  for (const warning of config.warnings) log.warn(warning)
  const data = await openData(config, log, 'serving')
  await prepare(data, log)
  if (config.workers > 1) return (await import('./workers.ts')).supervise({ config, env, data, log })
  const serving = await listen(config, data, log, { isWorker: false })
  const endCheckpoints = checkpointInBackground(data.store.writer.sqlite, join(data.folders.root, DATABASE_FILE), (error) =>
    log.warn('a checkpoint of the database failed; it will be tried again', { error }),
  )
  const stop: typeof serving.stop = (...given) => {
    endCheckpoints()
    return serving.stop(...given)
  }
  stopOnSignal(log, stop, { isWorker: false })
}

/** What is done once, before anything is served: the traces of an earlier run that did not end well go. */
async function prepare({ folders, store }: Data, log: Log): Promise<void> {
  await sweepLitter({ reader: store.reader, folders, log })
  await releaseUnfinishedKeys(store.writer)
  if (!hasUnfinishedJobs(store.reader)) return
  const { endInterruptedJobs } = await import('../jobs/service.ts')
  await endInterruptedJobs({ db: store.writer, clock: () => new Date(), log })
}
