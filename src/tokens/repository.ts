import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { query } from '#db/query.ts'
import type { ApiTokenBrokerTable, ApiTokenTable } from '#db/tables/tokens.ts'
import { type Scope, scopesOf } from '../shared/scopes.ts'

/** A token as its user sees it: all but the token. */
export type Token = {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** What it is narrowed to; `null`: all brokers of its user. */
  readonly brokerIds: readonly number[] | null
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
}

/** `hash`: SHA-256 of the token. */
export type TokenFields = Pick<Token, 'name' | 'scopes' | 'brokerIds' | 'createdAt' | 'expiresAt'> & {
  readonly userId: number
  readonly hash: string
}

const tokensOf = query<{ userId: number }>()((q, p) =>
  q.selectFrom('api_token').selectAll().where('user_id', '=', p.userId).orderBy('id'),
)

const brokersOf = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('api_token_broker')
    .innerJoin('api_token', 'api_token.id', 'api_token_broker.token_id')
    .select(['token_id', 'broker_id'])
    .where('api_token.user_id', '=', p.userId)
    .orderBy('broker_id'),
)

/** The tokens of a user, in the order in which they were made. */
export async function listTokenRows(db: Reader, userId: number): Promise<Token[]> {
  const brokers = Map.groupBy(await brokersOf.all(db, { userId }), (row) => row.token_id)
  return (await tokensOf.all(db, { userId })).map((row) =>
    toToken(row, row.is_narrowed === 1 ? (brokers.get(row.id) ?? []).map(({ broker_id }) => broker_id) : null),
  )
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

const brokerInserted = query<ApiTokenBrokerTable>()((q, p) =>
  q.insertInto('api_token_broker').values({ token_id: p.token_id, broker_id: p.broker_id }),
)

export async function insertToken(db: Tx, token: TokenFields): Promise<Token> {
  const { brokerIds } = token
  const row = await inserted.one(db, {
    ...{ user_id: token.userId, name: token.name, hash: token.hash, scopes: token.scopes.join(' ') },
    is_narrowed: brokerIds === null ? 0 : 1,
    ...{ created_at: token.createdAt, expires_at: token.expiresAt },
  })
  if (!row) throw new Error('an inserted token is answered')
  for (const broker_id of brokerIds ?? []) await brokerInserted.run(db, { token_id: row.id, broker_id })
  return toToken(row, brokerIds)
}

const removed = query<{ id: number; userId: number }>()((q, p) =>
  q.deleteFrom('api_token').where('id', '=', p.id).where('user_id', '=', p.userId),
)

/** Removes a token of a user; answers whether there was one. */
export async function deleteToken(db: Db | Tx, userId: number, id: number): Promise<boolean> {
  return (await removed.run(db, { id, userId })) > 0
}

const allRemoved = query()((q) => q.deleteFrom('api_token'))

/** Removes every token of everybody; answers how many. */
export async function deleteAllTokens(db: Tx): Promise<number> {
  return await allRemoved.run(db, {})
}

function toToken(row: Selectable<ApiTokenTable>, brokerIds: readonly number[] | null): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row.scopes),
    brokerIds,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }
}
