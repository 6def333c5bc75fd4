import { lookup } from 'node:dns/promises'
import { inTransaction } from '#db/transaction.ts'
import type { Deps } from '../context.ts'
import { readSetting } from '../settings/service.ts'
import { deleteDelivery, deletePending, recordAttempt } from './delivery.repository.ts'
import type { DueDelivery } from './due.repository.ts'
import { isOfService } from './events.ts'
import { noteFailure, noteSuccess, switchOff } from './repository.ts'
import { retryAt } from './retry.ts'
import { type SendTools, type Sent, sendOnce } from './send.service.ts'

/** Longer than an attempt can last: a message whose sender died is sent again after it. */
const CLAIM_MILLISECONDS = 60_000
/** A webhook for which a message was given up is switched off when it has failed for so long. */
const PATIENCE_MILLISECONDS = 3 * 86_400_000
/** The other side says that it is there no more. */
const GONE = 410

export type AttemptOptions = {
  /** As it was claimed. */
  readonly until: string
  /** It is not sent again, whatever comes of it. */
  readonly isLast?: boolean
  readonly signal?: AbortSignal | undefined
  readonly random?: (() => number) | undefined
}

/** Until when a message that is taken now is its sender's. */
export function claimUntil(now: Date): string {
  return new Date(now.getTime() + CLAIM_MILLISECONDS).toISOString()
}

/** What sends messages in a service: its own requests and look-ups. */
export function sendToolsOf(deps: Deps): SendTools {
  return {
    fetch: (url, init) => deps.fetch(url, init),
    resolve: async (host) => (await lookup(host, { all: true })).map((one) => one.address),
    clock: deps.clock,
  }
}

/** Sends a message that was claimed, and records what came of it; one that its user may not have any more is deleted. Throws the reason of `signal`. */
export async function attempt(deps: Deps, tools: SendTools, delivery: DueDelivery, options: AttemptOptions): Promise<void> {
  if (!isStillFor(delivery)) return await inTransaction(deps, ({ db }) => deleteDelivery(db, delivery.id))
  const allowed = await readSetting(deps.reader, 'webhook_private_addresses')
  const { signal } = options
  const sent = await sendOnce(tools, { ...delivery, headers: readHeaders(delivery.headers), allowed, signal })
  await record(deps, delivery, sent, options)
  const { webhookId: webhook_id, id: message_id } = delivery
  deps.log.info('webhook called', { webhook_id, message_id, status: sent.status, fault: sent.fault })
}

function isStillFor({ event, isActive, isSuperuser, mayRead }: DueDelivery): boolean {
  return isActive && mayRead && (isSuperuser || !isOfService(event))
}

async function record(deps: Deps, delivery: DueDelivery, sent: Sent, { until, isLast, random = Math.random }: AttemptOptions) {
  const now = deps.clock()
  const at = now.toISOString()
  const again = retryAt(now, delivery.attempts + 1, random(), sent.retryAfterSeconds)
  const next = sent.isDone || isLast === true || sent.status === GONE ? null : again
  await inTransaction(deps, async ({ db }) => {
    const outcome = {
      ...{ id: delivery.id, claimedUntil: until, status: sent.status, fault: sent.fault, now: at },
      state: sent.isDone ? 'done' : next ? 'pending' : 'failed',
      dueAt: (next ?? now).toISOString(),
      finishedAt: next ? null : at,
    } as const
    if (!(await recordAttempt(db, delivery.webhookId, outcome))) return
    if (sent.isDone) return await noteSuccess(db, delivery.webhookId)
    if (isLast === true) return
    const since = await noteFailure(db, delivery.webhookId, at)
    const isOver = next === null && since !== undefined && now.getTime() - Date.parse(since) >= PATIENCE_MILLISECONDS
    if (!isOver && sent.status !== GONE) return
    await switchOff(db, delivery.webhookId, at)
    await deletePending(db, delivery.webhookId)
    deps.log.warn('webhook switched off', { webhook_id: delivery.webhookId, failing_since: since ?? null })
  })
}

function readHeaders(text: string): Record<string, string> {
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}
