import { type Ctx, now } from '../context.ts'
import { ONE, ZERO } from '../shared/decimal.ts'
import { invalid } from '../shared/errors.ts'
import { findActiveUser, insertMember, listMembers, updateMember } from './repository.ts'

/** Makes the caller the OWNER of a broker that they just created, with the whole share. Inside the creating transaction. */
export async function addCreator(ctx: Ctx, brokerId: number): Promise<void> {
  await insertMember(ctx.db, {
    brokerId,
    userId: ctx.user.id,
    role: 'OWNER',
    share: ONE,
    included: true,
    grantedAt: now(ctx),
    grantedBy: ctx.user.id,
  })
}

/**
 * Makes a user OWNER of a broker, as a member or as a new one. In the transaction of the caller, who has checked whether it may be. Throws
 * `access/user-unknown` for no or an inactive user.
 */
export async function makeOwner(ctx: Ctx, input: { brokerId: number; userId: number; pointer: string }): Promise<void> {
  const { brokerId, userId, pointer } = input
  if ((await findActiveUser(ctx.db, { userId })) === undefined)
    throw invalid('access/user-unknown', pointer, 'There is no active user with that id.')
  const member = (await listMembers(ctx.db, brokerId)).find((one) => one.userId === userId)
  if (member) return updateMember(ctx.db, brokerId, userId, { ...member, role: 'OWNER' })
  const grant = { role: 'OWNER', share: ZERO, included: false, grantedAt: now(ctx), grantedBy: ctx.user.id } as const
  await insertMember(ctx.db, { brokerId, userId, ...grant })
}
