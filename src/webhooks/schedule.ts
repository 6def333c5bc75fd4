import type { Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { startTicker } from '../shared/ticker.ts'
import { attempt, sendToolsOf } from './attempt.service.ts'
import { deleteFinished } from './delivery.repository.ts'
import { AT_ONCE, claimDue } from './queue.service.ts'
import type { SendTools } from './send.service.ts'

const TICK_MILLISECONDS = 1_000
/** Free places are filled again together: looking takes time where much waits. */
const REFILL_MILLISECONDS = 50
const PRUNE_MILLISECONDS = 3_600_000
const REMEMBERED_MILLISECONDS = 30 * 86_400_000

/**
 * Sends the messages of webhooks when they are due. Of several processes one sends each. What is under way when it is stopped is sent again later, under
 * the same id. Messages that were finished more than 30 days ago are deleted.
 */
export function startWebhookSchedule(
  deps: Deps,
  tickMilliseconds = TICK_MILLISECONDS,
  tools: SendTools = sendToolsOf(deps),
): { readonly stop: () => void } {
  let [underWay, pruneAt] = [0, 0]
  let isRefilling = false
  const failed = (error: unknown) => deps.log.error('webhooks could not be called', { error })
  const send = async (signal: AbortSignal) => {
    if (signal.aborted || deps.config.offline) return
    for (const { delivery, until } of await claimDue(deps, AT_ONCE - underWay)) {
      underWay += 1
      void attempt(deps, tools, delivery, { until, signal })
        .finally(() => {
          underWay -= 1
        })
        .then(() => refill(signal))
        .catch((error: unknown) => (signal.aborted ? undefined : failed(error)))
    }
  }
  const refill = async (signal: AbortSignal) => {
    if (isRefilling) return
    isRefilling = true
    await Bun.sleep(REFILL_MILLISECONDS)
    isRefilling = false
    await send(signal)
  }
  const tick = async (signal: AbortSignal) => {
    await send(signal)
    const now = deps.clock().getTime()
    if (now < pruneAt) return
    pruneAt = now + PRUNE_MILLISECONDS
    await deleteFinished(deps.db, new Date(now - REMEMBERED_MILLISECONDS).toISOString())
  }
  const reason = () => new AppError('unavailable', 'webhook/stopping', 'The service is stopping.')
  return startTicker(tickMilliseconds, tick, { failed, reason })
}
