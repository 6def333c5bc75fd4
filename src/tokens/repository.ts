import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { ApiTokenTable } from '#db/tables/tokens.ts'
import { type Scope, scopesOf } from '../shared/scopes.ts'

/** A token as its user sees it: all but the token. */
export type Token = {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
}

/** `hash`: SHA-256 of the token. */
export type TokenFields = Pick<Token, 'name' | 'scopes' | 'createdAt' | 'expiresAt'> & {
  readonly userId: number
  readonly hash: string
}

const tokensOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('api_token').selectAll().where('user_id', '=', p.userId).orderBy('id'),
)

/** The tokens of a user, in the order in which they were made. */
export async function listTokenRows(db: Reader, userId: number): Promise<Token[]> {
  return (await tokensOf.all(db, { userId })).map(toToken)
}

type NewRow = Omit<Selectable<ApiTokenTable>, 'id' | 'last_used_at'>

const inserted = query<NewRow>()((q, p) =>
  q
    .insertInto('api_token')
    .values({
      user_id: p.user_id,
      name: p.name,
      hash: p.hash,
      scopes: p.scopes,
      is_narrowed: p.is_narrowed,
      created_at: p.created_at,
      expires_at: p.expires_at,
    } satisfies Record<keyof NewRow, unknown>)
    .returningAll(),
)

export async function insertToken(db: Tx, token: TokenFields): Promise<Token> {
  const row = await inserted.one(db, {
    ...{ user_id: token.userId, name: token.name, hash: token.hash, scopes: token.scopes.join(' '), is_narrowed: 0 },
    ...{ created_at: token.createdAt, expires_at: token.expiresAt },
  })
  if (!row) throw new Error('an inserted token is answered')
  return toToken(row)
}

const removed = query<{ id: number; userId: number }>()((q, p) =>
  q.deleteFrom('api_token').where('id', '=', p.id).where('user_id', '=', p.userId),
)

/** Removes a token of a user; answers whether there was one. */
export async function deleteToken(db: Db | Tx, userId: number, id: number): Promise<boolean> {
  return (await removed.run(db, { id, userId })) > 0
}

function toToken(row: Selectable<ApiTokenTable>): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
