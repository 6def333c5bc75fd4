import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono } from 'hono'
import type { Deps } from './context.ts'
import { allowOrigins } from './http/cors.ts'
import { drainUnread } from './http/drain.ts'
import { firstPageRoutes, isPage } from './http/first-page.ts'
import { createPathRouter } from './http/path-router.ts'
import { observeRequests, pipeline } from './http/pipeline.ts'
import { answerProblem } from './http/problem.ts'
import { createRouter, type HttpContext, type HttpEnv } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { answerUnknown, nothingHere } from './http/unknown-address.ts'
import { AppError } from './shared/errors.ts'

type Router = OpenAPIHono<HttpEnv>
type Load = () => Promise<() => Router>

/** The path of the room outside `/api/v1`, which asks the interface as its caller does. */
const MCP = '/mcp'
/** Two segments: reading reports of brokers takes much code, and what else is below the first needs none of it. */
const IMPORTS = 'brokers/import'
/** In place of a segment: what is no operation but a page for people. */
const PAGES = ' pages'

const users: Load = () => import('./users/routes.ts').then((room) => room.userRoutes)
const plainText: Load = () => import('./transactions/plain/plain-text.routes.ts').then((room) => room.plainTextRoutes)
const mcp = () => import('./mcp/routes.ts').then((room) => room.mcpRoutes)
const docs: Load = () => import('./docs/routes.ts').then((room) => () => room.docsRoutes(createRooms))

/**
 * Every room, in the order of the documentation, under the first segment of its paths below `/api/v1`. A room is loaded with the first
 * request for it: making all its schemas takes longer than starting the program.
 */
const ROOMS: readonly (readonly [segment: string, load: Load])[] = [
  ['auth', () => import('./auth/routes.ts').then((room) => room.authRoutes)],
  ['auth', () => import('./auth/profile.routes.ts').then((room) => room.profileRoutes)],
  ['auth', () => import('./auth/factor/routes.ts').then((room) => room.secondFactorRoutes)],
  ['auth', () => import('./tokens/routes.ts').then((room) => room.tokenRoutes)],
  ['auth', () => import('./auth/oidc/routes.ts').then((room) => room.oidcRoutes)],
  ['settings', () => import('./settings/routes.ts').then((room) => room.settingsRoutes)],
  ['jobs', () => import('./jobs/routes.ts').then((room) => room.jobRoutes)],
  ['utilities', () => import('./reference/routes.ts').then((room) => room.referenceRoutes)],
  ['uploads', () => import('./uploads/routes.ts').then((room) => room.uploadRoutes)],
  ['fx', () => import('./fx/routes.ts').then((room) => room.fxRoutes)],
  ['fx', () => import('./fx/rate.routes.ts').then((room) => room.fxRateRoutes)],
  ['fx', () => import('./fx/coverage.routes.ts').then((room) => room.fxCoverageRoutes)],
  ['assets', () => import('./prices/routes.ts').then((room) => room.priceRoutes)],
  ['assets', () => import('./prices/held.routes.ts').then((room) => room.heldPriceRoutes)],
  ['assets', () => import('./prices/bulk/bulk.routes.ts').then((room) => room.manyPriceRoutes)],
  ['assets', () => import('./prices/refresh.routes.ts').then((room) => room.refreshRoutes)],
  ['assets', () => import('./prices/suggest/suggest.routes.ts').then((room) => room.suggestRoutes)],
  ['assets', () => import('./prices/identify.routes.ts').then((room) => room.identifyRoutes)],
  ['assets', () => import('./assets/batch.routes.ts').then((room) => room.assetBatchRoutes)],
  ['assets', () => import('./assets/routes.ts').then((room) => room.assetRoutes)],
  ['assets', () => import('./assets/history.routes.ts').then((room) => room.historyRoutes)],
  ['brokers', () => import('./access/routes.ts').then((room) => room.accessRoutes)],
  ['transactions', () => import('./portfolio/proposals/routes.ts').then((room) => room.proposalRoutes)],
  ['transactions', () => import('./transactions/routes.ts').then((room) => room.transactionRoutes)],
  ['transactions.beancount', plainText],
  ['transactions.journal', plainText],
  ['assets', () => import('./transactions/merge.routes.ts').then((room) => room.mergeRoutes)],
  ['portfolio', () => import('./portfolio/routes.ts').then((room) => room.portfolioRoutes)],
  ['portfolio', () => import('./portfolio/charts/routes.ts').then((room) => room.chartRoutes)],
  ['brokers', () => import('./brokers/routes.ts').then((room) => room.brokerRoutes)],
  [IMPORTS, () => import('./imports/routes.ts').then((room) => room.importRoutes)],
  ['webhooks', () => import('./webhooks/routes.ts').then((room) => room.webhookRoutes)],
  ['search', () => import('./search/routes.ts').then((room) => room.searchRoutes)],
  ['backup', () => import('./backup/routes.ts').then((room) => room.backupRoutes)],
  ['users', users],
  ['auth', users],
  ['system', () => import('./system/routes.ts').then((room) => room.systemRoutes)],
  ['backup', () => import('./backup/export.routes.ts').then((room) => room.exportRoutes)],
  ['backup', () => import('./backup/import.routes.ts').then((room) => room.importExportRoutes)],
  ['openapi.json', docs],
  ['docs', docs],
  ['redoc', docs],
  ['scalar', docs],
]

/** Rooms that no plugin has a part in: loading those takes longer than the rest. An operation that is an exception loads them itself. */
const WITHOUT_PLUGINS: ReadonlySet<string> = new Set([
  'system',
  'settings',
  'jobs',
  'uploads',
  'transactions',
  'webhooks',
  'backup',
])

