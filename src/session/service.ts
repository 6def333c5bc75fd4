import type { Deps, SessionUser } from '../context.ts'
import { AHEAD_MILLISECONDS } from '../shared/ahead.ts'
import { findSessionUser, type SessionUserRow } from './repository.ts'
import { readSession, type SessionClaims, signSession } from './token.ts'

export { signSession }

/** Whose session a token is. `renewed`: the token that takes its place, where that is due, and how many seconds it may last. */
export type FoundSession = {
  readonly user: SessionUser
  readonly renewed: { readonly token: string; readonly seconds: number } | undefined
}

/** A session that ends when it is not used is renewed when this part of the time has passed, so that it lives on without a write. */
const RENEWED_AFTER = 0.1

/**
 * `undefined` when the session has ended, was not used for too long, was begun by a clock that was ahead, or the user may not sign in any more.
 */
export async function findSession(deps: Deps, token: string): Promise<FoundSession | undefined> {
  const claims = await readSession(deps.memory, token, deps.config.jwtSecret)
  const now = deps.clock().getTime() / 1000
  if (!claims || claims.expiresAt <= now || isAhead(Math.max(claims.issuedAt, claims.seenAt ?? 0), now)) return undefined
  const user = await findSessionUser(deps.reader, claims.userId)
  if (!user?.isActive || user.sessionEpoch !== claims.epoch) return undefined
  const idle = idleOf(user, claims, now)
  if (idle !== undefined && now >= idle.since + idle.seconds) return undefined
  const isDue = idle !== undefined && now >= idle.since + idle.seconds * RENEWED_AFTER
  const seenAt = Math.floor(now)
  const since = isDue ? seenAt : idle?.since
  return {
    user: {
      id: user.id,
      username: user.username,
      isSuperuser: user.isSuperuser,
      signedInAt: claims.issuedAt,
      expiresAt: Math.min(claims.expiresAt, (since ?? Number.POSITIVE_INFINITY) + (idle?.seconds ?? 0)),
    },
    renewed: isDue
      ? { token: await signSession({ ...claims, seenAt }, deps.config.jwtSecret), seconds: claims.expiresAt - now }
      : undefined,
  }
}

/** Since when the session is not used, at least, and for how long it may be so; sessions from before the setting have that time from then on. */
function idleOf(
  { idle }: SessionUserRow,
  { issuedAt, seenAt }: SessionClaims,
  now: number,
): { since: number; seconds: number } | undefined {
  if (idle === undefined || !(idle.minutes > 0)) return undefined
  const [used, made] = [seenAt ?? issuedAt, Math.floor(Date.parse(idle.since) / 1000)]
  return { since: isAhead(made, now) ? used : Math.max(used, made), seconds: idle.minutes * 60 }
}

/** Whether a clock that was wrong noted this: what it says ends in as far a future. In seconds. */
function isAhead(instant: number, now: number): boolean {
  return instant > now + AHEAD_MILLISECONDS / 1000
}
