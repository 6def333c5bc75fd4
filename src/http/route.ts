import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Server } from 'bun'
import type { Context, Handler } from 'hono'
import type { Ctx, Deps } from '../context.ts'
import { AppError } from '../shared/errors.ts'
import type { BudgetLimits } from './budget.ts'
import { csvHandler, csvRoute, hasCsv } from './csv-route.ts'
import { jsonBodyOf, notAcceptable, readJsonBody } from './json-body.ts'
import { boundedBody } from './limits.ts'
import { knownQuery, unknownName } from './query-names.ts'
import { refusedIssues, type ValidationIssue } from './validate.ts'

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
type Hook = Parameters<Router['openapi']>[2]

/** What is missing is said so, in every shape that says nothing of its own. */
z.config({
  customError: (issue) => (issue.code === 'invalid_type' && issue.input === undefined ? 'Is missing.' : undefined),
})

/**
 * A router whose validation faults become one problem with a pointer per fault; what answers CSV, too, has a path of its own for it. Queries and parameters are checked by zod-openapi; JSON
 * bodies by `readJsonBody`, which judges sizes before contents.
 */
export function createRouter(): Router {
  const router = new OpenAPIHono<HttpEnv>({
    defaultHook: (result, c) => {
      if (result.success) return
      if (result.target === 'param') throw new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
      const issues = result.error.issues as readonly ValidationIssue[]
      throw notAcceptable(refusedIssues(issues, `/${result.target}`, unknownName(c.var.queryNames)))
    },
  })
  const add = router.openapi as unknown as (route: RouteConfig, handler: Handler<HttpEnv>, hook: Hook) => Router
  const openapi = (route: RouteConfig, handler: Handler<HttpEnv>, hook: Hook) => {
    const body = jsonBodyOf(route)
    if (hasCsv(route)) add(csvRoute(route), csvHandler(handler), hook)
    if (!body) return add(route, handler, hook)
    const { middleware: _, hide, ...described } = route
    if (hide !== true) router.openAPIRegistry.registerPath(described)
    const { body: __, ...request } = route.request ?? {}
    const reading: Handler<HttpEnv> = async (c, next) => {
      c.req.addValidatedData('json', (await readJsonBody(c, body)) as object)
      return handler(c, next)
    }
    return add({ ...route, request, hide: true }, reading, hook)
  }
  router.openapi = openapi as unknown as Router['openapi']
  return router
}

/** A route that anyone may call. */
export function publicRoute<P extends string, R extends Omit<RouteConfig, 'path'> & { path: P }>(config: R) {
  return createRoute({ ...config, security: [], middleware: [knownQuery(config), boundedBody(config)] })
}
