/** Requests for addresses that a router does not have. */
import type { OpenAPIHono } from '@hono/zod-openapi'
import { AppError } from '../shared/errors.ts'
import { answerProblem, methodNotAllowed } from './problem.ts'
import type { HttpContext, HttpEnv } from './route.ts'

type Router = OpenAPIHono<HttpEnv>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** A slash too many at the end of what is read leads to the address without it; else 404, or what the address takes when it exists for other methods: 405, and 204 for OPTIONS, with `Allow`. */
export function answerUnknown(app: Router, c: HttpContext): Response {
  const path = c.req.path.replace(/\/+$/, '')
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (isRead && path !== c.req.path && methodsAt(app, path).includes('GET'))
    return c.redirect(path + new URL(c.req.url).search, 308)
  const allowed = methodsAt(app, c.req.path)
  if (c.req.method === 'OPTIONS' && allowed.length > 0) {
    c.header('Allow', ['OPTIONS', ...allowed].join(', '))
    return c.body(null, 204)
  }
  if (allowed.length > 0 && !allowed.includes(c.req.method)) return methodNotAllowed(c, allowed)
  return answerProblem(nothingHere(), c)
}

export function nothingHere(): AppError {
  return new AppError('not-found', 'request/not-found', 'There is nothing at this address. The documentation is at /api/v1/docs.')
}

/** The methods of the most literal pattern that fits a path: `/assets/search` is no `/assets/{id}`. */
function methodsAt(app: Router, path: string): string[] {
  const found = METHODS.flatMap((method) =>
    app.router
      .match(method, path)[0]
      .flatMap(([[, route]]) => (route.method === method ? [{ method, pattern: route.path }] : [])),
  )
  const parametersOf = (pattern: string) => pattern.split('/:').length
  const [best] = found.map(({ pattern }) => pattern).sort((a, b) => parametersOf(a) - parametersOf(b))
  const methods: string[] = METHODS.filter((method) => found.some((each) => each.method === method && each.pattern === best))
  return methods.includes('GET') ? ['HEAD', ...methods] : methods
}
