import { isFailure, type MessageEvent } from './events.ts'

export const WEBHOOK_FORMATS = ['json', 'ntfy', 'gotify', 'apprise'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The format that is stored under a name. */
export function readFormat(name: string): WebhookFormat {
  return WEBHOOK_FORMATS.find((one) => one === name) ?? 'json'
}

/** What happened, as it is sent; `data` has ids and names that its user may read, and no amounts: services of notifications see them. */
export type WebhookMessage = {
  readonly event: MessageEvent
  readonly occurredAt: string
  /** A sentence for people. */
  readonly text: string
  readonly data: Readonly<Record<string, string | number | null | readonly (string | number)[]>>
}

/** A request without its signature: every attempt sends the same. */
export type WebhookBody = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const MAX_TEXT = 1_000

/** ASCII alone: headers of ntfy have them. */
const TITLES: Readonly<Record<MessageEvent, string>> = {
  'import.done': 'Import done',
  'import.failed': 'Import failed',
  'prices.failed': 'Prices could not be refreshed',
  'broker.shared': 'A broker was shared with you',
  'login.new_address': 'Login from a new address',
  'sync.failed': 'Exchange rates could not be fetched',
  'backup.done': 'Backup done',
  'backup.failed': 'Backup failed',
  'webhook.test': 'Test of a webhook',
}

/** A message in the shape that a service of notifications takes; `json` is our own. */
export function bodyOf(format: WebhookFormat, message: WebhookMessage): WebhookBody {
  const { event, occurredAt, data } = message
  const text = message.text.slice(0, MAX_TEXT)
  const title = TITLES[event]
  const bad = isFailure(event)
  if (format === 'ntfy') {
    const headers = { Title: title, Priority: bad ? '4' : '3', Tags: bad ? 'warning' : 'bell' }
    return { contentType: 'text/plain; charset=utf-8', headers, body: text }
  }
  if (format === 'gotify') return json({ title, message: text, priority: bad ? 8 : 4 })
  if (format === 'apprise') return json({ title, body: text, type: bad ? 'failure' : 'info', format: 'text' })
  return json({ type: event, timestamp: occurredAt, data: { ...data, title, text } })
}

function json(value: unknown): WebhookBody {
  return { contentType: 'application/json', headers: {}, body: JSON.stringify(value) }
}
