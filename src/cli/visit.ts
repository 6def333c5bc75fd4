import { type Env, loadConfig } from '../config.ts'
import type { Deps } from '../context.ts'
import { createLog } from '../log.ts'
import { depsOf } from './listen.ts'
import { openData } from './open.ts'
import { printError } from './terminal.ts'

/** Runs one piece of work on the data folder. */
export type WithDeps = <T>(work: (deps: Deps) => Promise<T>) => Promise<T>

/** Opens the data folder that the environment names for one command, beside a server that may be running, and closes it after. */
export function visiting(env: Env): WithDeps {
  return async (work) => {
    const config = loadConfig(env)
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
