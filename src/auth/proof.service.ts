import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import { requireOwnPassword } from './service.ts'

const RECENT_SECONDS = 15 * 60

/**
 * Whoever sits there is the user: they give their password, or signed in within the last 15 minutes. Throws `auth/password-needed` (403),
 * `auth/wrong-password` (422, at `/password`), `auth/too-many-attempts`.
 */
export async function requireProof(ctx: Ctx, proof: { password: string | undefined; address: string }): Promise<void> {
  const { password, address } = proof
  if (password !== undefined) {
    await requireOwnPassword(ctx, { password, pointer: '/password', address })
    return
  }
  const { signedInAt } = ctx.user
  if (signedInAt !== undefined && ctx.clock().getTime() / 1000 - signedInAt < RECENT_SECONDS) return
  throw new AppError(
    'forbidden',
    'auth/password-needed',
    'You signed in some time ago: send your password with this, or sign in again.',
  )
}
