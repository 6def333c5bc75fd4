import type { RouteConfig } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { ZodObject } from 'zod'
import { AppError } from '../shared/errors.ts'
import type { HttpEnv } from './route.ts'

/** The names that the query of an operation may have. */
function queryNamesOf({ request }: Pick<RouteConfig, 'request'>): string[] {
  return request?.query instanceof ZodObject ? Object.keys(request.query.shape) : []
}

/** Refuses a query on operations that take none, so that a typing error is not a silent "everything"; the schemas of the others refuse what they do not know. */
export function knownQuery(config: Pick<RouteConfig, 'request'>): MiddlewareHandler<HttpEnv> {
  const names = queryNamesOf(config)
  return async (c, next) => {
    c.set('queryNames', names)
    const given = config.request?.query === undefined ? Object.keys(c.req.query()) : []
    if (given.length > 0)
      throw new AppError('invalid', 'request/invalid', 'This operation takes no query.', {
        errors: given.slice(0, MAX_NAMED).map((name) => ({ pointer: `/query/${name}`, detail: unknownName([]) })),
      })
    await next()
  }
}

const MAX_NAMED = 100

/** What is said of a name that is not among those that are known. */
export function unknownName(known: readonly string[]): string {
  return `There is no such name in this query; ${known.length === 0 ? 'it takes none' : `known are ${known.join(', ')}`}.`
}
