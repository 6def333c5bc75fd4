import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './route.ts'

/** For operations whose fields are all optional: a request without body, or with an empty one, counts as `{}`. */
export const emptyBodyAsObject: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { raw } = c.req
  if (raw.body === null || raw.headers.get('content-length') === '0') {
    const headers = new Headers(raw.headers)
    headers.set('Content-Type', 'application/json')
    headers.delete('Content-Length')
    c.req.raw = new Request(raw.url, { method: raw.method, headers, body: '{}' })
  }
  await next()
}
