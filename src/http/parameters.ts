import type { RouteConfig } from '@hono/zod-openapi'
import { z } from '@hono/zod-openapi'
import { AppError } from '../shared/errors.ts'
import { notAcceptable } from './json-body.ts'
import { unknownName } from './query-names.ts'
import type { HttpContext } from './route.ts'
import { refusedIssues } from './validate.ts'

type Schema = NonNullable<RouteConfig['request']>['query' | 'params']

/**
 * Checks the query and the parameters of the path; `c.req.valid` has them from then on. At once: zod compiles such a check, which it does for none that could wait.
 * Throws `request/invalid` (422) with all faults of the query, `request/not-found` (404) for a path.
 */
export function readParameters(c: HttpContext, query: Schema, params: Schema): void {
  if (query !== undefined) {
    const read = z.safeParse(query, queryOf(c))
    if (!read.success) throw notAcceptable(refusedIssues(read.error.issues, '/query', unknownName(c.get('queryNames'))))
    c.req.addValidatedData('query', read.data as object)
  }
  if (params !== undefined) {
    const read = z.safeParse(params, c.req.param())
    if (!read.success) throw new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
    c.req.addValidatedData('param', read.data as object)
  }
}

/** A name that stands there once has its text, others the list of theirs. */
function queryOf(c: HttpContext): Record<string, string | string[]> {
  const given = Object.entries(c.req.queries())
  return Object.fromEntries(
    given.map(([name, [first, ...more]]) => [name, more.length === 0 ? (first ?? '') : [first ?? '', ...more]]),
  )
}
