import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { claimDeliveries, type DueDelivery, insertDelivery, listListening, recordAttempt } from './delivery.repository.ts'
import { bodyOf, WEBHOOK_FORMATS, type WebhookMessage } from './message.ts'
import { retryAt } from './retry.ts'
import { type SendTools, type Sent, sendOnce } from './send.service.ts'

/** Messages that may wait for one webhook. */
const MAX_PENDING = 100
/** Attempts at once. */
const AT_ONCE = 8
/** Longer than an attempt can last: a message whose sender died is sent again after it. */
const CLAIM_MILLISECONDS = 60_000

/**
 * Queues a message for each webhook of a user that hears of it; call it after the transaction that it speaks of. Beyond 100 waiting messages a webhook
 * gets no more. Answers how many were queued.
 */
export async function queueMessage(deps: Deps, userId: number, message: WebhookMessage): Promise<number> {
  const { event } = message
  return await inTransaction(deps, async ({ db, clock }) => {
    const open = (await listListening(db, userId, event)).filter(({ pending }) => (pending ?? 0) < MAX_PENDING)
    for (const { id: webhookId, format } of open) {
      const { contentType, headers, body } = bodyOf(WEBHOOK_FORMATS.find((one) => one === format) ?? 'json', message)
      const id = `msg_${Bun.randomUUIDv7('hex').replaceAll('-', '')}`
      const createdAt = clock().toISOString()
      await insertDelivery(db, { id, webhookId, event, contentType, headers: JSON.stringify(headers), body, createdAt })
    }
    return open.length
  })
}

/** Sends what is due, a few at once, each by one process alone. Answers how many attempts there were. */
export async function sendDue(
  deps: Deps,
  tools: SendTools,
  options: { readonly arePrivateAllowed: boolean; readonly random?: () => number },
): Promise<number> {
  const now = deps.clock()
  const until = new Date(now.getTime() + CLAIM_MILLISECONDS).toISOString()
  const taken = await inTransaction(deps, ({ db }) => claimDeliveries(db, { now: now.toISOString(), until, limit: AT_ONCE }))
  await Promise.all(
    taken.map(async (delivery) => {
      const { arePrivateAllowed } = options
      const sent = await sendOnce(tools, { ...delivery, headers: readHeaders(delivery.headers), arePrivateAllowed })
      await record(deps, delivery, { sent, until, random: options.random ?? Math.random })
    }),
  )
  return taken.length
}

async function record(deps: Deps, delivery: DueDelivery, said: { sent: Sent; until: string; random: () => number }) {
  const { sent, until, random } = said
  const now = deps.clock()
  const next = sent.isDone ? null : retryAt(now, delivery.attempts + 1, random(), sent.retryAfterSeconds)
  await inTransaction(deps, ({ db }) =>
    recordAttempt(db, {
      ...{ id: delivery.id, claimedUntil: until, status: sent.status, fault: sent.fault },
      state: sent.isDone ? 'done' : next ? 'pending' : 'failed',
      dueAt: (next ?? now).toISOString(),
      finishedAt: next ? null : now.toISOString(),
    }),
  )
  const { webhookId: webhook_id, id: message_id } = delivery
  deps.log.info('webhook called', { webhook_id, message_id, status: sent.status, fault: sent.fault })
}

function readHeaders(text: string): Record<string, string> {
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
