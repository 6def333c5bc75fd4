import type { Tx } from '#db/connection.ts'
import { sightOf } from '#db/sight.ts'
import { inTransaction } from '#db/transaction.ts'
import { type Ctx, now } from '../context.ts'
import { type Decimal, ONE, subtract, sum, ZERO } from '../shared/decimal.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { notify } from '../webhooks/notify.service.ts'
import { type Allowance, allowanceOf, type BrokerCash } from './allowance.ts'
import { addToLineCount } from './count.repository.ts'
import {
  deleteMember,
  findActiveUser,
  findMembership,
  insertMember,
  listMembers,
  listNamedBrokers,
  listUntracked,
  listVisibleBrokers,
  listWritableBrokers,
  type Member,
  type Membership,
  type Role,
  updateMember,
  type WritableBroker,
} from './repository.ts'

export type { Allowance, BrokerCash, Member, Membership, Role, WritableBroker }
export { allowanceOf }

const RANK: Readonly<Record<Role, number>> = { VIEWER: 1, EDITOR: 2, OWNER: 3 }

/** The broker as the caller may see it; the request is about it from now on. Strangers get `broker/not-found`, members with too small a role `broker/role-too-small`. */
export async function requireRole(ctx: Ctx, brokerId: number, role: Role): Promise<Membership> {
  const membership = await findMembership(ctx.reader, brokerId, sightOf(ctx.user))
  return requireRank(ctx, brokerId, membership, role)
}

/** The same for a broker that was read with the caller's role; `undefined` where the caller is no member. */
export function requireRank<T extends { readonly role: Role }>(ctx: Ctx, brokerId: number, found: T | undefined, role: Role): T {
  if (!found) throw new AppError('not-found', 'broker/not-found', 'There is no such broker, or you have no access to it.')
  if (RANK[found.role] < RANK[role]) {
    throw new AppError('forbidden', 'broker/role-too-small', `Your role at this broker is ${found.role}; this needs ${role}.`, {
      extensions: { role_needed: role },
    })
  }
  ctx.concerned?.add(brokerId)
  return found
}

/**
 * Adds `change` to how many lines a broker has, and returns what it allows. Needs EDITOR, refused as by `requireRole`: one statement checks the
 * role and counts, so nothing is written for others. The table `broker` belongs to `brokers` but for this column: `transactions` stands left of it
 * and calls this, here, with everything that adds or removes lines.
 */
export async function countLines(ctx: Ctx & { readonly db: Tx }, brokerId: number, change: number): Promise<Allowance> {
  const allowance = await addToLineCount(ctx.db, { brokerId, change, ...sightOf(ctx.user) })
  if (allowance === undefined) return await requireRole(ctx, brokerId, 'EDITOR')
  ctx.concerned?.add(brokerId)
  return allowance
}

/** Ids of the brokers that the caller is a member of. */
export async function visibleBrokerIds(ctx: Ctx): Promise<number[]> {
  return (await listVisibleBrokers(ctx.reader, sightOf(ctx.user))).map((entry) => entry.brokerId)
}

/**
 * Ids of the brokers that a request is about: those among `wanted` that the caller is a member of, others left out in silence; without `wanted`
 * those that the caller has included.
 */
export async function selectBrokerIds(ctx: Ctx, wanted: readonly number[] | undefined): Promise<number[]> {
  const ids = (await listVisibleBrokers(ctx.reader, sightOf(ctx.user)))
    .filter(({ brokerId, included }) => wanted?.includes(brokerId) ?? included)
    .map((entry) => entry.brokerId)
  for (const id of ids) ctx.concerned?.add(id)
  return ids
}

/** Which of these brokers do not have their cash tracked; the caller has checked the roles. */
export async function untrackedBrokerIds({ reader }: Pick<Ctx, 'reader'>, brokerIds: readonly number[]): Promise<Set<number>> {
  return await listUntracked(reader, brokerIds)
}

/** The brokers that the caller is a member of, by id, with the caller's role. */
export async function nameBrokers(ctx: Pick<Ctx, 'reader' | 'user'>): Promise<Map<number, { name: string; role: Role }>> {
  return new Map((await listNamedBrokers(ctx.reader, sightOf(ctx.user))).map(({ brokerId, ...rest }) => [brokerId, rest]))
}

/** The brokers where the caller may write, oldest first, without archived ones; the request is about them from now on. */
export async function writableBrokers(ctx: Ctx): Promise<WritableBroker[]> {
  const brokers = await listWritableBrokers(ctx.reader, sightOf(ctx.user))
  for (const { brokerId } of brokers) ctx.concerned?.add(brokerId)
  return brokers
}

/** Every member of a broker, owners first. Needs VIEWER. */
export async function listAccess(ctx: Ctx, brokerId: number): Promise<Member[]> {
  await requireRole(ctx, brokerId, 'VIEWER')
  return listMembers(ctx.reader, brokerId)
}

