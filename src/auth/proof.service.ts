import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../shared/errors.ts'
import { isUsableHash } from './hashing.ts'
import { findAccount } from './repository.ts'
import { requireOwnPassword } from './service.ts'

const RECENT_SECONDS = 15 * 60

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
  if (isRecent(ctx) || (ctx.user.isNamed === true && !(await hasPassword(ctx)))) return
  throw new AppError(
    'forbidden',
    'auth/password-needed',
    'You signed in some time ago: send your password with this, or sign in again.',
  )
}

/**
 * Whoever changes how they sign in gives their password; without one they must have signed in within the last 15 minutes, or be named by a trusted
 * proxy. Throws `auth/password-needed` (422 at `/password`; 403 without a password), `auth/wrong-password`, `auth/too-many-attempts`.
 */
export async function requirePassword(ctx: Ctx, proof: { password: string | undefined; address: string }): Promise<void> {
  if (proof.password === undefined && (await hasPassword(ctx)))
    throw invalid('auth/password-needed', '/password', 'Is needed to change the e-mail address.')
  await requireProof(ctx, proof)
}

function isRecent({ user: { signedInAt }, clock }: Ctx): boolean {
  return signedInAt !== undefined && clock().getTime() / 1000 - signedInAt < RECENT_SECONDS
}

async function hasPassword(ctx: Ctx): Promise<boolean> {
  return isUsableHash((await findAccount(ctx.reader, ctx.user.id))?.passwordHash)
}
