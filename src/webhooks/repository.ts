import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { WebhookTable } from '#db/tables/webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './events.ts'
import { WEBHOOK_FORMATS, type WebhookFormat } from './message.ts'

/** A webhook as its user sees it: all but the secret. */
export type Webhook = {
  readonly id: number
  readonly url: string
  readonly format: WebhookFormat
  readonly events: readonly WebhookEvent[]
  readonly isActive: boolean
  readonly failingSince: string | null
  readonly createdAt: string
}

export type WebhookFields = Pick<Webhook, 'url' | 'format' | 'events' | 'createdAt'> & {
  readonly userId: number
  readonly secret: string
}

const webhooksOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('webhook').selectAll().where('user_id', '=', p.userId).orderBy('id'),
)

/** The webhooks of a user, in the order in which they were made. */
export async function listWebhookRows(db: Reader, userId: number): Promise<Webhook[]> {
  return (await webhooksOf.all(db, { userId })).map(toWebhook)
}

type NewRow = Omit<Selectable<WebhookTable>, 'id' | 'is_active' | 'failing_since'>

const inserted = query<NewRow>()((q, p) =>
  q
    .insertInto('webhook')
    .values({
      ...{ user_id: p.user_id, url: p.url, secret: p.secret, format: p.format, events: p.events, created_at: p.created_at },
      failing_since: null,
    })
    .returningAll(),
)

export async function insertWebhook(db: Tx, { userId, url, secret, format, events, createdAt }: WebhookFields): Promise<Webhook> {
  const row = await inserted.one(db, {
    ...{ user_id: userId, url, secret, format, events: events.join(' '), created_at: createdAt },
  })
  if (!row) throw new Error('an inserted webhook is answered')
  return toWebhook(row)
}

const removed = query<{ id: number; userId: number }>()((q, p) =>
  q.deleteFrom('webhook').where('id', '=', p.id).where('user_id', '=', p.userId),
)

/** Removes a webhook of a user with its messages; answers whether there was one. */
export async function deleteWebhookRow(db: Db | Tx, userId: number, id: number): Promise<boolean> {
  return (await removed.run(db, { id, userId })) > 0
}

function toWebhook(row: Selectable<WebhookTable>): Webhook {
  const events = row.events.split(' ')
  return {
    id: row.id,
    url: row.url,
    format: WEBHOOK_FORMATS.find((one) => one === row.format) ?? 'json',
    events: WEBHOOK_EVENTS.filter((one) => events.includes(one)),
    isActive: row.is_active === 1,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  }
}
