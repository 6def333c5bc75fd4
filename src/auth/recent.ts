import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'

const RECENT_SECONDS = 15 * 60

/** Whether the caller signed in within the last 15 minutes. */
export function isRecent({ user: { signedInAt }, clock }: Ctx): boolean {
  return signedInAt !== undefined && clock().getTime() / 1000 - signedInAt < RECENT_SECONDS
}

/** Whoever signed in within the last 15 minutes is still there. Throws `auth/password-needed` (403). */
export function requireRecentSignIn(ctx: Ctx): void {
  if (isRecent(ctx)) return
  throw new AppError(
    'forbidden',
    'auth/password-needed',
    'You signed in some time ago: send your password with this, or sign in again.',
  )
}
