import type { Ctx } from '../context.ts'
import { invalid } from '../shared/errors.ts'
import { hasPassword } from './credentials.ts'
import { isRecent, requireRecentSignIn } from './recent.ts'
import { findAccount } from './repository.ts'
import { requireOwnPassword } from './service.ts'

/**
 * Whoever sits there is the user: they give their password, or signed in within the last 15 minutes; somebody without a password may also be whom
 * a trusted proxy names. Throws `auth/password-needed` (403),
 * `auth/wrong-password` (422, at `/password`), `auth/too-many-attempts`.
 */
export async function requireProof(ctx: Ctx, proof: { password: string | undefined; address: string }): Promise<void> {
  const { password, address } = proof
  if (password !== undefined) {
    await requireOwnPassword(ctx, { password, pointer: '/password', address })
    return
  }
  if (isRecent(ctx) || (ctx.user.isNamed === true && !(await isWithPassword(ctx)))) return
  requireRecentSignIn(ctx)
}

/**
 * Whoever changes how they sign in gives their password; without one they must have signed in within the last 15 minutes, or be named by a trusted
 * proxy. Throws `auth/password-needed` (422 at `/password`; 403 without a password), `auth/wrong-password`, `auth/too-many-attempts`.
 */
export async function requirePassword(ctx: Ctx, proof: { password: string | undefined; address: string }): Promise<void> {
  if (proof.password === undefined && (await isWithPassword(ctx)))
    throw invalid('auth/password-needed', '/password', 'Is needed to change the e-mail address.')
  await requireProof(ctx, proof)
}

async function isWithPassword(ctx: Ctx): Promise<boolean> {
  const account = await findAccount(ctx.reader, ctx.user.id)
  return account !== undefined && hasPassword(account)
}
