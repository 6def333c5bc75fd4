import type { Ctx } from '../context.ts'
import { AppError } from '../shared/errors.ts'

const RECENT_SECONDS = 15 * 60
/** A clock is set back a little now and then. */
const AHEAD_SECONDS = 60

/** Whether the caller signed in within the last 15 minutes. */
export function isRecent({ user: { signedInAt }, clock }: Ctx): boolean {
  if (signedInAt === undefined) return false
  const seconds = clock().getTime() / 1000 - signedInAt
  return seconds < RECENT_SECONDS && seconds >= -AHEAD_SECONDS
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
