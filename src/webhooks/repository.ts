import { type Selectable, sql } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { WebhookTable } from '#db/tables/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './events.ts'
import { readFormat, type WebhookFormat } from './message.ts'

/** A webhook as its user sees it: all but the secret. */
export type Webhook = {
  readonly id: number
  readonly url: string
  readonly format: WebhookFormat
  readonly events: readonly WebhookEvent[]
  readonly isActive: boolean
  /** The first failure since it last worked. */
  readonly failingSince: string | null
  /** When the service switched it off because it failed. */
  readonly switchedOffAt: string | null
  readonly createdAt: string
}

/** A webhook with what its messages are signed with. */
export type SecretWebhook = Webhook & { readonly secret: string }

export type WebhookFields = Pick<Webhook, 'url' | 'format' | 'events' | 'createdAt'> & {
  readonly userId: number
  readonly secret: string
}

type NewRow = Omit<Selectable<WebhookTable>, 'id' | 'is_active' | 'failing_since' | 'switched_off_at'>
type ChangedRow = Omit<Selectable<WebhookTable>, 'user_id' | 'created_at'>
type OfUser = { readonly userId: number; readonly id: number }

const webhooksOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('webhook').selectAll().where('user_id', '=', p.userId).orderBy('id'),
)

const webhookOf = query<OfUser>()((q, p) =>
  q.selectFrom('webhook').selectAll().where('id', '=', p.id).where('user_id', '=', p.userId),
)

const inserted = query<NewRow>()((q, p) =>
  q
    .insertInto('webhook')
    .values({
      ...{ user_id: p.user_id, url: p.url, secret: p.secret, format: p.format, events: p.events, created_at: p.created_at },
      ...{ failing_since: null, switched_off_at: null },
    })
    .returningAll(),
)

const changed = query<ChangedRow>()((q, p) =>
  q
    .updateTable('webhook')
    .set({
      ...{ url: p.url, secret: p.secret, format: p.format, events: p.events, is_active: p.is_active },
      ...{ failing_since: p.failing_since, switched_off_at: p.switched_off_at },
    } satisfies Record<Exclude<keyof ChangedRow, 'id'>, unknown>)
    .where('id', '=', p.id),
)

const removed = query<OfUser>()((q, p) => q.deleteFrom('webhook').where('id', '=', p.id).where('user_id', '=', p.userId))

const worked = query<{ id: number }>()((q, p) =>
  q.updateTable('webhook').set({ failing_since: null }).where('id', '=', p.id).where('failing_since', 'is not', null),
)

const failed = query<{ id: number; at: string }>()((q, p) =>
  q
    .updateTable('webhook')
    .set({ failing_since: sql<string>`coalesce(failing_since, ${p.at})` })
    .where('id', '=', p.id)
    .returning('failing_since'),
)

const switchedOff = query<{ id: number; at: string }>()((q, p) =>
  q.updateTable('webhook').set({ is_active: 0, switched_off_at: p.at }).where('id', '=', p.id),
)

/** The webhooks of a user, in the order in which they were made. */
export async function listWebhookRows(db: Reader, userId: number): Promise<Webhook[]> {
  return (await webhooksOf.all(db, { userId })).map((row) => withoutSecret(toWebhook(row)))
}

export async function findWebhook(db: Reader, one: OfUser): Promise<SecretWebhook | undefined> {
  const row = await webhookOf.one(db, one)
  return row && toWebhook(row)
}

export async function insertWebhook(db: Tx, { userId, url, secret, format, events, createdAt }: WebhookFields): Promise<Webhook> {
  const row = await inserted.one(db, {
    ...{ user_id: userId, url, secret, format, events: events.join(' '), created_at: createdAt },
  })
  if (!row) throw new Error('an inserted webhook is answered')
  return withoutSecret(toWebhook(row))
}

export async function updateWebhook(db: Tx, webhook: SecretWebhook): Promise<void> {
  const { id, url, secret, format, events, isActive, failingSince, switchedOffAt } = webhook
  await changed.run(db, {
    ...{ id, url, secret, format, events: events.join(' '), is_active: isActive ? 1 : 0 },
    ...{ failing_since: failingSince, switched_off_at: switchedOffAt },
  })
}

/** Removes a webhook of a user with its messages; answers whether there was one. */
export async function deleteWebhookRow(db: Db | Tx, one: OfUser): Promise<boolean> {
  return (await removed.run(db, one)) > 0
}

export async function noteSuccess(db: Tx, id: number): Promise<void> {
  await worked.run(db, { id })
}

/** Notes a failure; answers since when the webhook fails, `undefined` where there is none any more. */
export async function noteFailure(db: Tx, id: number, at: string): Promise<string | undefined> {
  return (await failed.one(db, { id, at }))?.failing_since ?? undefined
}

export async function switchOff(db: Tx, id: number, at: string): Promise<void> {
  await switchedOff.run(db, { id, at })
}

export function withoutSecret({ secret, ...webhook }: SecretWebhook): Webhook {
  return webhook
}

function toWebhook(row: Selectable<WebhookTable>): SecretWebhook {
  const events = row.events.split(' ')
  return {
    id: row.id,
    url: row.url,
    secret: row.secret,
    format: readFormat(row.format),
    events: WEBHOOK_EVENTS.filter((one) => events.includes(one)),
    isActive: row.is_active === 1,
    failingSince: row.failing_since,
    switchedOffAt: row.switched_off_at,
    createdAt: row.created_at,
  }
}
