import type { RouteConfig } from '@hono/zod-openapi'
import { ZodObject } from 'zod'
import { AppError } from '../shared/errors.ts'
import type { Step } from './steps.ts'

/** The names that the query of an operation may have. */
function queryNamesOf({ request }: Pick<RouteConfig, 'request'>): string[] {
  return request?.query instanceof ZodObject ? Object.keys(request.query.shape) : []
}

/** Refuses a query on operations that take none, so that a typing error is not a silent "everything"; the schemas of the others refuse what they do not know. */
export function knownQuery(config: Pick<RouteConfig, 'request'>): Step {
  const names = queryNamesOf(config)
  const takesNone = config.request?.query === undefined
  return (c) => {
    c.set('queryNames', names)
    const given = takesNone ? Object.keys(c.req.query()) : []
    if (given.length > 0)
      throw new AppError('invalid', 'request/invalid', 'This operation takes no query.', {
        errors: given.slice(0, MAX_NAMED).map((name) => ({ pointer: `/query/${name}`, detail: unknownName([]) })),
      })
    return undefined
  }
}

const MAX_NAMED = 100

/** What is said of a name that is not among those that are known. */
export function unknownName(known: readonly string[]): string {
  return `There is no such name in this query; ${known.length === 0 ? 'it takes none' : `known are ${known.join(', ')}`}.`
}
