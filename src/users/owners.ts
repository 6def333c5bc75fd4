import { makeOwner } from '../access/owners.service.ts'
import type { Ctx, Deps } from '../context.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { listOwnBrokers, type OwnBroker } from './repository.ts'

/** Who becomes OWNER of a broker in the place of a user who is disabled or removed. */
export type NewOwner = { readonly brokerId: number; readonly userId: number }

/**
 * Before a user is disabled: every broker of which they are the last OWNER who can sign in goes to the one named for it. Throws
 * `access/last-owner` (409) with the brokers that nobody is named for, `access/user-unknown`, `user/new-owner`.
 */
export async function handOverBeforeDisabling(ctx: Ctx, userId: number, named: readonly NewOwner[]): Promise<void> {
  const orphaned = (await listOwnBrokers(ctx.db, userId)).filter(isLastOwner)
  const left = await handOver(ctx, userId, orphaned, named)
  requireOwners(left, NAME_ANOTHER)
}

/**
 * Before a user is removed: brokers go to the ones named for them. Answers those that nobody else is a member of, which go with the user; throws
 * `access/last-owner` (409) with those that others are members of but nobody who can sign in as OWNER.
 */
export async function handOverBeforeRemoval(ctx: Ctx, userId: number, named: readonly NewOwner[]): Promise<number[]> {
  const left = await handOver(ctx, userId, (await listOwnBrokers(ctx.db, userId)).filter(isOrphanedWithout), named)
  requireOwners(left.filter(isShared), NAME_ANOTHER)
  return left.filter((held) => !isShared(held)).map((held) => held.brokerId)
}

/** The same for who removes themselves: nobody can be named. */
export async function requireMayLeave(deps: Deps, userId: number): Promise<number[]> {
  const brokers = (await listOwnBrokers(deps.db, userId)).filter(isOrphanedWithout)
  requireOwners(brokers.filter(isShared), 'Promote another active member to OWNER first, or delete the broker.')
  return brokers.filter((held) => !isShared(held)).map((held) => held.brokerId)
}

const NAME_ANOTHER = 'Name another in the same request (new_owners), or let a member be promoted first.'

function isLastOwner(held: OwnBroker): boolean {
  return held.role === 'OWNER' && held.otherOwners === 0
}

function isOrphanedWithout(held: OwnBroker): boolean {
  return isLastOwner(held) || !isShared(held)
}

function isShared(held: OwnBroker): boolean {
  return held.others > 0
}

/** Answers the brokers for which nobody is named. */
async function handOver(
  ctx: Ctx,
  userId: number,
  brokers: readonly OwnBroker[],
  named: readonly NewOwner[],
): Promise<OwnBroker[]> {
  for (const [index, { brokerId, userId: owner }] of named.entries()) {
    const pointer = `/new_owners/${index}`
    if (!brokers.some((held) => held.brokerId === brokerId))
      throw invalid('user/new-owner', `${pointer}/broker_id`, 'The user is not the last OWNER of this broker.')
    if (owner === userId) throw invalid('user/new-owner', `${pointer}/user_id`, 'Name somebody else.')
    await makeOwner(ctx, { brokerId, userId: owner, pointer: `${pointer}/user_id` })
  }
  return brokers.filter((held) => !named.some((one) => one.brokerId === held.brokerId))
}

function requireOwners(orphaned: readonly OwnBroker[], remedy: string): void {
  if (orphaned.length === 0) return
  const names = orphaned.map((held) => held.name).join(', ')
  throw new AppError('conflict', 'access/last-owner', `Nobody who can sign in would be OWNER of: ${names}. ${remedy}`, {
    extensions: { broker_ids: orphaned.map((held) => held.brokerId) },
  })
}
