import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '#db/connection.ts'
import { columnsFrom, inList, pick, query } from '#db/query.ts'
import { isSeen, type Sight } from '#db/sight.ts'
import type { BrokerAccessTable } from '#db/tables/brokers.ts'
import { type Decimal, decimal, formatDecimal } from '../shared/decimal.ts'
import { type Allowance, allowanceOfRow } from './allowance.ts'

export type Role = 'OWNER' | 'EDITOR' | 'VIEWER'

/** A broker as seen by one of its members: the role and what the broker allows. */
export type Membership = Allowance & {
  readonly brokerId: number
  readonly role: Role
  readonly name: string
  readonly currency: string | null
  readonly importPlugin: string | null
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

const membershipOf = query<Sight & { brokerId: number }>()((q, p) =>
  q
    .selectFrom('broker_access')
    .innerJoin('broker', 'broker.id', 'broker_access.broker_id')
    .select(['role', 'name', 'currency', 'import_plugin', 'allow_cash_overdraft', 'allow_asset_shorting', 'cash'])
    .where('broker_id', '=', p.brokerId)
    .where('user_id', '=', p.userId)
    .where(isSeen('broker_id', p)),
)

export async function findMembership(db: Reader, brokerId: number, sight: Sight): Promise<Membership | undefined> {
  const row = await membershipOf.one(db, { brokerId, ...sight })
  return (
    row && {
      brokerId,
      role: row.role,
      name: row.name,
      currency: row.currency,
      importPlugin: row.import_plugin,
      ...allowanceOfRow(row),
    }
  )
}

const visibleTo = query<Sight>()((q, p) =>
  q
    .selectFrom('broker_access')
    .select(['broker_id', 'role', 'included'])
    .where('user_id', '=', p.userId)
    .where(isSeen('broker_id', p)),
)

/** The brokers that somebody sees, with the role. */
export async function listVisibleBrokers(
  db: Reader,
  sight: Sight,
): Promise<{ brokerId: number; role: Role; included: boolean }[]> {
  return (await visibleTo.all(db, sight)).map((row) => ({
    brokerId: row.broker_id,
    role: row.role,
    included: row.included === 1,
  }))
}

const untrackedAmong = query<{ brokerIds: readonly number[] }>()((q, p) =>
  q.selectFrom('broker').select('id').where('id', 'in', inList(p.brokerIds)).where('cash', '=', 'not-tracked'),
)

/** Which of these brokers do not have their cash tracked. */
export async function listUntracked(db: Reader, brokerIds: readonly number[]): Promise<Set<number>> {
  return new Set((await untrackedAmong.all(db, { brokerIds })).map((row) => row.id))
}

const namedFor = query<Sight>()((q, p) =>
  q
    .selectFrom('broker_access')
    .innerJoin('broker', 'broker.id', 'broker_access.broker_id')
    .select(['broker_id', 'name', 'role'])
    .where('user_id', '=', p.userId)
    .where(isSeen('broker_id', p)),
)

/** The same with their names. */
export async function listNamedBrokers(db: Reader, sight: Sight): Promise<{ brokerId: number; name: string; role: Role }[]> {
  return (await namedFor.all(db, sight)).map(({ broker_id, name, role }) => ({ brokerId: broker_id, name, role }))
}

export type WritableBroker = { readonly brokerId: number; readonly name: string; readonly importPlugin: string | null }

const writableFor = query<Sight>()((q, p) =>
  q
    .selectFrom('broker_access')
    .innerJoin('broker', 'broker.id', 'broker_access.broker_id')
    .select(['broker_id', 'name', 'import_plugin'])
    .where('user_id', '=', p.userId)
    .where('role', 'in', ['EDITOR', 'OWNER'])
    .where('archived', '=', 0)
    .where(isSeen('broker_id', p))
    .orderBy('broker_id'),
)

/** The brokers that somebody may write, without archived ones. */
export async function listWritableBrokers(db: Reader, sight: Sight): Promise<WritableBroker[]> {
  const rows = await writableFor.all(db, sight)
  return rows.map((row) => ({ brokerId: row.broker_id, name: row.name, importPlugin: row.import_plugin }))
}

const membersOf = query<{ brokerId: number }>()((q, p) =>
  q
    .selectFrom('broker_access')
    .innerJoin('user', 'user.id', 'broker_access.user_id')
    .select(['user_id', 'broker_id', 'role', 'share', 'included', 'is_active', 'username', 'granted_at', 'granted_by'])
    .where('broker_id', '=', p.brokerId)
    .orderBy((order) => order.case().when('role', '=', 'OWNER').then(0).when('role', '=', 'EDITOR').then(1).else(2).end())
    .orderBy('username_key'),
)

/** Owners first, then by name. */
export async function listMembers(db: Reader, brokerId: number): Promise<Member[]> {
  return (await membersOf.all(db, { brokerId })).map((row) => ({
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

const activeById = query<{ id: number }>()((q, p) =>
  q.selectFrom('user').select('id').where('is_active', '=', 1).where('id', '=', p.id),
)
const activeByName = query<{ key: string }>()((q, p) =>
  q.selectFrom('user').select('id').where('is_active', '=', 1).where('username_key', '=', p.key),
)

export async function findActiveUser(
  db: Reader,
  who: { userId?: number | undefined; username?: string | undefined },
): Promise<number | undefined> {
  const { userId, username = '' } = who
  const row =
    userId === undefined ? await activeByName.one(db, { key: username.toLowerCase() }) : await activeById.one(db, { id: userId })
  return row?.id
}

type NewMember = Omit<Member, 'username' | 'isActive' | 'grantedBy'> & { readonly grantedBy: number }

const COLUMNS = columnsFrom<NewMember, Selectable<BrokerAccessTable>>({
  broker_id: (member) => member.brokerId,
  user_id: (member) => member.userId,
  role: (member) => member.role,
  share: (member) => formatDecimal(member.share),
  included: (member) => (member.included ? 1 : 0),
  granted_at: (member) => member.grantedAt,
  granted_by: (member) => member.grantedBy,
})

const memberInserted = query<Selectable<BrokerAccessTable>>()((q, p) =>
  q.insertInto('broker_access').values(pick(p, COLUMNS.names)),
)

export async function insertMember(db: Db | Tx, member: NewMember): Promise<void> {
  await memberInserted.run(db, COLUMNS.of(member))
}

type MemberKey = { readonly brokerId: number; readonly userId: number }

const memberChange = query<MemberKey & { role: Role; share: string; included: number }>()((q, p) =>
  q
    .updateTable('broker_access')
    .set({ role: p.role, share: p.share, included: p.included })
    .where('broker_id', '=', p.brokerId)
    .where('user_id', '=', p.userId),
)

export async function updateMember(
  db: Db | Tx,
  brokerId: number,
  userId: number,
  change: Pick<Member, 'role' | 'share' | 'included'>,
): Promise<void> {
  const { role, share, included } = change
  await memberChange.run(db, { brokerId, userId, role, share: formatDecimal(share), included: included ? 1 : 0 })
}

const memberDeleted = query<MemberKey>()((q, p) =>
  q.deleteFrom('broker_access').where('broker_id', '=', p.brokerId).where('user_id', '=', p.userId),
)

export async function deleteMember(db: Db | Tx, brokerId: number, userId: number): Promise<void> {
  await memberDeleted.run(db, { brokerId, userId })
}
