import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../shared/errors.ts'
import { bearerOf } from './bearer.ts'
import { clientOf } from './proxy.ts'
import type { HttpContext, HttpEnv } from './route.ts'
import type { Step } from './steps.ts'

/**
 * The headers of every answer. A route that serves HTML or files sets its own Content-Security-Policy, which stays. `isShared`: pages
 * of other origins of the same site may show our images. `isPage`: browsers say `Origin: null` of forms of a page that gives no referrer.
 */
export function securityHeaders({ isShared, isPage }: { isShared: boolean; isPage: boolean }) {
  return secureHeaders({
    xFrameOptions: 'DENY',
    referrerPolicy: isPage ? 'same-origin' : 'no-referrer',
    crossOriginResourcePolicy: isShared ? 'same-site' : 'same-origin',
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: false,
    xXssProtection: false,
    xDownloadOptions: false,
    xDnsPrefetchControl: false,
    xPermittedCrossDomainPolicies: false,
    originAgentCluster: false,
  })
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that a browser sends for another site (`auth/cross-site`). `Sec-Fetch-Site`, which no page can write,
 * decides where there is one: a proxy may have changed `Host`. Without it `Origin` must be the host or PUBLIC_URL. Requests with
 * neither come from scripts and pass, and so do those with a token, which no browser adds by itself.
 */
export function refuseCrossSite(c: HttpContext): void {
  if (!SAFE.has(c.req.method) && bearerOf(c) === undefined) refuseForeign(c)
}

/** The same for every request, with a token too: for what a page whose name points at this machine must not reach (DNS rebinding). */
export const requireOwnOrigin: Step = (c) => {
  refuseForeign(c)
  return undefined
}

/**
 * For forms of the pages: an `Origin` that is not where the pages are served is refused, whatever `Sec-Fetch-Site` says. Behind a proxy that changes
 * `Host` it is PUBLIC_URL that says where that is.
 */
export const requireOwnPage: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const origin = c.req.header('origin')
  if (origin !== undefined && !isOwn(c, origin))
    throw new AppError(
      'forbidden',
      'auth/cross-site',
      'This form came from another site and was refused. If the site is yours, set PUBLIC_URL to its address.',
    )
  await next()
}

function refuseForeign(c: HttpContext): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return
  const { config } = c.var.deps
  if (origin !== undefined && config.corsOrigins.includes(origin)) return
  if (origin !== undefined && (isPublic(c, origin) || (site === undefined && isOwn(c, origin)))) return
  throw new AppError(
    'forbidden',
    'auth/cross-site',
    'This request came from another site and was refused. If the site is yours, add it to CORS_ORIGINS.',
  )
}

function isOwn(c: HttpContext, origin: string): boolean {
  return isPublic(c, origin) || hostOf(origin) === clientOf(c).host.toLowerCase()
}

function isPublic(c: HttpContext, origin: string): boolean {
  const { publicUrl } = c.var.deps.config
  return publicUrl !== null && origin === new URL(publicUrl).origin
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host.toLowerCase() : undefined
}
