import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { AppError } from '../shared/errors.ts'
import { deletePending, listDeliveryRows } from './delivery.repository.ts'
import type { Delivery } from './delivery.ts'
import { isOfService, type WebhookEvent } from './events.ts'
import type { WebhookFormat } from './message.ts'
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  type SecretWebhook,
  updateWebhook,
  type Webhook,
  withoutSecret,
} from './repository.ts'
import { createSecret, requireSecret } from './secret.ts'
import { requireTarget } from './target.ts'

export type { Delivery, Webhook }

export type WebhookInput = {
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Absent: one is made. */
  readonly secret?: string | undefined
  readonly format: WebhookFormat
}

/** `isActive`: true switches a webhook on that was switched off, false deletes what waits for it. */
export type WebhookChange = { readonly [K in keyof WebhookInput]?: WebhookInput[K] | undefined } & {
  readonly isActive?: boolean | undefined
}

/** `secret`: one that was made here; nobody can say it again. */
export type NewWebhook = Webhook & { readonly secret: string | null }

/** What one user may have. */
export const MAX_WEBHOOKS = 20

/** The caller's webhooks, in the order in which they were made. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  return await listWebhookRows(ctx.reader, ctx.user.id)
}

/** One of the caller's webhooks. Throws `webhook/not-found`. */
export async function getWebhook(ctx: Ctx, id: number): Promise<Webhook> {
  return withoutSecret(await requireWebhook(ctx, id))
}

/**
 * Makes a webhook of the caller. Throws `webhook/url`, `webhook/secret` (422), `webhook/private-address`, `auth/superuser-only` (events of the whole
 * service), `webhook/too-many` (409).
 */
export async function createWebhook(ctx: Ctx, { url, events, secret: given, format }: WebhookInput): Promise<NewWebhook> {
  const target = await allowedTarget(ctx, url)
  requireOwnEvents(ctx, events)
  const secret = given === undefined ? createSecret() : requireSecret(given)
  const made = await inTransaction(ctx, async (ctx) => {
    if ((await listWebhookRows(ctx.db, ctx.user.id)).length >= MAX_WEBHOOKS)
      throw new AppError('conflict', 'webhook/too-many', `A user may have ${MAX_WEBHOOKS} webhooks. Delete one first.`)
    const fields = { userId: ctx.user.id, url: target, events, secret, format, createdAt: now(ctx) }
    return await insertWebhook(ctx.db, fields)
  })
  ctx.log.info('webhook created', { user_id: ctx.user.id, webhook_id: made.id })
  return { ...made, secret: given === undefined ? secret : null }
}

/** Changes a webhook of the caller; what is absent stays. Throws `webhook/not-found`, and as `createWebhook`. */
export async function changeWebhook(ctx: Ctx, id: number, change: WebhookChange): Promise<Webhook> {
  const url = change.url === undefined ? undefined : await allowedTarget(ctx, change.url)
  if (change.events !== undefined) requireOwnEvents(ctx, change.events)
  const secret = change.secret === undefined ? undefined : requireSecret(change.secret)
  return await inTransaction(ctx, async (ctx) => {
    const before = await requireWebhook(ctx, id)
    const isActive = change.isActive ?? before.isActive
    const isNew = isActive && (!before.isActive || url !== undefined)
    const webhook: SecretWebhook = {
      ...before,
      ...{ url: url ?? before.url, secret: secret ?? before.secret, isActive },
      ...{ format: change.format ?? before.format, events: change.events ?? before.events },
      failingSince: isNew ? null : before.failingSince,
      switchedOffAt: isActive ? null : before.switchedOffAt,
    }
    await updateWebhook(ctx.db, webhook)
    if (!isActive) await deletePending(ctx.db, id)
    return withoutSecret(webhook)
  })
}

/** Deletes a webhook of the caller, with what waits for it. Throws `webhook/not-found`. */
export async function deleteWebhook(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteWebhookRow(ctx.db, { userId: ctx.user.id, id }))) throw notFound()
  ctx.log.info('webhook deleted', { user_id: ctx.user.id, webhook_id: id })
}

/** What was sent to a webhook of the caller and what waits, the newest first; at most 200. Throws `webhook/not-found`. */
export async function listDeliveries(ctx: Ctx, id: number): Promise<Delivery[]> {
  await requireWebhook(ctx, id)
  return await listDeliveryRows(ctx.reader, id)
}

async function requireWebhook(ctx: Ctx, id: number): Promise<SecretWebhook> {
  const found = await findWebhook(ctx.reader, { userId: ctx.user.id, id })
  if (!found) throw notFound()
  return found
}

async function allowedTarget({ reader }: Pick<Deps, 'reader'>, url: string): Promise<string> {
  return requireTarget(url, await readSetting(reader, 'webhook_private_addresses'))
}

function requireOwnEvents({ user }: Ctx, events: readonly WebhookEvent[]): void {
  if (events.some(isOfService) && !user.isSuperuser)
    throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may hear of backups and of the exchange rates.')
}

export function notFound(): AppError {
  return new AppError('not-found', 'webhook/not-found', 'There is no such webhook, or it is not yours.')
}
