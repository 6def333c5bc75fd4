import { sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'

/** A message that waits for its attempt, with where it goes. */
export type DueDelivery = {
  readonly id: string
  readonly webhookId: number
  readonly attempts: number
  readonly contentType: string
  /** JSON. */
  readonly headers: string
  readonly body: string
  readonly url: string
  readonly secret: string
}

export type NewDelivery = {
  readonly id: string
  readonly webhookId: number
  readonly event: string
  readonly contentType: string
  readonly headers: string
  readonly body: string
  readonly createdAt: string
}

const inserted = query<NewDelivery>()((q, p) =>
  q.insertInto('webhook_delivery').values({
    ...{ id: p.id, webhook_id: p.webhookId, event: p.event, content_type: p.contentType, headers: p.headers, body: p.body },
    ...{ status: null, fault: null, due_at: p.createdAt, claimed_until: null, created_at: p.createdAt, finished_at: null },
  }),
)

export async function insertDelivery(db: Tx, delivery: NewDelivery): Promise<void> {
  await inserted.run(db, delivery)
}

const listening = query<{ userId: number; event: string }>()((q, p) =>
  q
    .selectFrom('webhook as w')
    .select(['w.id', 'w.format'])
    .select((of) =>
      of
        .selectFrom('webhook_delivery as d')
        .whereRef('d.webhook_id', '=', 'w.id')
        .where('d.state', '=', 'pending')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('pending'),
    )
    .where('w.user_id', '=', p.userId)
    .where('w.is_active', '=', 1)
    .where(sql<boolean>`' ' || w.events || ' ' LIKE '% ' || ${p.event} || ' %'`)
    .orderBy('w.id'),
)

/** The active webhooks of a user that hear of an event, and how many messages wait for each. */
export async function listListening(db: Reader, userId: number, event: string) {
  return await listening.all(db, { userId, event })
}

const claimed = query<{ now: string; until: string; limit: number }>()((q, p) =>
  q
    .updateTable('webhook_delivery')
    .set({ claimed_until: p.until })
    .where('id', 'in', (of) =>
      of
        .selectFrom('webhook_delivery as d')
        .select('d.id')
        .where('d.state', '=', 'pending')
        .where('d.due_at', '<=', p.now)
        .where((or) => or.or([or('d.claimed_until', 'is', null), or('d.claimed_until', '<=', p.now)]))
        .orderBy('d.due_at')
        .orderBy('d.id')
        .limit(p.limit),
    )
    .returning(['id', 'webhook_id']),
)

const due = query<{ id: string }>()((q, p) =>
  q
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.attempts', 'd.content_type', 'd.headers', 'd.body', 'w.url', 'w.secret'])
    .where('d.id', '=', p.id),
)

/** Takes at most `limit` messages whose attempt is due; until `until` nobody else takes them. */
export async function claimDeliveries(db: Tx, claim: { now: string; until: string; limit: number }): Promise<DueDelivery[]> {
  const taken: DueDelivery[] = []
  for (const { id } of await claimed.all(db, claim)) {
    const row = await due.one(db, { id })
    if (!row) continue
    const { webhook_id: webhookId, content_type: contentType, ...rest } = row
    taken.push({ ...rest, webhookId, contentType })
  }
  return taken
}

type Outcome = {
  readonly id: string
  readonly claimedUntil: string
  readonly state: 'pending' | 'done' | 'failed'
  readonly status: number | null
  readonly fault: string | null
  readonly dueAt: string
  readonly finishedAt: string | null
}

const recorded = query<Outcome>()((q, p) =>
  q
    .updateTable('webhook_delivery')
    .set({
      ...{ state: p.state, status: p.status, fault: p.fault, due_at: p.dueAt, claimed_until: null, finished_at: p.finishedAt },
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', p.id)
    .where('claimed_until', '=', p.claimedUntil),
)

/** Records an attempt; false when somebody else has taken the message since, or it is gone. */
export async function recordAttempt(db: Tx, outcome: Outcome): Promise<boolean> {
  return (await recorded.run(db, outcome)) > 0
}
