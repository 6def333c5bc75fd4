import { inTransaction } from '#db/transaction.ts'
import { type Ctx, type Deps, now } from '../../context.ts'
import { AppError } from '../../shared/errors.ts'
import { hasPassword } from '../credentials.ts'
import { requireProof } from '../proof.service.ts'
import { findAccount } from '../repository.ts'
import type { Person } from './claims.ts'
import { mayUsePassword } from './password-login.service.ts'
import { deleteIdentity, findIdentity, findIdentityOf, storeIdentity } from './repository.ts'

/** Whether the caller can sign in by the provider that is set up. */
export async function isLinked(ctx: Ctx): Promise<boolean> {
  const issuer = ctx.config.oidc?.issuer
  return issuer !== undefined && (await findIdentityOf(ctx.reader, ctx.user.id))?.issuer === issuer
}

/** The user is this person at the provider from now on. Throws `auth/oidc-taken` (409). */
export async function link(deps: Deps, userId: number, { issuer, subject }: Person): Promise<void> {
  await inTransaction(deps, async (deps) => {
    const other = await findIdentity(deps.db, issuer, subject)
    if (other && other.userId !== userId)
      throw new AppError('conflict', 'auth/oidc-taken', 'Whoever signed in at the provider is another user here.')
    await storeIdentity(deps.db, { userId, issuer, subject, at: now(deps) })
  })
  deps.log.info('user linked', { user_id: userId })
}

/**
 * Takes the link of the caller away. Throws `auth/oidc-not-linked`, and `auth/no-password` where they could not come in any more (409);
 * `auth/password-needed`, `auth/wrong-password`, `auth/too-many-attempts`.
 */
export async function unlink(ctx: Ctx, proof: { password: string | undefined; address: string }): Promise<void> {
  await requireProof(ctx, proof)
  await inTransaction(ctx, async (ctx) => {
    const account = await findAccount(ctx.db, ctx.user.id)
    if (!account || !hasPassword(account) || !(await mayUsePassword(ctx, account)))
      throw new AppError(
        'conflict',
        'auth/no-password',
        'Without the link you could not sign in: you have no password that counts.',
      )
    if ((await deleteIdentity(ctx.db, ctx.user.id)) === 0)
      throw new AppError('conflict', 'auth/oidc-not-linked', 'There is no link to take away.')
  })
  ctx.log.info('user unlinked', { user_id: ctx.user.id })
}
