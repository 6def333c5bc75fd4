import type { RouteConfig } from '@hono/zod-openapi'
import type { Handler } from 'hono'
import type { HttpEnv } from './route.ts'

/** Whether an operation answers JSON or, on request, CSV. */
export function hasCsv({ method, responses }: Pick<RouteConfig, 'method' | 'responses'>): boolean {
  const answer = responses['200']
  const content = (answer !== undefined && 'content' in answer && answer.content) || {}
  return method === 'get' && 'text/csv' in content && 'application/json' in content
}

/** The same operation under its path with `.csv`, which answers CSV whatever the client accepts. Not described: the document splits them. */
export function csvRoute<R extends RouteConfig>(route: R): R {
  return { ...route, path: `${route.path}.csv`, hide: true }
}

/** Answers as if `format=csv` had been requested. */
export function csvHandler(handler: Handler<HttpEnv>): Handler<HttpEnv> {
  return (c, next) => {
    const query: object = c.req.valid('query' as never)
    c.req.addValidatedData('query', { ...query, format: 'csv' })
    return handler(c, next)
  }
}
