import type { SessionUser } from '../context.ts'
import { bearerOf } from '../http/bearer.ts'
import { trustedHeader } from '../http/proxy.ts'
import type { HttpContext } from '../http/route.ts'
import { AppError } from '../shared/errors.ts'
import { findBearerUser } from './bearer.service.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from './cookie.ts'
import type { Need } from './needs.ts'
import { findSession } from './service.ts'

/**
 * Who is calling: whoever the token says where there is one; else whoever a trusted proxy names, by the session where that is theirs; else whoever the
 * session cookie says. Throws `auth/no-session`, `auth/session-invalid`, `auth/token-invalid`, `auth/user-unknown` (401); `auth/account-disabled`, and
 * `auth/scope-needed`, `auth/session-needed`, `auth/token-narrowed` (403) for a token that is not for this.
 */
export async function requireCaller(c: HttpContext, need: Need): Promise<SessionUser> {
  const bearer = bearerOf(c)
  if (bearer !== undefined) return requireBearer(c, bearer, need)
  const token = sessionToken(c)
  const deps = c.get('deps')
  const session = token ? await findSession(deps, token) : undefined
  const { authHeader } = deps.config
  const named = authHeader === null ? undefined : trustedHeader(c, authHeader)
  if (named && session?.user.username.toLowerCase() !== named.toLowerCase()) return requireNamed(c, named)
  if (session?.renewed) setSessionCookie(c, session.renewed.token, session.renewed.seconds)
  if (session) return session.user
  if (!token)
    throw new AppError('unauthenticated', 'auth/no-session', 'Sign in first: POST /api/v1/auth/login sets the session cookie.')
  clearSessionCookie(c)
  throw new AppError('unauthenticated', 'auth/session-invalid', 'The session has ended. Sign in again.', { clearSession: true })
}

/** Whoever comes in by a name alone has no superuser's rights, whatever their record says. */
async function requireNamed(c: HttpContext, named: string): Promise<SessionUser> {
  const { id, username } = await c.var.admit(named)
  return { id, username, isSuperuser: false, isNamed: true }
}

async function requireBearer(c: HttpContext, bearer: string, { way, isOfAll }: Need): Promise<SessionUser> {
  const user = await findBearerUser(c.get('deps'), bearer)
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
