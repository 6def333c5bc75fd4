import type { Generated } from 'kysely'

/** Written by the room `webhooks`. */
export type WebhookTables = {
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

export type WebhookTable = {
  id: Generated<number>
  user_id: number
  url: string
  /** Readable: each message is signed with it. */
  secret: string
  format: string
  /** Separated by spaces. */
  events: string
  /** 0: switched off, by its user or because it failed for days. */
  is_active: Generated<number>
  /** The first failure since it last worked. */
  failing_since: string | null
  /** When the service switched it off because it failed; not when its user did. */
  switched_off_at: string | null
  created_at: string
}

/** A message to one webhook; every attempt sends the same bytes. */
export type WebhookDeliveryTable = {
  id: string
  webhook_id: number
  /** That of the webhook: users take turns. */
  user_id: number
  /** Only who may read it gets the message. */
  broker_id: number | null
  event: string
  content_type: string
  /** JSON; content and headers are emptied once it is finished. */
  headers: string
  body: string
  /** `pending`, `done`, `failed`. */
  state: Generated<string>
  attempts: Generated<number>
  /** Of the last answer; `null` while there was none. */
  status: number | null
  fault: string | null
  due_at: string
  /** Whoever took it sends it until then, nobody else. */
  claimed_until: string | null
  created_at: string
  finished_at: string | null
}
