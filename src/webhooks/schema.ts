import { z } from '@hono/zod-openapi'
import { idParam } from '../http/query.ts'
import { DELIVERY_STATES, SEND_FAULTS } from './delivery.ts'
import { MESSAGE_EVENTS, WEBHOOK_EVENTS } from './events.ts'
import { WEBHOOK_FORMATS } from './message.ts'

const Event = z.enum(WEBHOOK_EVENTS, `Must be one of ${WEBHOOK_EVENTS.join(', ')}.`).openapi('WebhookEvent', {
  description: '`sync.failed` (exchange rates) and `backup.…`: superusers only',
  example: 'import.done',
})
const Format = z.enum(WEBHOOK_FORMATS, `Must be one of ${WEBHOOK_FORMATS.join(', ')}.`).openapi('WebhookFormat', {
  description: 'The shape of messages: our own, or that of a service',
  example: 'json',
})
const instant = z.iso.datetime()

export const Webhook = z
  .object({
    id: z.int().openapi({ example: 1 }),
    url: z.string().openapi({ example: 'https://hooks.example.org/holdfast' }),
    events: z.array(Event),
    format: Format,
    active: z.boolean(),
    failing_since: instant.nullable().openapi({ description: 'The first failure since it last worked' }),
    switched_off_at: instant.nullable().openapi({ description: 'When it was switched off because it failed for days' }),
    created_at: instant,
  })
  .openapi('Webhook')

export const NewWebhook = z
  .object({
    ...Webhook.shape,
    secret: z
      .string()
      .nullable()
      .openapi({ description: 'Shown only now; `null` when you gave one', example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }),
  })
  .openapi('NewWebhook')

const url = z.string().trim().max(2000).openapi({ example: 'https://hooks.example.org/holdfast' })
const events = z.array(Event).min(1, 'Give at least one event.').max(WEBHOOK_EVENTS.length)
const secret = z
  .string()
  .min(16, 'Must have at least 16 characters.')
  .max(200)
  .openapi({ description: 'Messages are signed with it (HMAC-SHA-256); `whsec_…` is base64 of the key' })

export const CreateWebhookRequest = z
  .strictObject({ url, events, secret: secret.optional(), format: Format.optional() })
  .openapi('CreateWebhookRequest', { example: { url: 'https://hooks.example.org/holdfast', events: ['import.failed'] } })

export const ChangeWebhookRequest = z
  .strictObject({
    ...{ url: url.optional(), events: events.optional(), secret: secret.optional(), format: Format.optional() },
    active: z.boolean().optional().openapi({ description: 'false deletes what waits' }),
  })
  .openapi('ChangeWebhookRequest', { example: { active: true } })

export const WebhookDelivery = z
  .object({
    id: z.string().openapi({ description: 'The header `webhook-id`', example: 'msg_0199b3a41c2e7d4a9c3f5a1f0b7d2e64' }),
    event: z.enum(MESSAGE_EVENTS),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int().openapi({ example: 1 }),
    status: z.int().nullable().openapi({ description: 'Of the last answer', example: 204 }),
    fault: z.enum(SEND_FAULTS).nullable().openapi({ example: null }),
    created_at: instant,
    due_at: instant.nullable().openapi({ description: 'The next attempt' }),
    finished_at: instant.nullable(),
  })
  .openapi('WebhookDelivery')

export const WebhookParams = z.object({ id: idParam('id', 'The webhook', 1) })
