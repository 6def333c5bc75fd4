import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { drainUnread } from '../http/drain.ts'
import { answerProblem, knownError, type ProblemBody, problemOf } from '../http/problem.ts'
import type { HttpContext, HttpEnv } from '../http/route.ts'
import { requireOwnPage } from '../http/security-headers.ts'
import { cookieAttributes } from '../session/cookie.ts'
import { AppError, titleOf } from '../shared/errors.ts'
import { answerView, setPageHeaders } from './answer.tsx'
import { type Ask, createAsk, Refusal } from './ask.ts'
import { embeddedFiles } from './embedded.ts'
import { type FormView, readForm, untouched } from './form.ts'
import { ProblemView } from './parts/problem.tsx'
import { anyReader, type Reader, readReader } from './reader.ts'
import { ENTRIES } from './routes.ts'
import { askFor, problemFor } from './sentences.ts'
import { lateSignIn } from './sign-in/late.tsx'
import type { Action, Entry, Lead, Posted, View, Visit } from './visit.ts'

type Fetch = Parameters<typeof createAsk>[1]

/** One request and everything that answering it needs. */
type Call = {
  readonly c: HttpContext
  readonly entry: Entry
  readonly ask: Ask
  readonly cookies: string[]
}

/** Every page of the web interface, below BASE_PATH. `fetch` answers requests to the interface: pages know no other way to data. */
export function pageRoutes({ fetch, basePath }: { fetch: Fetch; basePath: string }): Hono<HttpEnv> {
  const router = new Hono<HttpEnv>({ strict: true })
  router.get(`${basePath}/-/:build/:name`, sendFile)
  router.get(`${basePath}/manifest.webmanifest`, sendManifest)
  for (const entry of ENTRIES) {
    const path = `${basePath}${entry.path === '/' && basePath !== '' ? '' : entry.path}`
    const begin = (c: HttpContext): Call => {
      const cookies: string[] = []
      return { c, entry, cookies, ask: createAsk(c, fetch, cookies) }
    }
    const paths = entry.path === '/' && basePath !== '' ? [path, `${basePath}/`] : [path]
    router.on('GET', paths, (c) => answer(begin(c), show))
    router.on('POST', paths, requireOwnPage, (c) => answer(begin(c), act))
  }
  return router
}

/** Whether there is a page at a path (without BASE_PATH and query). */
export function hasPage(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}
const PATTERNS = ENTRIES.filter(({ page }) => page !== undefined).map(
  ({ path }) => new RegExp(`^${path.replace(/:id\b/g, '(\\d+|[\\da-f-]{36})').replace(/:\w+/g, '[\\w-]+')}$`),
)
const SITE = { hasPage }

/** What a refused or failed request for a page is answered with: a page that says why; to programs the problem itself. */
export async function answerPageProblem(error: unknown, c: HttpContext, fetch: Fetch): Promise<Response> {
  if (!(c.req.header('accept') ?? '').includes('text/html')) return answerProblem(error, c)
  const { basePath } = c.var.deps.config
  const path = c.req.path.replace(/\/+$/, '')
  if (path !== c.req.path && c.req.method === 'GET' && hasPage(path.slice(basePath.length)))
    return c.redirect(path + new URL(c.req.url).search, 308)
  const cookies: string[] = []
  const call = { c, entry: { path: '' }, cookies, ask: createAsk(c, fetch, cookies) }
  return problemPage(call, await readerOrNobody(call), error)
}

async function answer(call: Call, make: (call: Call) => Promise<Response>): Promise<Response> {
  const { c, cookies } = call
  const answered = await make(call).catch((error: unknown) => recover(call, error))
  if (call.entry.receiver) await drainUnread(c.req.raw)
  for (const cookie of cookies) answered.headers.append('Set-Cookie', cookie)
  c.res = answered
  return answered
}

/** Who must sign in is led there; all else becomes a page that says what is wrong. */
async function recover(call: Call, error: unknown): Promise<Response> {
  const { c } = call
  if (!isSignedOut(error)) return problemPage(call, await readerOrNobody(call), error)
  const r = await anyReader(c)
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return redirect(call, r, signInAddress(r))
  const view = await lateSignIn(r, () => readForm(c), askFor(r, call.ask))
  return toResponse(call, r, view)
}

const isSignedOut = (error: unknown) => error instanceof Refusal && error.problem.status === 401

