import type { SessionUser } from '../context.ts'
import { bearerOf } from '../http/bearer.ts'
import type { HttpContext } from '../http/route.ts'
import { AppError } from '../shared/errors.ts'
import { findBearerUser } from './bearer.service.ts'
import { clearSessionCookie, sessionToken } from './cookie.ts'
import type { Need } from './needs.ts'
import { findSession } from './service.ts'

/**
 * Who is calling: whoever the token says where there is one, else whoever the session cookie says. Throws `auth/no-session`, `auth/session-invalid`,
 * `auth/token-invalid` (401); `auth/scope-needed`, `auth/session-needed` (403) for a token that is not for this.
 */
export async function requireCaller(c: HttpContext, need: Need): Promise<SessionUser> {
  const bearer = bearerOf(c)
  if (bearer !== undefined) return requireBearer(c, bearer, need)
  const token = sessionToken(c)
  if (token === undefined || token === '')
    throw new AppError('unauthenticated', 'auth/no-session', 'Sign in first: POST /api/v1/auth/login sets the session cookie.')
  const user = await findSession(c.var.deps, token)
  if (user) return user
  clearSessionCookie(c)
  throw new AppError('unauthenticated', 'auth/session-invalid', 'The session has ended. Sign in again.', { clearSession: true })
}

async function requireBearer(c: HttpContext, bearer: string, need: Need): Promise<SessionUser> {
  const user = await findBearerUser(c.var.deps, bearer)
  if (!user)
    throw new AppError('unauthenticated', 'auth/token-invalid', 'This token is none, has ended, or its user may not sign in.')
  if (need === 'session')
    throw new AppError('forbidden', 'auth/session-needed', 'No token may do this: sign in with your password.')
  if (need !== 'any' && user.bearer?.scopes.includes(need) !== true)
    throw new AppError('forbidden', 'auth/scope-needed', `This token is not for this: it needs the scope ${need}.`, {
      extensions: { scope_needed: need },
    })
  return user
}
