import { isStillTheirs } from '#db/concerned.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { IdempotencyTable } from '#db/schema.ts'

export type Repeat = {
  readonly fingerprint: string
  readonly status: number | null
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether the user is still a member of every broker that the answer speaks of. */
  readonly isTheirs: boolean
}

/** Claims a key for a user; `undefined` when it is ours now, else what stands there. Keys older than `before` are dropped first. */
export async function claimKey(
  db: Db | Tx,
  claim: { userId: number; key: string; fingerprint: string; now: string; before: string },
): Promise<Repeat | undefined> {
  await db.deleteFrom('idempotency').where('created_at', '<', claim.before).execute()
  const inserted = await db
    .insertInto('idempotency')
    .values({
      user_id: claim.userId,
      key: claim.key,
      fingerprint: claim.fingerprint,
      status: null,
      headers: null,
      body: null,
      broker_ids: '[]',
      created_at: claim.now,
    } satisfies Record<keyof IdempotencyTable, unknown>)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return undefined
  const row = await db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'headers', 'body', isStillTheirs('idempotency').as('is_theirs')])
    .where('user_id', '=', claim.userId)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  return {
    fingerprint: row.fingerprint,
    status: row.status,
    headers: JSON.parse(row.headers ?? '{}'),
    body: row.body ?? '',
    isTheirs: Boolean(row.is_theirs),
  }
}

export async function keepAnswer(
  db: Db | Tx,
  answer: Omit<Repeat, 'isTheirs' | 'status'> & { userId: number; key: string; status: number; brokerIds: Iterable<number> },
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({
      fingerprint: answer.fingerprint,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      broker_ids: JSON.stringify([...answer.brokerIds]),
    })
    .where('user_id', '=', answer.userId)
    .where('key', '=', answer.key)
    .execute()
}

export async function releaseKey(db: Db | Tx, userId: number, key: string): Promise<void> {
  await db.deleteFrom('idempotency').where('user_id', '=', userId).where('key', '=', key).execute()
}

/** Frees the keys of requests that a crash cut off. Only at start, before anything is served. */
export async function releaseUnfinishedKeys(db: Db | Tx): Promise<void> {
  db.sqlite.run('DELETE FROM idempotency WHERE status IS NULL')
}
