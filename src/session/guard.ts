import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import type { SessionUser } from '../context.ts'
import { type Cost, withinBudget } from '../http/budget.ts'
import { repeatable } from '../http/idempotency.ts'
import { boundedBody } from '../http/limits.ts'
import { problems } from '../http/openapi.ts'
import { knownQuery } from '../http/query-names.ts'
import type { HttpContext, HttpEnv } from '../http/route.ts'
import { AppError } from '../shared/errors.ts'
import { clearSessionCookie, sessionToken } from './cookie.ts'
import { findSession } from './service.ts'

type Config<P extends string> = Omit<RouteConfig, 'path'> & { path: P }

/** A route that only a signed-in user may call: its handler, and no other, has `c.var.ctx`. POSTs that create (201, or `x-idempotent`) honour `Idempotency-Key`. */
export function userRoute<P extends string, R extends Config<P>>(config: R & { path: P }) {
  return guarded<P, R>(config, [requireUser])
}

/** A route that only a superuser may call. */
export function adminRoute<P extends string, R extends Config<P>>(config: R & { path: P }) {
  return guarded<P, R>(config, [requireUser, requireSuperuser])
}

function guarded<P extends string, R extends Config<P>>(config: R & { path: P }, guards: MiddlewareHandler<HttpEnv>[]) {
  const creates = config.method === 'post' && ('201' in config.responses || config['x-idempotent'] === true)
  return createRoute({
    ...config,
    security: [{ session: [] }],
    middleware: [
      ...guards,
      withinBudget(costOf(config)),
      knownQuery(config),
      boundedBody(config),
      ...(creates ? [repeatable] : []),
    ],
    responses: { ...config.responses, ...problems(401) } as R['responses'],
  })
}

/** Reports and charts are heavy; other operations say so with `x-cost`. */
function costOf(config: Pick<RouteConfig, 'tags'> & { readonly [extension: `x-${string}`]: unknown }): Cost {
  return config['x-cost'] === 'heavy' || config.tags?.includes('portfolio') ? 'heavy' : 'light'
}

const requireUser: MiddlewareHandler<HttpEnv> = async (c, next) => {
  c.set('ctx', { ...c.var.deps, user: await signedIn(c), concerned: new Set() })
  await next()
}

const requireSuperuser: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!c.var.ctx.user.isSuperuser) throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may do this.')
  await next()
}

async function signedIn(c: HttpContext): Promise<SessionUser> {
  const token = sessionToken(c)
  if (token === undefined || token === '')
    throw new AppError('unauthenticated', 'auth/no-session', 'Sign in first: POST /api/v1/auth/login sets the session cookie.')
  const user = await findSession(c.var.deps, token)
  if (user) return user
  clearSessionCookie(c)
  throw new AppError('unauthenticated', 'auth/session-invalid', 'The session has ended. Sign in again.', { clearSession: true })
}
