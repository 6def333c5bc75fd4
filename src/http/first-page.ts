import { createRouter } from './route.ts'

/** What somebody types who has read only the host and port that the service listens on. */
const FIRST_PAGES = ['/api', '/api/v1', '/docs', '/swagger', '/redoc', '/scalar', '/openapi.json'] as const

/** These pages exist below `/api/v1`; all others lead to the first. */
const BELOW_API = new Set<string>(['/docs', '/redoc', '/scalar', '/openapi.json'])

/** A keep, drawn by us. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f4f82" d="M5 4h5v4h3V4h6v4h3V4h5v9l-3 3v12h-6v-6a2 2 0 0 0-4 0v6H8V16l-3-3z"/></svg>'
const DAY_SECONDS = 86_400

/** The ways to the documentation, above `/api/v1`, below the path that the service is served under. The icon is for browsers, which always ask for it. */
export function firstPageRoutes(basePath: string) {
  const router = createRouter()
  for (const path of FIRST_PAGES) {
    const target = `${basePath}/api/v1${BELOW_API.has(path) ? path : '/docs'}`
    router.get(`${basePath}${path}`, (c) => c.redirect(target, 302))
  }
  router.get('/favicon.ico', (c) => {
    c.header('Cache-Control', `public, max-age=${DAY_SECONDS}`)
    return c.body(ICON, 200, { 'Content-Type': 'image/svg+xml' })
  })
  return router
}

/**
 * Whether a request is for a page of the web interface: below the path that the service is served under, and neither the interface nor one of
 * the ways to it. What a program asks for that is no page is answered as JSON.
 */
export function isPage(request: Request, basePath: string): boolean {
  const { pathname } = new URL(request.url)
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return false
  const path = pathname.slice(basePath.length).replace(/\/+$/, '') || '/'
  return !ELSEWHERE.has(path) && !path.startsWith('/api/')
}
const ELSEWHERE = new Set<string>([...FIRST_PAGES, '/favicon.ico'])
