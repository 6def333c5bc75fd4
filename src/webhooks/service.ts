import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { isOfService, type WebhookEvent } from './events.ts'
import type { WebhookFormat } from './message.ts'
import { deleteWebhookRow, insertWebhook, listWebhookRows, type Webhook } from './repository.ts'

export type { Webhook }

export type WebhookInput = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly secret: string
  readonly format: WebhookFormat
}

/** What one user may have. */
export const MAX_WEBHOOKS = 20

/** The caller's webhooks, in the order in which they were made. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  return await listWebhookRows(ctx.reader, ctx.user.id)
}

/** Makes a webhook of the caller. Throws `webhook/url` (422), `auth/superuser-only` (events of the whole service), `webhook/too-many` (409). */
export async function createWebhook(ctx: Ctx, { url, events, secret, format }: WebhookInput): Promise<Webhook> {
  const target = requireUrl(url)
  if (events.some(isOfService) && !ctx.user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may hear of backups and of the exchange rates.')
  const made = await inTransaction(ctx, async (ctx) => {
    if ((await listWebhookRows(ctx.db, ctx.user.id)).length >= MAX_WEBHOOKS)
      throw new AppError('conflict', 'webhook/too-many', `A user may have ${MAX_WEBHOOKS} webhooks. Delete one first.`)
    const fields = { userId: ctx.user.id, url: target, events, secret, format, createdAt: now(ctx) }
    return await insertWebhook(ctx.db, fields)
  })
  ctx.log.info('webhook created', { user_id: ctx.user.id, webhook_id: made.id })
  return made
}

/** Deletes a webhook of the caller, with what waits for it. Throws `webhook/not-found`. */
export async function deleteWebhook(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteWebhookRow(ctx.db, ctx.user.id, id)))
    throw new AppError('not-found', 'webhook/not-found', 'There is no such webhook, or it is not yours.')
}

function requireUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isGood = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === ''
  if (!isGood) throw invalid('webhook/url', '/url', 'Must be an http or https address without a user name.')
  return url.href
}
