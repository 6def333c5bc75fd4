import type { Deps, SessionUser } from '../context.ts'
import { findSessionUser } from './repository.ts'
import { readSession } from './token.ts'

export { signSession } from './token.ts'

/** Whose session a token is; `undefined` when it has ended, or the user may not sign in any more. */
export async function findSession(deps: Deps, token: string): Promise<SessionUser | undefined> {
  const claims = await readSession(deps.memory, token, deps.config.jwtSecret)
  if (!claims || claims.expiresAt <= deps.clock().getTime() / 1000) return undefined
  const user = await findSessionUser(deps.reader, claims.userId)
  if (!user?.isActive || user.sessionEpoch !== claims.epoch) return undefined
  return {
    id: user.id,
    username: user.username,
    isSuperuser: user.isSuperuser,
    signedInAt: claims.issuedAt,
    expiresAt: claims.expiresAt,
  }
}
