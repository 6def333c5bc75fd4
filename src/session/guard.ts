import { createRoute, type RouteConfig } from '@hono/zod-openapi'
import { bearerOf } from '../http/bearer.ts'
import { type Cost, countInBudget, waitForTurn } from '../http/budget.ts'
import { repeatable } from '../http/idempotency.ts'
import { boundedBody } from '../http/limits.ts'
import { problems } from '../http/openapi.ts'
import { knownQuery } from '../http/query-names.ts'
import { combineSteps, type Step } from '../http/steps.ts'
import { AppError } from '../shared/errors.ts'
import type { Scope } from '../shared/scopes.ts'
import { requireCaller } from './caller.ts'
import { type Need, needOf, securityOf } from './needs.ts'

type Config<P extends string> = Omit<RouteConfig, 'path'> & { path: P }

/**
 * A route that only a signed-in user, or a token of theirs with the scope that `needOf` says, may call: its handler, and no other, has `c.var.ctx`. POSTs that
 * create (201, or `x-idempotent`) honour `Idempotency-Key`, unless `x-idempotent` is false: their answer is stored nowhere.
 */
export function userRoute<P extends string, R extends Config<P>>(config: R & { path: P }) {
  return guarded<P, R>(config, false)
}

/** A route that only a superuser may call. */
export function adminRoute<P extends string, R extends Config<P>>(config: R & { path: P }) {
  return guarded<P, R>(config, true)
}

function guarded<P extends string, R extends Config<P>>(config: R & { path: P }, isForSuperusers: boolean) {
  const { 'x-idempotent': isIdempotent = '201' in config.responses } = config
  const creates = config.method === 'post' && isIdempotent === true
  const need = needOf(config, isForSuperusers)
  const enter = [requireUser(need), ...(isForSuperusers ? [requireSuperuser] : []), countInBudget]
  const bound = [knownQuery(config), boundedBody(config)]
  return createRoute({
    ...config,
    security: securityOf(need),
    middleware: [
      ...(costOf(config) === 'heavy'
        ? [combineSteps(...enter), waitForTurn, combineSteps(...bound)]
        : [combineSteps(...enter, ...bound)]),
      ...(creates ? [repeatable] : []),
    ],
    responses: { ...config.responses, ...problems(401) } as R['responses'],
  })
}

/** Reports and charts are heavy; other operations say so with `x-cost`. */
function costOf(config: Pick<RouteConfig, 'tags'> & { readonly [extension: `x-${string}`]: unknown }): Cost {
  return config['x-cost'] === 'heavy' || config.tags?.includes('portfolio') ? 'heavy' : 'light'
}

/**
 * Lets only a token with this scope in, whatever session there is beside it: for what programs alone call. Throws `auth/token-needed`, `auth/token-invalid` (401),
 * `auth/scope-needed` (403).
 */
export function requireToken(scope: Scope): Step {
  const enter = requireUser({ way: scope, isOfAll: false })
  return (c) => {
    if (bearerOf(c) !== undefined) return enter(c)
    const detail = `Send a token with the scope ${scope}: Authorization: Bearer hf_... POST /api/v1/auth/tokens makes one.`
    throw new AppError('unauthenticated', 'auth/token-needed', detail)
  }
}

function requireUser(need: Need): Step {
  return async (c) => {
    c.set('ctx', { ...c.get('deps'), user: await requireCaller(c, need), concerned: new Set() })
  }
}

const requireSuperuser: Step = (c) => {
  if (!c.get('ctx').user.isSuperuser) throw new AppError('forbidden', 'auth/superuser-only', 'Only a superuser may do this.')
  return undefined
}