function signInAddress(r: Reader): string {
  const wish = r.here({}).slice(r.to('').length)
  return wish === '/' || wish === '' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: wish })}`
}

async function visitOf(call: Call, fields: FormView): Promise<Visit> {
  const { c, entry, ask } = call
  const reader = entry.isPublic ? await anyReader(c) : await readReader(c, ask)
  return { url: new URL(c.req.url), params: c.req.param(), reader, ask: askFor(reader, ask), fields, site: SITE }
}

async function show(call: Call): Promise<Response> {
  const { entry } = call
  if (!entry.page) throw nothingHere()
  const visit = await visitOf(call, untouched)
  return toResponse(call, visit.reader, await (await entry.page())(visit))
}

async function act(call: Call): Promise<Response> {
  const { c, entry } = call
  if (!entry.action && !entry.receiver) throw notAllowed(c)
  const visit = await visitOf(call, untouched)
  const outcome = await send(call, visit)
  if (outcome instanceof Response || 'to' in outcome || 'body' in outcome) return toResponse(call, visit.reader, outcome)
  if (!entry.page) throw nothingHere()
  const again = await (await entry.page())({ ...visit, fields: outcome.again })
  if (again instanceof Response || 'to' in again) return toResponse(call, visit.reader, again)
  return toResponse(call, visit.reader, { ...again, status: statusOf(outcome.again.problem) })
}

async function send({ c, entry }: Call, visit: Visit): ReturnType<Action> {
  if (entry.receiver) return (await entry.receiver())({ ...visit, request: c.req.raw, ...answering(c) })
  if (entry.action) return (await entry.action())({ ...visit, form: await readForm(c), ...answering(c) })
  throw notAllowed(c)
}

function answering(c: HttpContext): Pick<Posted, 'setCookie' | 'setHeader'> {
  return {
    setCookie: (name, value, maxAge) => setCookie(c, name, value, { ...cookieAttributes(c), maxAge }),
    setHeader: (name, value) => c.header(name, value),
  }
}

const KNOWN = [403, 404, 409, 412, 422, 429] as const
function statusOf(problem: ProblemBody | undefined): (typeof KNOWN)[number] {
  return KNOWN.find((one) => one === problem?.status) ?? 422
}

async function toResponse(call: Call, r: Reader, outcome: View | Lead | Response): Promise<Response> {
  if (outcome instanceof Response) return outcome
  if ('to' in outcome) return redirect(call, r, outcome.to)
  return answerView(call.c, SITE, r, { ...outcome, waiting: await waitingReports(call, r) })
}

function redirect({ c }: Call, r: Reader, to: string): Response {
  setPageHeaders(c)
  return c.redirect(r.to(to), 303)
}

async function waitingReports({ ask }: Call, r: Reader): Promise<number> {
  if (!r.user || r.isFragment) return 0
  return ask.count('GET /brokers/import/files', { query: { status: ['uploaded', 'parsed'] } })
}

async function readerOrNobody({ c, ask }: Call): Promise<Reader> {
  try {
    return await readReader(c, ask)
  } catch (error) {
    if (error instanceof Refusal) return anyReader(c)
    throw error
  }
}

async function problemPage(call: Call, r: Reader, error: unknown): Promise<Response> {
  const { c } = call
  const problem = problemFor(
    r,
    error instanceof Refusal ? error.problem : problemOf(error, { instance: c.req.path, requestId: c.var.requestId }),
  )
  if (problem.status === 500) c.var.deps.log.error('request failed', { request_id: problem.request_id, path: c.req.path, error })
  const wait = error instanceof Refusal ? error.retryAfterSeconds : knownError(error)?.extras.retryAfterSeconds
  if (wait !== undefined) c.header('Retry-After', String(Math.ceil(wait)))
  const title = problem.status === 404 ? r.words.problem.notFound : problem.title
  const view = { title, body: <ProblemView r={r} problem={problem} wait={wait} />, waiting: 0 }
  const shown = await answerView(c, SITE, r, view)
  return new Response(shown.body, { status: problem.status, headers: shown.headers })
}

/** The problem of a form that was sent to a page without one. */
function notAllowed(c: HttpContext): Refusal {
  const [code, allowed] = ['request/method-not-allowed', 'GET, HEAD']
  c.header('Allow', allowed)
  const words = { title: titleOf(code), status: 405, detail: `This address takes ${allowed}.`, code }
  return new Refusal({ type: `urn:holdfast:problem:${code}`, instance: c.req.path, request_id: c.var.requestId, ...words })
}

function nothingHere(): AppError {
  return new AppError('not-found', 'request/not-found', 'There is nothing at this address.')
}

const FOREVER = 'public, max-age=31536000, immutable'

async function sendFile(c: HttpContext): Promise<Response> {
  const { build, find } = await c.var.deps.memory.of(embeddedFiles)
  const found = find(c.req.param('name') ?? '')
  if (!found) throw nothingHere()
  c.header('Cache-Control', c.req.param('build') === build ? FOREVER : 'no-cache')
  c.header('Vary', 'Accept-Encoding')
  const isPacked = found.packed !== undefined && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (isPacked) c.header('Content-Encoding', 'gzip')
  return c.body(isPacked && found.packed ? found.packed : found.bytes, 200, { 'Content-Type': found.type })
}

/** By which browsers offer to put the pages on a phone's first screen. */
async function sendManifest(c: HttpContext): Promise<Response> {
  const { build } = await c.var.deps.memory.of(embeddedFiles)
  const base = c.var.deps.config.basePath
  const manifest = {
    name: 'Holdfast',
    short_name: 'Holdfast',
    start_url: `${base}/`,
    scope: `${base}/`,
    display: 'standalone',
    background_color: '#f5f6f3',
    theme_color: '#0d6658',
    icons: [{ src: `${base}/-/${build}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  }
  c.header('Cache-Control', 'no-cache')
  return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' })
}
