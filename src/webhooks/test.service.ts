import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { attempt, claimUntil, sendToolsOf } from './attempt.service.ts'
import { countSince, insertDelivery, listDeliveryRows } from './delivery.repository.ts'
import type { Delivery } from './delivery.ts'
import { composed } from './queue.service.ts'
import { findWebhook } from './repository.ts'
import { notFound } from './service.ts'

const MOST_A_MINUTE = 10
const MINUTE_SECONDS = 60
const TEXT = 'This is a test: the webhook works.'

/**
 * Sends a test to a webhook of the caller, once, and answers what came of it within ten seconds; also to one that is switched off. Throws `webhook/not-found`,
 * `webhook/offline` (503), `webhook/too-many-tests` (429).
 */
export async function testWebhook(ctx: Ctx, id: number): Promise<Delivery> {
  if (ctx.config.offline)
    throw new AppError('unavailable', 'webhook/offline', 'This service is set to make no outgoing requests (OFFLINE).')
  const until = claimUntil(ctx.clock())
  const delivery = await inTransaction(ctx, async (ctx) => {
    const webhook = await findWebhook(ctx.db, { userId: ctx.user.id, id })
    if (!webhook) throw notFound()
    await requireFew(ctx)
    const createdAt = now(ctx)
    const message = { event: 'webhook.test', occurredAt: createdAt, text: TEXT, data: { webhook_id: id } } as const
    const made = composed({ ...webhook, userId: ctx.user.id }, message, { brokerId: null, createdAt, claimedUntil: until })
    await insertDelivery(ctx.db, made)
    const { url, secret } = webhook
    return { ...made, url, secret, attempts: 0, isActive: true, isSuperuser: ctx.user.isSuperuser, mayRead: true }
  })
  await attempt(ctx, sendToolsOf(ctx), delivery, { until, isLast: true })
  const sent = (await listDeliveryRows(ctx.reader, id)).find((one) => one.id === delivery.id)
  if (!sent) throw notFound()
  return sent
}

async function requireFew(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.clock().getTime() - MINUTE_SECONDS * 1_000).toISOString()
  if ((await countSince(ctx.reader, ctx.user.id, 'webhook.test', since)) < MOST_A_MINUTE) return
  const detail = `At most ${MOST_A_MINUTE} tests a minute. Wait a minute.`
  throw new AppError('too-many', 'webhook/too-many-tests', detail, { retryAfterSeconds: MINUTE_SECONDS })
}
