import type { MessageEvent } from './events.ts'

/** `pending`: it waits, for its first attempt or for the next. */
export const DELIVERY_STATES = ['pending', 'done', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt failed: a word for it, never a text of the other side. */
export const SEND_FAULTS = ['status', 'redirect', 'timeout', 'unreachable', 'private-address'] as const
export type SendFault = (typeof SEND_FAULTS)[number]

/** How a message fares, as its user sees it: nothing of what it says. */
export type Delivery = {
  readonly id: string
  readonly event: MessageEvent
  readonly state: DeliveryState
  readonly attempts: number
  /** Of the last answer; `null` where there was none. */
  readonly status: number | null
  readonly fault: SendFault | null
  readonly createdAt: string
  /** When it is sent next; `null` once it is finished. */
  readonly dueAt: string | null
  readonly finishedAt: string | null
}
