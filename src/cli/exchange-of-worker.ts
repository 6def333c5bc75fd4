import type { Log } from '../log.ts'
import { AppError } from '../shared/errors.ts'
import type { Serving } from './listen.ts'
import type { ExchangeStep } from './worker-messages.ts'

type Order = 'granted' | 'refused' | 'close' | 'open'

/**
 * How a worker exchanges the data together with the others: the supervisor lets it, it commits, all close the data, the supervisor puts the others in
 * their place, all open them. Whoever cannot open them ends, and is started again.
 */
export function createExchangeOfWorker(send: (step: ExchangeStep) => void, log: Log) {
  let answered: PromiseWithResolvers<boolean> | undefined
  let opened: PromiseWithResolvers<void> | undefined
  const ask = async () => {
    answered ??= Promise.withResolvers()
    send('exchange')
    const isGranted = await answered.promise
    answered = undefined
    if (isGranted) return
    const detail = 'Processes of this service are just coming and going. Try again.'
    throw new AppError('unavailable', 'backup/not-serving', detail, { retryAfterSeconds: 10 })
  }
  return {
    /** What a restore calls in place of the change-over of this process alone. */
    together:
      (own: Serving['changeOver']): Serving['changeOver'] =>
      async (commit) => {
        await ask()
        try {
          await own(commit)
        } catch (error) {
          send('given-up')
          throw error
        }
        send('committed')
      },
    /** Says that this process has closed the data; resolves when others are in their place. */
    closed: async () => {
      opened = Promise.withResolvers()
      send('closed')
      await opened.promise
    },
    hear: async (order: Order, serving: Serving) => {
      if (order === 'granted' || order === 'refused') answered?.resolve(order === 'granted')
      else if (order === 'open') opened?.resolve()
      else {
        log.debug('the data are exchanged')
        await serving.changeOver(async () => {})
      }
    },
  }
}
