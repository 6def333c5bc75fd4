import type { Tx } from '#db/connection.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { claimUntil } from './attempt.service.ts'
import { deleteAllPending, insertDelivery, type NewDelivery } from './delivery.repository.ts'
import { claimDeliveries, type DueDelivery, type Listening, listDueUsers, listListening } from './due.repository.ts'
import { bodyOf, readFormat, type WebhookMessage } from './message.ts'

/** Messages that may wait for one webhook. */
const MAX_PENDING = 100
/** Users to whom one process sends at once, each one message. */
export const AT_ONCE = 16

/** Whose webhooks: those of a user, or of every superuser. `brokerId`: the message is about that broker, and for who may still read it when it is sent. */
export type Audience = { readonly to: number | 'superusers'; readonly brokerId?: number | undefined }

/**
 * Queues a message for each active webhook of its audience that hears of it; call it after the transaction that it speaks of. Beyond 100 waiting
 * messages a webhook gets no more. Answers how many were queued.
 */
export async function queueMessage(deps: Deps, { to, brokerId }: Audience, message: WebhookMessage): Promise<number> {
  if ((await listListening(deps.reader, to, message.event)).length === 0) return 0
  return await inTransaction(deps, async ({ db, clock }) => {
    const open = (await listListening(db, to, message.event)).filter(({ pending }) => pending < MAX_PENDING)
    const createdAt = clock().toISOString()
    for (const webhook of open)
      await insertDelivery(db, composed(webhook, message, { brokerId: brokerId ?? null, createdAt, claimedUntil: null }))
    return open.length
  })
}

/** A message to a webhook as it is stored, with an id of its own. */
export function composed(
  { id: webhookId, userId, format }: Pick<Listening, 'id' | 'userId' | 'format'>,
  message: WebhookMessage,
  rest: Pick<NewDelivery, 'brokerId' | 'createdAt' | 'claimedUntil'>,
): NewDelivery {
  const { contentType, headers, body } = bodyOf(readFormat(format), message)
  const id = `msg_${Bun.randomUUIDv7('hex').replaceAll('-', '')}`
  return { ...{ id, webhookId, userId, event: message.event, contentType, headers: JSON.stringify(headers), body }, ...rest }
}

/** A message that was taken, with the end of the time in which it is its sender's. */
type Claimed = { readonly delivery: DueDelivery; readonly until: string }

/** Takes what is due, for at most `limit` users one message each, so that no other process sends it. */
export async function claimDue(deps: Deps, limit: number): Promise<Claimed[]> {
  const now = deps.clock()
  const claim = { now: now.toISOString(), until: claimUntil(now), limit }
  if ((await listDueUsers(deps.reader, claim.now, 1)).length === 0) return []
  const taken = await inTransaction(deps, ({ db }) => claimDeliveries(db, claim))
  return taken.map((delivery) => ({ delivery, until: claim.until }))
}

/** Removes what waits for anybody: after a restore it speaks of what was long ago. */
export async function removeMessages(db: Tx): Promise<void> {
  await deleteAllPending(db)
}
