import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Schema } from '#db/schema.ts'
import { letOthers } from '../shared/breathe.ts'
import { inPieces } from '../shared/pieces.ts'

export type DirectoryUser = {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isActive: boolean
  readonly isSuperuser: boolean
  readonly createdAt: string
}

export type DirectoryFilter = {
  /** Part of a username, or with `searchEmail` of an e-mail address; without regard to case. */
  readonly q: string | undefined
  readonly searchEmail: boolean
  readonly inactive: boolean
}

/** A broker of a user, and who else is on it; `otherOwners` = those who can sign in. */
export type OwnBroker = {
  readonly brokerId: number
  readonly name: string
  readonly role: string
  readonly others: number
  readonly otherOwners: number
}

/** By username, case folded; at most `limit`, after the key `after`. */
export async function listDirectory(
  db: Db | Tx,
  filter: DirectoryFilter,
  page: { limit: number; after: string | undefined },
): Promise<DirectoryUser[]> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'email', 'is_active', 'is_superuser', 'created_at'])
    .where((expression) => matches(expression, filter))
    .where('username_key', '>', page.after ?? '')
    .orderBy('username_key')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    isActive: row.is_active === 1,
    isSuperuser: row.is_superuser === 1,
    createdAt: row.created_at,
  }))
}

export async function countDirectory(db: Db | Tx, filter: DirectoryFilter): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where((expression) => matches(expression, filter))
    .executeTakeFirstOrThrow()
  return row.n
}

/** How many other users there are, and how many of them are active superusers. */
export async function countOthers(db: Db | Tx, id: number): Promise<{ users: number; superusers: number }> {
  const rows = await db.selectFrom('user').select(['is_active', 'is_superuser']).where('id', '!=', id).execute()
  return { users: rows.length, superusers: rows.filter((row) => row.is_active === 1 && row.is_superuser === 1).length }
}

/** Deactivating also ends every session. */
export async function updateStanding(
  db: Db | Tx,
  id: number,
  standing: { isActive: boolean; isSuperuser: boolean; updatedAt: string },
): Promise<void> {
  await db
    .updateTable('user')
    .set((user) => ({
      is_active: standing.isActive ? 1 : 0,
      is_superuser: standing.isSuperuser ? 1 : 0,
      updated_at: standing.updatedAt,
      session_epoch: user('session_epoch', '+', standing.isActive ? 0 : 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** The brokers that a user is a member of. */
export async function listOwnBrokers(db: Db | Tx, userId: number): Promise<OwnBroker[]> {
  const rows = await db
    .selectFrom('broker_access as own')
    .innerJoin('broker', 'broker.id', 'own.broker_id')
    .innerJoin('broker_access as member', 'member.broker_id', 'own.broker_id')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['own.broker_id', 'broker.name', 'own.role', 'member.user_id', 'member.role as member_role', 'user.is_active'])
    .where('own.user_id', '=', userId)
    .orderBy('own.broker_id')
    .execute()
  const byBroker = Map.groupBy(rows, (row) => row.broker_id)
  return [...byBroker.values()].flatMap((members) => {
    const own = members[0]
    if (own === undefined) return []
    const others = members.filter((member) => member.user_id !== userId)
    const otherOwners = others.filter((member) => member.member_role === 'OWNER' && member.is_active === 1).length
    return [{ brokerId: own.broker_id, name: own.name, role: own.role, others: others.length, otherOwners }]
  })
}

/** Removes a user; what others may use stays, without their name. In pieces, between which the event loop is given back. */
export async function deleteUserRow(db: Tx, id: number): Promise<void> {
  const last = db.sqlite.query<{ id: number | null }, []>('SELECT max(id) AS id FROM ledger_transaction').get()?.id ?? 0
  const nameless = 'UPDATE ledger_transaction SET created_by = NULL WHERE id > ? AND id <= ? AND created_by = ?'
  for (let after = 0; after < last; after += LINES_A_PIECE) {
    db.sqlite.query<unknown, [number, number, number]>(nameless).run(after, after + LINES_A_PIECE, id)
    if (after + LINES_A_PIECE < last) await letOthers()
  }
  for (const sql of MANY_OF_A_USER)
    await inPieces(async (limit) => db.sqlite.query<unknown, [number, number]>(sql).run(id, limit).changes)
  await db.deleteFrom('user').where('id', '=', id).execute()
}

/** Only some of so many are the user's. */
const LINES_A_PIECE = 1_000

const KEY_OF = {
  price: 'asset_id, date',
  asset_change: 'id',
  asset: 'id',
  fx_rate: 'base, quote, provider, date',
  fx_own_rate: 'user_id, base, quote, date',
}
const some = (table: keyof typeof KEY_OF, column: string) =>
  `(${KEY_OF[table]}) IN (SELECT ${KEY_OF[table]} FROM ${table} WHERE ${column} = ? LIMIT ?)`
const MANY_OF_A_USER = [
  `UPDATE price SET created_by = NULL WHERE ${some('price', 'created_by')}`,
  `UPDATE asset_change SET user_id = NULL WHERE ${some('asset_change', 'user_id')}`,
  `UPDATE asset SET created_by = NULL WHERE ${some('asset', 'created_by')}`,
  `UPDATE fx_rate SET created_by = NULL WHERE ${some('fx_rate', 'created_by')}`,
  `DELETE FROM fx_own_rate WHERE ${some('fx_own_rate', 'user_id')}`,
]

function matches(is: ExpressionBuilder<Schema, 'user'>, filter: DirectoryFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = filter.inactive ? [] : [is('is_active', '=', 1)]
  const q = filter.q?.toLowerCase()
  const holds = (column: 'username_key' | 'email_key') => is(is.fn<number>('instr', [column, is.val(q ?? '')]), '>', 0)
  if (q !== undefined) all.push(filter.searchEmail ? is.or([holds('username_key'), holds('email_key')]) : holds('username_key'))
  return is.and(all)
}
