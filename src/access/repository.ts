import type { Db, Tx } from '#db/connection.ts'
import type { BrokerAccessTable } from '#db/schema.ts'
import { compiler, hotQuery } from '#db/statement.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'

export type Role = 'OWNER' | 'EDITOR' | 'VIEWER'

/** A broker as seen by one of its members: the role and what the broker allows. */
export type Membership = {
  readonly brokerId: number
  readonly role: Role
  readonly name: string
  readonly currency: string | null
  readonly importPlugin: string | null
  readonly allowCashOverdraft: boolean
  readonly allowAssetShorting: boolean
}

export type Member = {
  readonly userId: number
  readonly brokerId: number
  readonly role: Role
  readonly share: Decimal
  /** Whether the broker counts for the member where they name none. */
  readonly included: boolean
  /** Disabled users stay members. */
  readonly isActive: boolean
  readonly username: string
  readonly grantedAt: string
  readonly grantedBy: number | null
}

const membershipQuery = hotQuery(['brokerId', 'userId'], ({ brokerId, userId }: { brokerId: number; userId: number }) =>
  compiler
    .selectFrom('broker_access')
    .innerJoin('broker', 'broker.id', 'broker_access.broker_id')
    .select(['role', 'name', 'currency', 'import_plugin', 'allow_cash_overdraft', 'allow_asset_shorting'])
    .where('broker_id', '=', brokerId)
    .where('user_id', '=', userId),
)

const visibleQuery = hotQuery(['userId'], ({ userId }: { userId: number }) =>
  compiler.selectFrom('broker_access').select(['broker_id', 'role', 'included']).where('user_id', '=', userId),
)

export async function findMembership(db: Db | Tx, brokerId: number, userId: number): Promise<Membership | undefined> {
  const row = (await membershipQuery(db, { brokerId, userId }))[0]
  return (
    row && {
      brokerId,
      role: row.role,
      name: row.name,
      currency: row.currency,
      importPlugin: row.import_plugin,
      allowCashOverdraft: row.allow_cash_overdraft === 1,
      allowAssetShorting: row.allow_asset_shorting === 1,
    }
  )
}

/** The brokers that a user is a member of, with the role. */
export async function listVisibleBrokers(
  db: Db | Tx,
  userId: number,
): Promise<{ brokerId: number; role: Role; included: boolean }[]> {
  return (await visibleQuery(db, { userId })).map((row) => ({
    brokerId: row.broker_id,
    role: row.role,
    included: row.included === 1,
  }))
}

/** Owners first, then by name. */
export async function listMembers(db: Db | Tx, brokerId: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('broker_access')
    .innerJoin('user', 'user.id', 'broker_access.user_id')
    .select(['user_id', 'broker_id', 'role', 'share', 'included', 'is_active', 'username', 'granted_at', 'granted_by'])
    .where('broker_id', '=', brokerId)
    .orderBy((order) => order.case().when('role', '=', 'OWNER').then(0).when('role', '=', 'EDITOR').then(1).else(2).end())
    .orderBy('username_key')
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    brokerId: row.broker_id,
    role: row.role,
    share: decimal(row.share),
    included: row.included === 1,
    isActive: row.is_active === 1,
    username: row.username,
    grantedAt: row.granted_at,
    grantedBy: row.granted_by,
  }))
}

export async function findActiveUser(
  db: Db | Tx,
  who: { userId?: number | undefined; username?: string | undefined },
): Promise<number | undefined> {
  const base = db.selectFrom('user').select('id').where('is_active', '=', 1)
  const query =
    who.userId === undefined
      ? base.where('username_key', '=', (who.username ?? '').toLowerCase())
      : base.where('id', '=', who.userId)
  return (await query.executeTakeFirst())?.id
}

export async function insertMember(
  db: Db | Tx,
  member: Omit<Member, 'username' | 'isActive' | 'grantedBy'> & { readonly grantedBy: number },
): Promise<void> {
  await db
    .insertInto('broker_access')
    .values({
      broker_id: member.brokerId,
      user_id: member.userId,
      role: member.role,
      share: formatDecimal(member.share),
      included: member.included ? 1 : 0,
      granted_at: member.grantedAt,
      granted_by: member.grantedBy,
    } satisfies Record<keyof BrokerAccessTable, unknown>)
    .execute()
}

export async function updateMember(
  db: Db | Tx,
  brokerId: number,
  userId: number,
  change: Pick<Member, 'role' | 'share' | 'included'>,
): Promise<void> {
  await db
    .updateTable('broker_access')
    .set({ role: change.role, share: formatDecimal(change.share), included: change.included ? 1 : 0 })
    .where('broker_id', '=', brokerId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(db: Db | Tx, brokerId: number, userId: number): Promise<void> {
  await db.deleteFrom('broker_access').where('broker_id', '=', brokerId).where('user_id', '=', userId).execute()
}
