import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type Activity, createActivity, inActivity, statementsForLog } from '../activity.ts'
import type { Deps, OpenSpan, RequestMetrics } from '../context.ts'
import { finishAnswer } from './finish.ts'
import { requireKnownHost } from './known-host.ts'
import { refuseHugeBody } from './limits.ts'
import type { HttpContext, HttpEnv, Rooms } from './route.ts'
import { refuseCrossSite } from './security-headers.ts'
import { guardStorage } from './storage.ts'

const NOT_ROUTINE_MILLISECONDS = 1_000

/**
 * What happens to every request before and after its room: Deps and id in, cross-site and size checks, then the log and what `finishAnswer`
 * does.
 */
export function pipeline(deps: Deps, rooms: Rooms): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const began = performance.now()
    const given = c.req.header('x-request-id')
    const requestId = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : crypto.randomUUID()
    c.set('deps', deps)
    c.set('requestId', requestId)
    c.set('budgetLimits', rooms.budgetLimits)
    c.set('admit', rooms.admit)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    requireKnownHost(c)
    refuseCrossSite(c)
    refuseHugeBody(c)
    const guarding = guardStorage(c)
    if (guarding !== undefined) await guarding
    const open = deps.tracer?.begin({ kind: 'server', traceparent: c.req.header('traceparent') })
    const activity = createActivity(requestId, open?.span)
    await inActivity(activity, next)
    logRequest(c, performance.now() - began, activity)
    if (open) endSpan(c, open, activity)
    await finishAnswer(c)
  }
}

/** Who called, as far as the guard knows; of a token its id. */
function callerOf(c: HttpContext) {
  // Only routes for users have it.
  const ctx = c.get('ctx') as HttpContext['var']['ctx'] | undefined
  if (ctx === undefined) return {}
  const { id, bearer } = ctx.user
  return { user_id: id, ...(bearer && { bearer_id: bearer.id }) }
}

function logRequest(c: HttpContext, milliseconds: number, activity: Activity): void {
  const { log, config } = c.get('deps')
  const status = c.res.status
  const routine = status < 400 && c.req.method === 'GET' && milliseconds < NOT_ROUTINE_MILLISECONDS
  const level = status === 500 ? 'error' : status > 500 ? 'warn' : routine ? 'debug' : 'info'
  const isSlow = config.slowMilliseconds > 0 && milliseconds >= config.slowMilliseconds
  if (!isSlow && !log.takes(level)) return
  const fields = {
    request_id: c.get('requestId'),
    method: c.req.method,
    path: c.req.path,
    status,
    milliseconds: Math.round(milliseconds * 10) / 10,
    ...callerOf(c),
  }
  log[level]('request', fields)
  if (isSlow) log.warn('slow request', { ...fields, ...statementsForLog(activity) })
}

function endSpan(c: HttpContext, open: OpenSpan, activity: Activity): void {
  const [route, { method }, { status }] = [routeOf(c), c.req, c.res]
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status }
  const id = { 'holdfast.request_id': c.var.requestId }
  open.end({ name: `${method} ${route}`, attributes: { ...attributes, ...id }, isFault: status >= 500, activity })
}

/** Tells `metrics` of every answer, refusals and errors too. Stands before `pipeline`. */
export function observeRequests({ observe }: RequestMetrics): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const began = performance.now()
    await next()
    observe({
      route: routeOf(c),
      method: c.req.method,
      status: c.res.status,
      seconds: (performance.now() - began) / 1_000,
    })
  }
}

/** The pattern of the handler that answered, or would have; never what the client wrote. */
function routeOf(c: HttpContext): string {
  const routes = matchedRoutes(c)
  const path = [routes[c.req.routeIndex], ...routes].find((route) => route !== undefined && !route.path.includes('*'))?.path
  return path?.replace(/:(\w+)/g, '{$1}') ?? 'unmatched'
}
