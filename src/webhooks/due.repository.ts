import { sql } from 'kysely'
import type { Reader, Tx } from '#db/connection.ts'
import { type Builder, query } from '#db/query.ts'

/** A message that waits for its attempt, with where it goes and whether it still may. */
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
  readonly event: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  /** Of a message about a broker: whether its user may read that. */
  readonly mayRead: boolean
}

/** A webhook that hears of an event, and how many messages wait for it. */
export type Listening = {
  readonly id: number
  readonly userId: number
  readonly format: string
  readonly pending: number
}

/** Written out: a partial index is used for no parameter. */
const PENDING = sql.lit('pending')

const ofUser = query<{ userId: number; event: string }>()((q, p) => listeningIn(q, p.event).where('w.user_id', '=', p.userId))

const ofSuperusers = query<{ event: string }>()((q, p) => listeningIn(q, p.event).where('u.is_superuser', '=', 1))

const listeners = query<{ event: string }>()((q, p) =>
  hearing(q, p.event).select('w.user_id as id').distinct().orderBy('w.user_id'),
)

/** Users take turns: those whose last attempt failed come later, those with little that waits first. */
const dueUsers = query<{ now: string; limit: number }>()((q, p) =>
  q
    .selectFrom('webhook_delivery as d')
    .select('d.user_id as id')
    .where('d.state', '=', PENDING)
    .groupBy('d.user_id')
    .having((eb) => eb.fn.min('d.due_at'), '<=', p.now)
    .having((eb) => eb.fn.coalesce(eb.fn.max('d.claimed_until'), sql.lit('')), '<=', p.now)
    .orderBy((eb) => eb.fn.coalesce(eb.fn.max('d.claimed_until'), sql.lit('')))
    .orderBy((eb) => eb.fn.countAll())
    .orderBy((eb) => eb.fn.min('d.due_at'))
    .limit(p.limit),
)

const firstOf = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .innerJoin('user as u', 'u.id', 'w.user_id')
    .leftJoin('broker_access as access', (join) =>
      join.onRef('access.broker_id', '=', 'd.broker_id').onRef('access.user_id', '=', 'w.user_id'),
    )
    .select(['d.id', 'd.webhook_id', 'd.attempts', 'd.content_type', 'd.headers', 'd.body', 'd.event', 'd.broker_id'])
    .select(['w.url', 'w.secret', 'w.is_active as is_on', 'u.is_active', 'u.is_superuser', 'access.role'])
    .where('d.state', '=', PENDING)
    .where('d.user_id', '=', p.userId)
    .orderBy('d.due_at')
    .limit(1),
)

const claimed = query<{ id: string; until: string }>()((q, p) =>
  q.updateTable('webhook_delivery').set({ claimed_until: p.until }).where('id', '=', p.id),
)

/** The active webhooks that hear of an event: of one user, or of every superuser. */
export async function listListening(db: Reader, userId: number | 'superusers', event: string): Promise<Listening[]> {
  return await (userId === 'superusers' ? ofSuperusers.all(db, { event }) : ofUser.all(db, { userId, event }))
}

/** Who has an active webhook that hears of an event. */
export async function listListenerIds(db: Reader, event: string): Promise<number[]> {
  return (await listeners.all(db, { event })).map(({ id }) => id)
}

/** Users for whom a message is due while none of theirs is being sent. */
export async function listDueUsers(db: Reader, now: string, limit: number): Promise<number[]> {
  return (await dueUsers.all(db, { now, limit })).map(({ id }) => id)
}

/** Takes the message of each of at most `limit` users that is due first; until `until` nobody else takes one of theirs. */
export async function claimDeliveries(db: Tx, claim: { now: string; until: string; limit: number }): Promise<DueDelivery[]> {
  const taken: DueDelivery[] = []
  for (const userId of await listDueUsers(db, claim.now, claim.limit)) {
    const row = await firstOf.one(db, { userId })
    if (!row) continue
    await claimed.run(db, { id: row.id, until: claim.until })
    const { webhook_id: webhookId, content_type: contentType, is_on, is_active, is_superuser, broker_id, role, ...rest } = row
    taken.push({
      ...{ ...rest, webhookId, contentType, isSuperuser: is_superuser === 1 },
      isActive: is_on === 1 && is_active === 1,
      mayRead: broker_id === null || role !== null,
    })
  }
  return taken
}

/** The active webhooks of active users that hear of an event. */
function hearing(q: Builder, event: string) {
  return q
    .selectFrom('webhook as w')
    .innerJoin('user as u', 'u.id', 'w.user_id')
    .where('w.is_active', '=', 1)
    .where('u.is_active', '=', 1)
    .where(sql<boolean>`replace(' ' || w.events || ' ', ' ' || ${event} || ' ', '') <> ' ' || w.events || ' '`)
}

function listeningIn(q: Builder, event: string) {
  return hearing(q, event)
    .select(['w.id', 'w.user_id as userId', 'w.format'])
    .select((of) =>
      of
        .selectFrom('webhook_delivery as d')
        .whereRef('d.webhook_id', '=', 'w.id')
        .where('d.state', '=', PENDING)
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('pending'),
    )
    .orderBy('w.id')
}
