import { isStillTheirs } from '#db/concerned.ts'
import type { Db, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { IdempotencyTable } from '#db/tables/jobs.ts'

/** The answer to the first request with a key; `status` is null while that is still under way. */
export type FirstAnswer = {
  readonly fingerprint: string
  readonly status: number | null
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether the user is still a member of every broker that the answer speaks of. */
  readonly isTheirs: boolean
}

type Key = { readonly userId: number; readonly key: string }

const oldDeleted = query<{ before: string }>()((q, p) => q.deleteFrom('idempotency').where('created_at', '<', p.before))
const keyClaimed = query<Key & { now: string; fingerprint: string }>()((q, p) =>
  q
    .insertInto('idempotency')
    .values({
      user_id: p.userId,
      key: p.key,
      fingerprint: p.fingerprint,
      status: null,
      headers: null,
      body: null,
      broker_ids: '[]',
      created_at: p.now,
    } satisfies Record<keyof IdempotencyTable, unknown>)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing()),
)
const answerOf = query<Key>()((q, p) =>
  q
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'headers', 'body', isStillTheirs('idempotency').as('is_theirs')])
    .where('user_id', '=', p.userId)
    .where('key', '=', p.key),
)

/** Claims a key for a user; `undefined` when it is ours now, else what stands there. Keys older than `before` are deleted first. */
export async function claimKey(
  db: Db | Tx,
  claim: { userId: number; key: string; fingerprint: string; now: string; before: string },
): Promise<FirstAnswer | undefined> {
  const { before, ...wanted } = claim
  await oldDeleted.run(db, { before })
  if ((await keyClaimed.run(db, wanted)) === 1) return undefined
  const row = await answerOf.one(db, claim)
  if (!row) throw new Error('a key that cannot be claimed has a row')
  return {
    fingerprint: row.fingerprint,
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}'),
    body: row.body ?? '',
    isTheirs: Boolean(row.is_theirs),
  }
}

const answerStored = query<Key & { fingerprint: string; status: number; headers: string; body: string; brokerIds: string }>()(
  (q, p) =>
    q
      .updateTable('idempotency')
      .set({ fingerprint: p.fingerprint, status: p.status, headers: p.headers, body: p.body, broker_ids: p.brokerIds })
      .where('user_id', '=', p.userId)
      .where('key', '=', p.key),
)

export async function storeAnswer(
  db: Db | Tx,
  answer: Omit<FirstAnswer, 'isTheirs' | 'status'> & Key & { status: number; brokerIds: Iterable<number> },
): Promise<void> {
  await answerStored.run(db, {
    ...answer,
    headers: JSON.stringify(answer.headers),
    brokerIds: JSON.stringify([...answer.brokerIds]),
  })
}

const keyReleased = query<Key>()((q, p) => q.deleteFrom('idempotency').where('user_id', '=', p.userId).where('key', '=', p.key))

export async function releaseKey(db: Db | Tx, userId: number, key: string): Promise<void> {
  await keyReleased.run(db, { userId, key })
}

const unfinishedReleased = query()((q) => q.deleteFrom('idempotency').where('status', 'is', null))

/** Frees the keys of requests that a crash cut off. Only at start, before anything is served. */
export async function releaseUnfinishedKeys(db: Db | Tx): Promise<void> {
  await unfinishedReleased.run(db, {})
}

const unfinishedOneReleased = query<Key>()((q, p) =>
  q.deleteFrom('idempotency').where('user_id', '=', p.userId).where('key', '=', p.key).where('status', 'is', null),
)

/** Frees a key whose request ended with its process; one that has its answer stays. */
export async function releaseUnfinishedKey(db: Db | Tx, key: Key): Promise<void> {
  await unfinishedOneReleased.run(db, { userId: key.userId, key: key.key })
}
