import { OpenAPIHono } from '@hono/zod-openapi'
import { accessRoutes } from './access/routes.ts'
import { priceRoutes } from './assets/prices.routes.ts'
import { refreshRoutes } from './assets/refresh.routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { profileRoutes } from './auth/profile.routes.ts'
import { authRoutes } from './auth/routes.ts'
import { brokerRoutes } from './brokers/routes.ts'
import type { Deps } from './context.ts'
import { docsRoutes } from './docs/routes.ts'
import { fxRateRoutes } from './fx/rate.routes.ts'
import { fxRoutes } from './fx/routes.ts'
import { allowOrigins } from './http/cors.ts'
import { drainUnread } from './http/drain.ts'
import { front, observeRequests } from './http/front.ts'
import { answerProblem, methodNotAllowed } from './http/problem.ts'
import { createRouter, type HttpContext, type HttpEnv } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { importRoutes } from './imports/routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { portfolioRoutes } from './portfolio/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { AppError } from './shared/errors.ts'
import { systemRoutes } from './system/routes.ts'
import { mergeRoutes } from './transactions/merge.routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { userRoutes } from './users/routes.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The whole service as one fetch handler: every room mounted below `/api/v1`. The only file that knows all rooms. */
export function createServer(deps: Deps): OpenAPIHono<HttpEnv> {
  const rooms = createRooms()
  const app = new OpenAPIHono<HttpEnv>()
  const { corsOrigins } = deps.config
  app.use(securityHeaders({ isShared: corsOrigins.length > 0 }))
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins))
  if (deps.metrics) app.use(observeRequests(deps.metrics))
  app.use(front(deps))
  app.route(`${deps.config.basePath}/api/v1`, rooms)
  app.notFound(async (c) => {
    await drainUnread(c.req.raw)
    return answerUnknown(app, c)
  })
  app.onError(async (error, c) => {
    await drainUnread(c.req.raw)
    return answerProblem(error, c)
  })
  return app
}

/** Every room, without the prefix: what the OpenAPI document describes. */
export function createRooms(): OpenAPIHono<HttpEnv> {
  const rooms = createRouter()
  rooms.route('/', authRoutes())
  rooms.route('/', profileRoutes())
  rooms.route('/', settingsRoutes())
  rooms.route('/', jobRoutes())
  rooms.route('/', referenceRoutes())
  rooms.route('/', uploadRoutes())
  rooms.route('/', fxRoutes())
  rooms.route('/', fxRateRoutes())
  rooms.route('/', priceRoutes())
  rooms.route('/', refreshRoutes())
  rooms.route('/', assetRoutes())
  rooms.route('/', accessRoutes())
  rooms.route('/', transactionRoutes())
  rooms.route('/', mergeRoutes())
  rooms.route('/', portfolioRoutes())
  rooms.route('/', brokerRoutes())
  rooms.route('/', importRoutes())
  rooms.route('/', userRoutes())
  rooms.route('/', systemRoutes())
  rooms.route(
    '/',
    docsRoutes(() => rooms),
  )
  return rooms
}

function answerUnknown(app: OpenAPIHono<HttpEnv>, c: HttpContext): Response {
  const others = METHODS.filter((method) => method !== c.req.method && isRouted(app, method, c.req.path))
  if (others.length > 0) return methodNotAllowed(c, others)
  return answerProblem(
    new AppError('not-found', 'request/not-found', 'There is nothing at this address. The documentation is at /api/v1/docs.'),
    c,
  )
}

function isRouted(app: OpenAPIHono<HttpEnv>, method: string, path: string): boolean {
  return app.router.match(method, path)[0].some(([[, route]]) => route.method === method)
}
