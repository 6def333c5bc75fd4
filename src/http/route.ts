import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Server } from 'bun'
import type { Context, Handler } from 'hono'
import type { Ctx, Deps } from '../context.ts'
import type { BudgetLimits } from './budget.ts'
import { csvHandler, csvRoute, hasCsv } from './csv-route.ts'
import { jsonBodyOf, readJsonBody } from './json-body.ts'
import { boundedBody } from './limits.ts'
import { readParameters } from './parameters.ts'
import { knownQuery } from './query-names.ts'
import { combineSteps } from './steps.ts'

/** What a request carries. `ctx` is there on routes made by `userRoute` and `adminRoute` only. */
export type HttpEnv = {
  Bindings: { server?: Server<undefined> }
  Variables: { deps: Deps; ctx: Ctx; requestId: string; queryNames: readonly string[] } & Rooms
}
/** What requests need of rooms, none of which is known here. */
export type Rooms = {
  /** What one user may have. */
  readonly budgetLimits: () => Promise<BudgetLimits>
  /** The user whom a trusted proxy names. */
  readonly admit: (name: string) => Promise<{ readonly id: number; readonly username: string }>
}
export type HttpContext = Context<HttpEnv>

type Router = OpenAPIHono<HttpEnv>

/** What is missing is said so, in every shape that says nothing of its own. */
z.config({
  customError: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? 'Is missing.' : undefined),
})

/**
 * A router whose validation faults become one problem with a pointer per fault; what answers CSV, too, has a path of its own for it. What comes in is checked here and not by zod-openapi:
 * parameters by `readParameters` in one go, JSON bodies by `readJsonBody`, which judges sizes before contents.
 */
export function createRouter(): Router {
  const router = new OpenAPIHono<HttpEnv>()
  const add = router.openapi as unknown as (route: RouteConfig, handler: Handler<HttpEnv>) => Router
  const openapi = (route: RouteConfig, handler: Handler<HttpEnv>) => {
    const { middleware: _, hide, ...described } = route
    if (hide !== true) router.openAPIRegistry.registerPath(described)
    const bare = { ...route, request: unread(route), hide: true }
    if (hasCsv(route)) add(csvRoute(bare), reading(route, csvHandler(handler)))
    return add(bare, reading(route, handler))
  }
  router.openapi = openapi as unknown as Router['openapi']
  return router
}

/** What is left for zod-openapi to read. */
function unread(route: RouteConfig): NonNullable<RouteConfig['request']> {
  const { query: _, params: __, body, ...others } = route.request ?? {}
  return body === undefined || jsonBodyOf(route) ? others : { ...others, body }
}

/** The same handler, for which what comes in was read. */
function reading(route: RouteConfig, handler: Handler<HttpEnv>): Handler<HttpEnv> {
  const body = jsonBodyOf(route)
  const { query, params } = route.request ?? {}
  if (body === undefined)
    return (c, next) => {
      readParameters(c, query, params)
      return handler(c, next)
    }
  return async (c, next) => {
    readParameters(c, query, params)
    c.req.addValidatedData('json', (await readJsonBody(c, body)) as object)
    return handler(c, next)
  }
}

/** A route that anyone may call. */
export function publicRoute<P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(config: R) {
  return createRoute({ ...config, security: [], middleware: [combineSteps(knownQuery(config), boundedBody(config))] })
}
