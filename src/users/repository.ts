import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { containing } from '#db/like.ts'
import { query } from '#db/query.ts'
import type { Schema } from '#db/schema.ts'

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
  db: Reader,
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

export async function countDirectory(db: Reader, filter: DirectoryFilter): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where((expression) => matches(expression, filter))
    .executeTakeFirstOrThrow()
  return row.n
}

const othersThan = query<{ id: number }>()((q, p) =>
  q.selectFrom('user').select(['is_active', 'is_superuser']).where('id', '!=', p.id),
)

/** How many other users there are, and how many of them are active superusers. */
export async function countOthers(db: Reader, id: number): Promise<{ users: number; superusers: number }> {
  const rows = await othersThan.all(db, { id })
  return { users: rows.length, superusers: rows.filter((row) => row.is_active === 1 && row.is_superuser === 1).length }
}

const statusChange = query<{ id: number; isActive: number; isSuperuser: number; at: string; epochs: number }>()((q, p) =>
  q
    .updateTable('user')
    .set((user) => ({
      is_active: p.isActive,
      is_superuser: p.isSuperuser,
      updated_at: p.at,
      session_epoch: user('session_epoch', '+', p.epochs),
    }))
    .where('id', '=', p.id),
)

/** Deactivating also ends every session. */
export async function updateStatus(
  db: Db | Tx,
  id: number,
  status: { isActive: boolean; isSuperuser: boolean; updatedAt: string },
): Promise<void> {
  await statusChange.run(db, {
    id,
    isActive: status.isActive ? 1 : 0,
    isSuperuser: status.isSuperuser ? 1 : 0,
    at: status.updatedAt,
    epochs: status.isActive ? 0 : 1,
  })
}

const groupCleared = query<{ id: number }>()((q, p) =>
  q.updateTable('oidc_identity').set({ admin_by_group: 0 }).where('user_id', '=', p.id),
)

/** Whoever was made superuser, or not, by hand owes it to no group of theirs. */
export async function clearAdminByGroup(db: Db | Tx, id: number): Promise<void> {
  await groupCleared.run(db, { id })
}

const membersOfOwnBrokers = query<{ userId: number }>()((q, p) =>
  q
    .selectFrom('broker_access as own')
    .innerJoin('broker', 'broker.id', 'own.broker_id')
    .innerJoin('broker_access as member', 'member.broker_id', 'own.broker_id')
    .innerJoin('user', 'user.id', 'member.user_id')
    .select(['own.broker_id', 'broker.name', 'own.role', 'member.user_id', 'member.role as member_role', 'user.is_active'])
    .where('own.user_id', '=', p.userId)
    .orderBy('own.broker_id'),
)

/** The brokers that a user is a member of. */
export async function listOwnBrokers(db: Reader, userId: number): Promise<OwnBroker[]> {
  const rows = await membersOfOwnBrokers.all(db, { userId })
  const byBroker = Map.groupBy(rows, (row) => row.broker_id)
  return [...byBroker.values()].flatMap((members) => {
    const own = members[0]
    if (own === undefined) return []
    const others = members.filter((member) => member.user_id !== userId)
    const otherOwners = others.filter((member) => member.member_role === 'OWNER' && member.is_active === 1).length
    return [{ brokerId: own.broker_id, name: own.name, role: own.role, others: others.length, otherOwners }]
  })
}

const userDeleted = query<{ id: number }>()((q, p) => q.deleteFrom('user').where('id', '=', p.id))

/** Removes the row of a user, of whom nothing else is left. */
export async function deleteUserRow(db: Tx, id: number): Promise<void> {
  await userDeleted.run(db, { id })
}

function matches(is: ExpressionBuilder<Schema, 'user'>, filter: DirectoryFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = filter.inactive ? [] : [is('is_active', '=', 1)]
  const pattern = containing(filter.q?.toLowerCase() ?? '')
  const holds = (column: 'username_key' | 'email_key') => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`
  if (filter.q !== undefined)
    all.push(filter.searchEmail ? is.or([holds('username_key'), holds('email_key')]) : holds('username_key'))
  return is.and(all)
}
