import { type Deps, now } from '../context.ts'
import { listListenerIds } from './due.repository.ts'
import type { WebhookEvent } from './events.ts'
import type { WebhookMessage } from './message.ts'
import { type Audience, queueMessage } from './queue.service.ts'

/** What happened. `text` is a sentence for people, without amounts. */
export type Notice = Pick<WebhookMessage, 'text' | 'data'> & { readonly event: WebhookEvent }

/**
 * Tells the webhooks of an audience what happened: they are called a moment later. Call it after the transaction of which it speaks: inside one it throws.
 * Whatever else goes wrong is logged: nothing that users do fails because of it.
 */
export async function notify(deps: Deps, audience: Audience, notice: Notice): Promise<void> {
  if (deps.db.isTransaction) throw new Error('webhooks hear of what has been committed, not of what may be rolled back')
  if (deps.config.offline) return
  try {
    await queueMessage(deps, audience, { ...notice, occurredAt: now(deps) })
  } catch (error) {
    deps.log.error('a message for webhooks could not be queued', { event: notice.event, error })
  }
}

/** The users who have a webhook that hears of an event: for what takes work to find out. */
export async function listListeners(deps: Pick<Deps, 'reader'>, event: WebhookEvent): Promise<number[]> {
  return await listListenerIds(deps.reader, event)
}
