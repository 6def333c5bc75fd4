import { isatty } from 'node:tty'
import type { Config } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { print } from './terminal.ts'

/** What the log is written to is a terminal: somebody reads it as it comes. */
export function isReadByPeople(): boolean {
  return isatty(1)
}

/** One line per event on the standard output: as the environment says, else for people on a terminal and as JSON everywhere else. */
export function openLog(config: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const isTerminal = isReadByPeople()
  const format = config.logFormat ?? (isTerminal ? 'pretty' : 'json')
  return createLog({ level: config.logLevel, format, write: print, isTerminal })
}
