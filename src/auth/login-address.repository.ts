import type { Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'

type Seen = { readonly userId: number; readonly hash: string; readonly at: string }

const addressesOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('login_address').select(['hash', 'seen_at as at']).where('user_id', '=', p.userId).orderBy('seen_at', 'desc'),
)

const written = query<Seen>()((q, p) =>
  q
    .insertInto('login_address')
    .values({ user_id: p.userId, hash: p.hash, seen_at: p.at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'hash']).doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })),
    ),
)

const removed = query<{ userId: number; hash: string }>()((q, p) =>
  q.deleteFrom('login_address').where('user_id', '=', p.userId).where('hash', '=', p.hash),
)

/** The addresses from which a user signed in, as hashes, the newest first. */
export async function listLoginAddresses(db: Reader, userId: number) {
  return await addressesOf.all(db, { userId })
}

export async function writeLoginAddress(db: Tx, seen: Seen): Promise<void> {
  await written.run(db, seen)
}

export async function deleteLoginAddress(db: Tx, userId: number, hash: string): Promise<void> {
  await removed.run(db, { userId, hash })
}
