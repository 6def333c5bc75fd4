import type { z } from '@hono/zod-openapi'
import type { ChangeWebhookRequest, WebhookDelivery, Webhook as WebhookOnWire } from './schema.ts'
import type { Delivery, Webhook, WebhookChange } from './service.ts'

export function toWire(webhook: Webhook): z.infer<typeof WebhookOnWire> {
  const { id, url, events, format, isActive, failingSince, switchedOffAt, createdAt } = webhook
  return {
    ...{ id, url, events: [...events], format, active: isActive },
    ...{ failing_since: failingSince, switched_off_at: switchedOffAt, created_at: createdAt },
  }
}

export function deliveryToWire({ createdAt, dueAt, finishedAt, ...delivery }: Delivery): z.infer<typeof WebhookDelivery> {
  return { ...delivery, created_at: createdAt, due_at: dueAt, finished_at: finishedAt }
}

export function changeOf({ active, ...rest }: z.infer<typeof ChangeWebhookRequest>): WebhookChange {
  return { ...rest, isActive: active }
}
