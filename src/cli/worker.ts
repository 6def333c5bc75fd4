import { leaveCheckpointsToOthers } from '#db/checkpoint.ts'
import { hearOfThrottle } from '../auth/throttle.ts'
import { type Config, type Env, loadConfig } from '../config.ts'
import { hearOfBudget } from '../http/budget.ts'
import { announceOwn, joinPeers } from '../jobs/live.ts'
import { cancellation } from '../jobs/service.ts'
import { setPeers } from '../peers.ts'
import { createExchangeOfWorker } from './exchange-of-worker.ts'
import { EXIT, ExitError } from './exit.ts'
import { listen } from './listen.ts'
import { type Data, openData } from './open.ts'
import { openLog } from './open-log.ts'
import { stopOnSignal } from './signals.ts'
import { type FromWorker, type ToWorker, WORKER_ROLE } from './worker-messages.ts'

/** Serves as one of several, until the supervisor or a signal ends it. Throws ConfigError and ExitError. */
export async function work(env: Env): Promise<void> {
  const toSupervisor = process.send?.bind(process)
  if (!toSupervisor)
    throw new ExitError(EXIT.usage, `${WORKER_ROLE} is set by the service itself for its workers; do not set it.`)
  const send = (message: FromWorker) => void toSupervisor(message)
  const config = withOwnMetrics(loadConfig(env), Number(env[WORKER_ROLE]))
  const log = openLog(config)
  let data: Data
  let hearJob: ReturnType<typeof joinPeers>
  const open = async () => {
    data = await openData(config, log, 'visiting')
    leaveCheckpointsToOthers(data.store.writer)
    hearJob = joinPeers(data, send, cancellation)
    setPeers(data, send)
    return data
  }
  const exchange = createExchangeOfWorker(send, log)
  const reopen = async () => {
    await exchange.closed()
    return await open()
  }
  const serving = await listen(config, await open(), log, { isWorker: true, reopen, together: exchange.together })
  const hear = async (message: ToWorker) => {
    if ('job' in message) hearJob(message)
    else if ('retire' in message) await retire(message.retire)
    else if ('exchange' in message) await exchange.hear(message.exchange, serving)
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
