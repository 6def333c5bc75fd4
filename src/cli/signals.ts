import type { Log } from '../log.ts'
import { EXIT } from './exit.ts'
import { isReadByPeople } from './open-log.ts'

/** Ends the program with 0 when `stop` is through; a second signal ends it at once, unless a supervisor does that (`isWorker`). */
export function stopOnSignal(log: Log, stop: () => Promise<void>, { isWorker }: { isWorker: boolean }): void {
  let isStopping = false
  const end = async (signal: string) => {
    if (isStopping && !isWorker) process.exit(EXIT.failed)
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal })
    await stop().catch((error: unknown) => log.error('stopping failed', { error }))
    log.info('stopped')
    log.flush()
    process.exit(EXIT.ok)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void end(signal))
}

/** Calls `restart` at every SIGHUP. A terminal that closes sends it too: who serves there ends with it. */
export function onRestart(log: Log, restart: () => Promise<void>): void {
  if (isReadByPeople()) return
  process.on('SIGHUP', () => {
    restart().catch((error: unknown) => log.error('restarting failed', { error }))
  })
}
