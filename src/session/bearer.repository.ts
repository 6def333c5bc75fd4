import type { Db, Reader } from '#db/connection.ts'
import { query } from '#db/query.ts'
import { type Scope, scopesOf } from '../shared/scopes.ts'

/** A token with its user, as the guard needs them. */
export type BearerRow = {
  readonly id: number
  readonly userId: number
  readonly username: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly scopes: readonly Scope[]
  readonly isNarrowed: boolean
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
}

const bearerOf = query<{ hash: string }>()((q, p) =>
  q
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select(['api_token.id', 'user_id', 'username', 'is_active', 'is_superuser'])
    .select(['scopes', 'is_narrowed', 'last_used_at', 'expires_at'])
    .where('hash', '=', p.hash),
)

export async function findBearer(db: Reader, hash: string): Promise<BearerRow | undefined> {
  const row = await bearerOf.one(db, { hash })
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      username: row.username,
      isActive: row.is_active === 1,
      isSuperuser: row.is_superuser === 1,
      scopes: scopesOf(row.scopes),
      isNarrowed: row.is_narrowed === 1,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
    }
  )
}

const brokersOf = query<{ tokenId: number }>()((q, p) =>
  q.selectFrom('api_token_broker').select('broker_id').where('token_id', '=', p.tokenId).orderBy('broker_id'),
)

/** The brokers that a token is narrowed to. */
export async function listBearerBrokers(db: Reader, tokenId: number): Promise<number[]> {
  return (await brokersOf.all(db, { tokenId })).map((row) => row.broker_id)
}

const useNoted = query<{ id: number; at: string; before: string; after: string }>()((q, p) =>
  q
    .updateTable('api_token')
    .set({ last_used_at: p.at })
    .where('id', '=', p.id)
    .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', p.before), is('last_used_at', '>', p.after)])),
)

type Use = { readonly id: number; readonly at: string; readonly before: string; readonly after: string }

/** Writes when a token was used, unless it was written since `before`; what was written of a time behind `after` is of a clock that was wrong. */
export async function noteUse(db: Db, use: Use): Promise<void> {
  await useNoted.run(db, use)
}
