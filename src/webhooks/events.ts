/** What a webhook can be about. */
export const WEBHOOK_EVENTS = [
  'import.done',
  'import.failed',
  'prices.failed',
  'broker.shared',
  'login.new_address',
  'sync.failed',
  'backup.done',
  'backup.failed',
  'webhook.test',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

const OF_SERVICE: ReadonlySet<WebhookEvent> = new Set(['sync.failed', 'backup.done', 'backup.failed'])

/** Whether an event is about the whole service: such ones are for superusers. */
export function isOfService(event: WebhookEvent): boolean {
  return OF_SERVICE.has(event)
}

/** Whether an event says that something went wrong. */
export function isFailure(event: WebhookEvent): boolean {
  return event.endsWith('.failed')
}