export type Server = {
  /** Answers a request; `env` carries Bun's server. */
  readonly fetch: (request: Request, env?: HttpEnv['Bindings']) => Response | Promise<Response>
  /** The same from a path, for tests. */
  readonly request: (target: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Has the room there that reads reports of brokers. */
  readonly loadImports: () => Promise<void>
}

/** The whole service: every room below `/api/v1`, each loaded when it is needed. The only file that knows all rooms. */
export function createServer(deps: Deps): Server {
  const apps = new Map<string, Router>()
  const elsewhere = createApp(deps, [])
  const segments = new Set(ROOMS.map(([segment]) => segment))
  const prefix = `${deps.config.basePath}/api/v1/`
  const openPages = async (): Promise<Router> => {
    const { answerPageProblem, pageRoutes } = await import('./web/serve.tsx')
    const pages: Pages = {
      router: pageRoutes({ fetch, basePath: deps.config.basePath }),
      answerProblem: (error, c) => answerPageProblem(error, c, fetch),
    }
    const app = createApp(deps, [], { pages })
    apps.set(PAGES, app)
    return app
  }
  const open = async (segment: string): Promise<Router> => {
    if (!WITHOUT_PLUGINS.has(segment)) await deps.loadPlugins?.()
    const routers = await Promise.all(ROOMS.flatMap(([key, load]) => (key === segment ? [load()] : [])))
    const app =
      apps.get(segment) ??
      createApp(
        deps,
        routers.map((create) => create()),
      )
    apps.set(segment, app)
    return app
  }
  const openMcp = async (): Promise<Router> => {
    const create = await mcp()
    const app = apps.get(MCP) ?? createApp(deps, [create((request) => fetch(request))], { below: deps.config.basePath || '/' })
    apps.set(MCP, app)
    return app
  }
  const fetch: Server['fetch'] = (request, env = {}) => {
    const segment = segmentOf(request.url, prefix) || placeOf(request, deps.config.basePath)
    const app = apps.get(segment)
    if (app) return app.fetch(request, env)
    if (segment === MCP) return openMcp().then((opened) => opened.fetch(request, env))
    if (segment === PAGES) return openPages().then((opened) => opened.fetch(request, env))
    return segments.has(segment) ? open(segment).then((opened) => opened.fetch(request, env)) : elsewhere.fetch(request, env)
  }
  return {
    fetch,
    loadImports: async () => void (await open(IMPORTS)),
    request: async (target, init) => fetch(target instanceof Request ? target : new Request(addressOf(target), init)),
  }
}

/** The pages, whose problems are pages too. */
type Pages = {
  readonly router: Hono<HttpEnv>
  readonly answerProblem: (error: unknown, c: HttpContext) => Promise<Response>
}
/** Rooms stand below `below` (default: where the interface is), pages where they say themselves. */
type Place = { readonly below?: string; readonly pages?: Pages }

/** Some rooms with everything that happens to their requests before and after; without any, what stands above them all, or the `pages`. */
export function createApp(deps: Deps, routers: readonly Router[], { below, pages }: Place = {}): Router {
  const app = new OpenAPIHono<HttpEnv>({ router: createPathRouter() })
  const { corsOrigins } = deps.config
  app.use(securityHeaders({ isShared: corsOrigins.length > 0, isPage: pages !== undefined }))
  if (corsOrigins.length > 0) app.use(allowOrigins(corsOrigins))
  if (deps.metrics) app.use(observeRequests(deps.metrics))
  app.use(
    pipeline(deps, {
      budgetLimits: async () => (await import('./settings/service.ts')).readBudget(deps),
      admit: async (name) => (await import('./auth/header.service.ts')).admitByHeader(deps, name),
    }),
  )
  for (const router of routers) app.route(below ?? `${deps.config.basePath}/api/v1`, router)
  if (pages) app.route('/', pages.router)
  else if (routers.length === 0) app.route('/', firstPageRoutes(deps.config.basePath))
  app.notFound(async (c) => {
    await drainUnread(c.req.raw)
    return pages ? pages.answerProblem(nothingHere(), c) : answerUnknown(app, c)
  })
  app.onError(async (error, c) => {
    await drainUnread(c.req.raw)
    if (pages) return pages.answerProblem(error, c)
    const isUnknown = error instanceof AppError && error.code === 'request/not-found'
    return isUnknown ? answerUnknown(app, c) : answerProblem(error, c)
  })
  return app
}

/** Every room in one router, without the prefix: what the OpenAPI document describes. */
export async function createRooms(): Promise<Router> {
  const rooms = createRouter()
  for (const load of new Set(ROOMS.map(([, load]) => load))) rooms.route('/', (await load())())
  return rooms
}

/** What a request is for that is not for the interface: the tools of language models, a page, or neither. */
function placeOf(request: Request, basePath: string): string {
  if (isAt(request.url, `${basePath}${MCP}`)) return MCP
  return isPage(request, basePath) ? PAGES : ''
}

function addressOf(target: string | URL): string {
  return String(target).startsWith('/') ? `http://localhost${target}` : String(target)
}

/** Whether an address has this path. */
function isAt(url: string, path: string): boolean {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  return url.startsWith(path, start) && '?#'.includes(url.charAt(start + path.length))
}

/** `brokers` of `http://host/api/v1/brokers/1?x`, and of `/brokers.csv`, but for what is below `IMPORTS`; empty when the path does not begin with the prefix. */
function segmentOf(url: string, prefix: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  if (!url.startsWith(prefix, path)) return ''
  const start = path + prefix.length
  if (url.startsWith(`${IMPORTS}/`, start)) return IMPORTS
  let end = start
  while (end < url.length && !'/?#'.includes(url.charAt(end))) end += 1
  const segment = url.slice(start, end)
  return segment.endsWith('.csv') ? segment.slice(0, -'.csv'.length) : segment
}
