/** What a webhook can hear of. */
export const WEBHOOK_EVENTS = [
  'import.done',
  'import.failed',
  'prices.failed',
  'broker.shared',
  'login.new_address',
  'sync.failed',
  'backup.done',
  'backup.failed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What a message can be about: a test is sent to whoever wants one. */
export const MESSAGE_EVENTS = [...WEBHOOK_EVENTS, 'webhook.test'] as const
export type MessageEvent = (typeof MESSAGE_EVENTS)[number]

const OF_SERVICE: ReadonlySet<string> = new Set<WebhookEvent>(['sync.failed', 'backup.done', 'backup.failed'])

/** Whether an event is about the whole service: such ones are for superusers. */
export function isOfService(event: string): boolean {
  return OF_SERVICE.has(event)
}

/** Whether an event says that something went wrong. */
export function isFailure(event: MessageEvent): boolean {
  return event.endsWith('.failed')
}
