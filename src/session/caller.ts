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
 * `auth/token-invalid` (401); `auth/scope-needed`, `auth/session-needed`, `auth/token-narrowed` (403) for a token that is not for this.
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

async function requireBearer(c: HttpContext, bearer: string, { way, isOfAll }: Need): Promise<SessionUser> {
  const user = await findBearerUser(c.var.deps, bearer)
  if (!user)
    throw new AppError('unauthenticated', 'auth/token-invalid', 'This token is none, has ended, or its user may not sign in.')
  if (way === 'session')
    throw new AppError('forbidden', 'auth/session-needed', 'No token may do this: sign in with your password.')
  if (way !== 'any' && user.bearer?.scopes.includes(way) !== true)
    throw new AppError('forbidden', 'auth/scope-needed', `This token is not for this: it needs the scope ${way}.`, {
      extensions: { scope_needed: way },
    })
  if (isOfAll && user.onlyBrokers !== undefined)
    throw new AppError(
      'forbidden',
      'auth/token-narrowed',
      'This is about all that you have, and this token is narrowed to some brokers.',
    )
  return user
}