/** Makes a user a member, for whom the broker does not count until they include it. Needs OWNER; `access/exists` for a member, `access/user-unknown` for no or an inactive user. */
export async function grantAccess(
  ctx: Ctx,
  input: {
    brokerId: number
    userId?: number | undefined
    username?: string | undefined
    role: Role
    share?: Decimal | undefined
    /** The share is taken from that of the caller. */
    isFromOwn?: boolean
  },
): Promise<Member> {
  const { member, broker } = await insertAccess(ctx, input)
  const { id: by, username } = ctx.user
  await notify(
    ctx,
    { to: member.userId, brokerId: input.brokerId },
    {
      event: 'broker.shared',
      text: `${username} shared the broker ${broker} with you, as ${member.role}.`,
      data: { broker_id: input.brokerId, broker, role: member.role, by, by_username: username },
    },
  )
  return member
}

function insertAccess(
  ctx: Ctx,
  input: Parameters<typeof grantAccess>[1],
): Promise<{ readonly member: Member; readonly broker: string }> {
  return inTransaction(ctx, async (ctx) => {
    const { name: broker } = await requireRole(ctx, input.brokerId, 'OWNER')
    const userId = await findActiveUser(ctx.db, input)
    if (userId === undefined) {
      throw invalid(
        'access/user-unknown',
        input.userId === undefined ? '/username' : '/user_id',
        'There is no active user of that name or id.',
      )
    }
    const members = await listMembers(ctx.db, input.brokerId)
    if (members.some((member) => member.userId === userId)) {
      throw new AppError('conflict', 'access/exists', 'This user has access already. Change the role with PATCH.')
    }
    const share = input.share ?? ZERO
    const own = memberOf(members, ctx.user.id)
    const left = input.isFromOwn ? subtract(own.share, share) : own.share
    if (left < ZERO) throw invalid('access/share', '/share', 'Your own share is smaller than that.')
    requireShares([...members.filter((member) => member !== own).map((member) => member.share), left, share], share)
    if (left !== own.share) await updateMember(ctx.db, input.brokerId, own.userId, { ...own, share: left })
    await insertMember(ctx.db, {
      brokerId: input.brokerId,
      userId,
      role: input.role,
      share,
      included: false,
      grantedAt: now(ctx),
      grantedBy: ctx.user.id,
    })
    return { member: memberOf(await listMembers(ctx.db, input.brokerId), userId), broker }
  })
}

/** Changes role, share or both. Needs OWNER. One's own role is `access/own-role`; the last OWNER stays OWNER (`access/last-owner`). */
export function changeAccess(
  ctx: Ctx,
  input: { brokerId: number; userId: number; role?: Role | undefined; share?: Decimal | undefined },
): Promise<Member> {
  return inTransaction(ctx, async (ctx) => {
    await requireRole(ctx, input.brokerId, 'OWNER')
    const members = await listMembers(ctx.db, input.brokerId)
    const member = memberOf(members, input.userId)
    const role = input.role ?? member.role
    const share = input.share ?? member.share
    if (role !== member.role && input.userId === ctx.user.id) {
      throw new AppError(
        'forbidden',
        'access/own-role',
        'You cannot change your own role. Promote another OWNER, or leave the broker.',
      )
    }
    if (member.role === 'OWNER' && role !== 'OWNER') requireAnotherOwner(members, input.userId)
    requireShares([...members.filter((other) => other !== member).map((other) => other.share), share], share)
    await updateMember(ctx.db, input.brokerId, input.userId, { ...member, role, share })
    return memberOf(await listMembers(ctx.db, input.brokerId), input.userId)
  })
}

/** Sets whether a broker counts for the caller where they name none. Needs VIEWER. */
export function includeBroker(ctx: Ctx, input: { brokerId: number; included: boolean }): Promise<Member> {
  return inTransaction(ctx, async (ctx) => {
    await requireRole(ctx, input.brokerId, 'VIEWER')
    const member = memberOf(await listMembers(ctx.db, input.brokerId), ctx.user.id)
    await updateMember(ctx.db, input.brokerId, ctx.user.id, { ...member, included: input.included })
    return { ...member, included: input.included }
  })
}

/** Ends a membership: an OWNER anyone's, others their own. The last OWNER cannot go (`access/last-owner`). */
export function revokeAccess(ctx: Ctx, input: { brokerId: number; userId: number }): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await requireRole(ctx, input.brokerId, input.userId === ctx.user.id ? 'VIEWER' : 'OWNER')
    const members = await listMembers(ctx.db, input.brokerId)
    if (memberOf(members, input.userId).role === 'OWNER') requireAnotherOwner(members, input.userId)
    await deleteMember(ctx.db, input.brokerId, input.userId)
  })
}

function memberOf(members: readonly Member[], userId: number): Member {
  const member = members.find((candidate) => candidate.userId === userId)
  if (!member) throw new AppError('not-found', 'access/not-found', 'This user has no access to the broker.')
  return member
}

function requireAnotherOwner(members: readonly Member[], userId: number): void {
  if (members.some((member) => member.role === 'OWNER' && member.isActive && member.userId !== userId)) return
  throw new AppError(
    'conflict',
    'access/last-owner',
    'A broker needs an OWNER who can sign in. Promote another active member to OWNER first, or delete the broker.',
  )
}

function requireShares(shares: readonly Decimal[], changed: Decimal): void {
  if (changed < ZERO || changed > ONE) throw invalid('access/share', '/share', 'A share is from 0 to 1.')
  if (sum(shares) > ONE)
    throw invalid('access/share', '/share', 'The shares of all members together may be at most 1, which is 100%.')
}
