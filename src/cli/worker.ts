import { leaveCheckpointsToOthers } from '#db/checkpoint.ts'
import { hearOfThrottle } from '../auth/throttle.ts'
import { type Config, type Env, loadConfig } from '../config.ts'
import { hearOfBudget } from '../http/budget.ts'
import { announceOwn, joinPeers } from '../jobs/live.ts'
import { cancellation } from '../jobs/service.ts'
import { setPeers } from '../peers.ts'
import { EXIT, ExitError } from './exit.ts'
import { listen, stopOnSignal } from './listen.ts'
import { openData } from './open.ts'
import { openLog } from './open-log.ts'
import { type ToWorker, WORKER_ROLE } from './worker-messages.ts'

/** Serves as one of several, until the supervisor or a signal ends it. Throws ConfigError and ExitError. */
export async function work(env: Env): Promise<void> {
  const send = process.send?.bind(process)
  if (!send) throw new ExitError(EXIT.usage, `${WORKER_ROLE} is set by the service itself for its workers; do not set it.`)
  const config = withOwnMetrics(loadConfig(env), Number(env[WORKER_ROLE]))
  const log = openLog(config)
  const data = await openData(config, log, 'visiting')
  leaveCheckpointsToOthers(data.store.writer)
  const hearJob = joinPeers(data, (message) => send(message), cancellation)
  setPeers(data, (message) => send(message))
  const serving = await listen(config, data, log, { isWorker: true })
  const hear = async (message: ToWorker) => {
    if ('job' in message) hearJob(message)
    else if ('retire' in message) await retire(message.retire)
    else {
      if (message.joined) announceOwn(data)
      hearOfBudget(data, message)
      await hearOfThrottle(data, message)
    }
  }
  const retire = async (newest: number) => {
    const { ended } = await serving.retire(newest)
    send('left')
    await ended
    await data.close()
    log.info('stopped')
    log.flush()
    process.exit(EXIT.ok)
  }
  process.on('message', (message: ToWorker) => {
    hear(message).catch((error: unknown) => log.error('what another process said was not understood', { error }))
  })
  process.on('SIGHUP', () => {})
  stopOnSignal(log, serving.stop, { isWorker: true })
  send('ready')
}

/** Every worker counts for itself: the second has its metrics on the port after that of the first, and so on. */
function withOwnMetrics(config: Config, number: number): Config {
  const first = config.metricsPort
  return first === null || first === 0 ? config : { ...config, metricsPort: first + number - 1 }
}
