import { sql } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { DELIVERY_STATES, type Delivery, type DeliveryState, SEND_FAULTS } from './delivery.ts'
import { MESSAGE_EVENTS } from './events.ts'

/** Beside those that wait, so many of a webhook stay to be looked at. */
const MAX_FINISHED = 100
/** Written out: a partial index is used for no parameter. */
const PENDING = sql.lit('pending')

export type NewDelivery = {
  readonly id: string
  readonly webhookId: number
  readonly userId: number
  readonly brokerId: number | null
  readonly event: string
  readonly contentType: string
  /** JSON. */
  readonly headers: string
  readonly body: string
  readonly createdAt: string
  readonly claimedUntil: string | null
}

type Outcome = {
  readonly id: string
  /** What its sender claimed it with. */
  readonly claimedUntil: string
  readonly state: DeliveryState
  readonly status: number | null
  readonly fault: string | null
  readonly dueAt: string
  readonly now: string
  readonly finishedAt: string | null
}

const inserted = query<NewDelivery>()((q, p) =>
  q.insertInto('webhook_delivery').values({
    ...{ id: p.id, webhook_id: p.webhookId, user_id: p.userId, broker_id: p.brokerId, event: p.event },
    ...{ content_type: p.contentType, headers: p.headers, body: p.body, status: null, fault: null, due_at: p.createdAt },
    ...{ claimed_until: p.claimedUntil, created_at: p.createdAt, finished_at: null },
  }),
)

const recorded = query<Outcome>()((q, p) =>
  q
    .updateTable('webhook_delivery')
    .set({
      ...{ state: p.state, status: p.status, fault: p.fault, due_at: p.dueAt, claimed_until: p.now, finished_at: p.finishedAt },
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', p.id)
    .where('claimed_until', '=', p.claimedUntil),
)

const emptied = query<{ id: string }>()((q, p) =>
  q.updateTable('webhook_delivery').set({ headers: '{}', body: '' }).where('id', '=', p.id),
)

const pruned = query<{ webhookId: number }>()((q, p) =>
  q
    .deleteFrom('webhook_delivery')
    .where('webhook_id', '=', p.webhookId)
    .where('state', '<>', PENDING)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('webhook_delivery as newer')
        .select('newer.id')
        .where('newer.state', '<>', PENDING)
        .where('newer.webhook_id', '=', p.webhookId)
        .orderBy('newer.id', 'desc')
        .limit(MAX_FINISHED),
    ),
)

const removed = query<{ id: string }>()((q, p) => q.deleteFrom('webhook_delivery').where('id', '=', p.id))

const pendingRemoved = query<{ webhookId: number }>()((q, p) =>
  q.deleteFrom('webhook_delivery').where('webhook_id', '=', p.webhookId).where('state', '=', PENDING),
)

const allPendingRemoved = query()((q) => q.deleteFrom('webhook_delivery').where('state', '=', PENDING))

const agedRemoved = query<{ before: string }>()((q, p) =>
  q.deleteFrom('webhook_delivery').where('state', '<>', PENDING).where('finished_at', '<', p.before),
)

const deliveriesOf = query<{ webhookId: number }>()((q, p) =>
  q
    .selectFrom('webhook_delivery as d')
    .leftJoin('broker_access as access', (join) =>
      join.onRef('access.broker_id', '=', 'd.broker_id').onRef('access.user_id', '=', 'd.user_id'),
    )
    .select(['d.id', 'd.event', 'd.state', 'd.attempts', 'd.status', 'd.fault', 'd.created_at', 'd.due_at', 'd.finished_at'])
    .where('d.webhook_id', '=', p.webhookId)
    .where((or) => or.or([or('d.broker_id', 'is', null), or('access.role', 'is not', null)]))
    .orderBy('d.id', 'desc'),
)

const testsSince = query<{ userId: number; event: string; since: string }>()((q, p) =>
  q
    .selectFrom('webhook as w')
    .innerJoin('webhook_delivery as d', 'd.webhook_id', 'w.id')
    .select((count) => count.fn.countAll<number>().as('n'))
    .where('w.user_id', '=', p.userId)
    .where('d.event', '=', p.event)
    .where('d.created_at', '>', p.since),
)

export async function insertDelivery(db: Tx, delivery: NewDelivery): Promise<void> {
  await inserted.run(db, delivery)
}

/** Records an attempt; false when somebody else has taken the message since, or it is gone. What is finished says no more what it said. */
export async function recordAttempt(db: Tx, webhookId: number, outcome: Outcome): Promise<boolean> {
  if ((await recorded.run(db, outcome)) === 0) return false
  if (outcome.state === 'pending') return true
  await emptied.run(db, { id: outcome.id })
  await pruned.run(db, { webhookId })
  return true
}

export async function deleteDelivery(db: Tx, id: string): Promise<void> {
  await removed.run(db, { id })
}

/** Removes what waits for a webhook. */
export async function deletePending(db: Tx, webhookId: number): Promise<void> {
  await pendingRemoved.run(db, { webhookId })
}

/** Removes what waits for any webhook; answers how many. */
export async function deleteAllPending(db: Tx): Promise<number> {
  return await allPendingRemoved.run(db, {})
}

/** Removes what was finished before an instant; answers how many. */
export async function deleteFinished(db: Db | Tx, before: string): Promise<number> {
  return await agedRemoved.run(db, { before })
}

/** The messages of a webhook, the newest first, without those about brokers that its user may not read any more. */
export async function listDeliveryRows(db: Reader, webhookId: number): Promise<Delivery[]> {
  return (await deliveriesOf.all(db, { webhookId })).map((row) => ({
    ...{ id: row.id, attempts: row.attempts, status: row.status },
    event: MESSAGE_EVENTS.find((one) => one === row.event) ?? 'webhook.test',
    state: DELIVERY_STATES.find((one) => one === row.state) ?? 'failed',
    fault: SEND_FAULTS.find((one) => one === row.fault) ?? null,
    createdAt: row.created_at,
    dueAt: row.state === 'pending' ? row.due_at : null,
    finishedAt: row.finished_at,
  }))
}

/** How many messages about an event were made for the webhooks of a user since an instant. */
export async function countSince(db: Reader, userId: number, event: string, since: string): Promise<number> {
  return (await testsSince.one(db, { userId, event, since }))?.n ?? 0
}
