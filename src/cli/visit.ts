import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, type Env, loadConfig } from '../config.ts'
import type { Deps } from '../context.ts'
import { createLog } from '../log.ts'
import { RESERVE_FILE } from '../storage.ts'
import { EXIT, ExitError } from './exit.ts'
import { depsOf } from './listen.ts'
import { DATABASE_FILE, openData } from './open.ts'
import { printError } from './terminal.ts'

/** Runs one piece of work on the data folder. `begins`: it may be the first thing that is ever done there. */
export type WithDeps = <T>(work: (deps: Deps) => Promise<T>, how?: { readonly begins: boolean }) => Promise<T>

/**
 * Opens the data folder that the environment names for one command, beside a server that may be running, and closes it after. Throws ExitError where
 * there is no installation, and makes none, unless the command begins one.
 */
export function visiting(env: Env): WithDeps {
  return async (work, { begins } = { begins: false }) => {
    const config = loadConfig(env)
    if (!begins) requireInstallation(config, env)
    const level = config.logLevel === 'silent' ? 'silent' : 'warn'
    const log = createLog({ level, format: 'pretty', write: printError })
    const data = await openData(config, log, 'visiting')
    try {
      const deps = depsOf(config, data, log)
      await deps.loadPlugins?.()
      return await work(deps)
    } finally {
      log.flush()
      await data.close()
    }
  }
}

/** One whose database is gone has its own sentence, when it is opened. */
function requireInstallation({ dataDir }: Config, env: Env): void {
  if (isInstallation(dataDir) || (statSync(join(dataDir, RESERVE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0) return
  const cure = isInstallation('.')
    ? 'There is one in this folder: set DATA_DIR=.'
    : 'Set DATA_DIR to the data folder of the service, such as DATA_DIR=/var/lib/holdfast. To begin here: holdfast user create NAME --email ADDRESS'
  const why = env['DATA_DIR'] ? '' : ' DATA_DIR is not set, so ./data was looked at.'
  throw new ExitError(EXIT.noData, `There is no installation in ${dataDir}: it has no ${DATABASE_FILE}.${why} ${cure}`)
}

function isInstallation(folder: string): boolean {
  return existsSync(join(folder, DATABASE_FILE))
}
