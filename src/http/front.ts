import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../context.ts'
import { compressAnswer } from './compress.ts'
import { limitBody } from './limits.ts'
import type { HttpContext, HttpEnv } from './route.ts'
import { refuseCrossSite } from './security-headers.ts'

const SLOW_MILLISECONDS = 1_000

/** What happens to every request before and after its room: Deps and id in, cross-site and size checks, then log and compression. */
export function front(deps: Deps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const began = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
    c.set('deps', deps)
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    refuseCrossSite(c)
    limitBody(c)
    await next()
    logRequest(c, performance.now() - began)
    await compressAnswer(c)
  }
}

function logRequest(c: HttpContext, milliseconds: number): void {
  const { log } = c.var.deps
  const status = c.res.status
  const routine = status < 400 && c.req.method === 'GET' && milliseconds < SLOW_MILLISECONDS
  const level = status >= 500 ? 'error' : routine ? 'debug' : 'info'
  log[level]('request', {
    request_id: c.var.requestId,
    method: c.req.method,
    path: c.req.path,
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...(c.var.ctx === undefined ? {} : { user_id: c.var.ctx.user.id }),
  })
}
