/** Outgoing requests for plugins: polite, bounded in time and size, and unable to reach private addresses by a redirect. */

import { isAddress, isPublicAddress } from '#src/shared/address.ts'
import { AppError } from '#src/shared/errors.ts'
import { refuseOtherKind } from './body.ts'
import { decodeText } from './text.ts'

/** Everything impure, passed in by the host. An AppError thrown by `fetch` (the service is offline) is passed on at once. */
export type HttpTools = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: () => Date
  /** Waits, or rejects with the signal's reason. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** 0 to 1, for the jitter of retries; default `Math.random`. */
  readonly random?: (() => number) | undefined
  readonly signal?: AbortSignal | undefined
  /** Every address of a name. With it, names are checked before they are called (always for redirects, and for `publicOnly`). */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined
}

export type BodyKind = 'xml' | 'csv' | 'json' | 'html' | 'text' | 'binary'

export type HttpRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  /** What the answer must be. An HTML page instead of `xml`, `csv` or `json` is an error that says so. */
  readonly expect: BodyKind
  /** For one attempt, body included. Default 30. */
  readonly timeoutSeconds?: number | undefined
  /** Of the decoded body. Default 32 MiB. */
  readonly maxBytes?: number | undefined
  /** Attempts after the first, on 429, 5xx, time-out and broken connections. Default 3. */
  readonly retries?: number | undefined
  /** Statuses that mean "no data" here: the answer is then `undefined`. */
  readonly noData?: readonly number[] | undefined
  /** For addresses that a user gave: every name is resolved, checked and called by the checked address. Needs `resolve`. */
  readonly publicOnly?: boolean | undefined
  /** Sees the headers of the answer that is read: the cookies of a form. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined
}

const USER_AGENT = 'Mozilla/5.0 (compatible; Holdfast; self-hosted portfolio tracking)'
const MAX_REDIRECTS = 5
const MAX_RETRY_AFTER_SECONDS = 60
const FIRST_PAUSE_MS = 500
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The answer as text: `encoding` (a WHATWG label) where the format fixes it, else found as in `decodeText`. */
export async function requestText(tools: HttpTools, request: HttpRequest & { encoding?: string | undefined }) {
  const bytes = await requestBytes(tools, request)
  return bytes === undefined ? undefined : decodeText(bytes, request.encoding)
}

/**
 * The decoded body; `undefined` for a status listed in `noData`. Throws AppError of kind `bad-gateway` with code
 * `source/timeout`, `source/unreachable`, `source/status`, `source/busy` (429 for longer than we wait), `source/too-large`, `source/html`,
 * `source/redirect` or `source/address`; the caller's own abort is rethrown as its reason.
 */
export async function requestBytes(tools: HttpTools, request: HttpRequest): Promise<Uint8Array | undefined> {
  const retries = request.retries ?? 3
  for (let attempt = 0; ; attempt++) {
    try {
      return await requestOnce(tools, request)
    } catch (error) {
      tools.signal?.throwIfAborted()
      const pause = pauseBefore(error, attempt, tools)
      if (attempt >= retries || pause === undefined) throw error
      await tools.sleep(pause, tools.signal)
    }
  }
}

/** A fault of an outside source, for the user. */
export function sourceError(
  code: string,
  detail: string,
  extras: { cause?: unknown; retryAfterSeconds?: number } = {},
): AppError {
  return new AppError('bad-gateway', `source/${code}`, detail, extras)
}

/** Waits; for `HttpTools.sleep`. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function pauseBefore(error: unknown, attempt: number, tools: HttpTools): number | undefined {
  if (!(error instanceof AppError)) return undefined
  const status = error.extras.extensions?.['upstream_status']
  const temporary = typeof status === 'number' && (status === 429 || status >= 500)
  if (!temporary && error.code !== 'source/timeout' && error.code !== 'source/unreachable') return undefined
  const retryAfterSeconds = error.extras.retryAfterSeconds
  if (retryAfterSeconds !== undefined) return retryAfterSeconds > MAX_RETRY_AFTER_SECONDS ? undefined : retryAfterSeconds * 1000
  return FIRST_PAUSE_MS * 2 ** attempt * (0.5 + 0.5 * (tools.random ?? Math.random)())
}

async function requestOnce(tools: HttpTools, request: HttpRequest): Promise<Uint8Array | undefined> {
  const seconds = request.timeoutSeconds ?? 30
  const timeout = AbortSignal.timeout(seconds * 1000)
  const signal = tools.signal ? AbortSignal.any([tools.signal, timeout]) : timeout
  try {
    const response = await follow(tools, request, signal)
    if (request.noData?.includes(response.status)) return await discardBody(response, undefined)
    if (!response.ok) throw await discardBody(response, statusError(response, request, tools.clock()))
    request.onHeaders?.(response.headers)
    const bytes = await readLimited(response, request)
    refuseOtherKind(bytes, response.headers.get('content-type') ?? '', request.expect, hostOf(request.url))
    return bytes
  } catch (error) {
    tools.signal?.throwIfAborted()
    if (error instanceof AppError) throw error
    if (timeout.aborted)
      throw sourceError('timeout', `${hostOf(request.url)} did not answer within ${seconds} s.`, { cause: error })
    throw sourceError('unreachable', `The connection to ${hostOf(request.url)} failed or broke off.`, { cause: error })
  }
}

async function follow(tools: HttpTools, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  let url = parseUrl(request.url)
  let [method, body] = [request.method ?? 'GET', request.body]
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const address = await checkedAddress(tools, url, hop > 0 || request.publicOnly === true, request.publicOnly === true)
    const sameOrigin = hop === 0 || url.origin === parseUrl(request.url).origin
    const headers = { 'User-Agent': USER_AGENT, Accept: '*/*', ...(sameOrigin ? request.headers : {}) }
    const response = await call(tools, url, address, { method, headers, body: body ?? null, redirect: 'manual', signal })
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (location === null) return response
    await discardBody(response, undefined)
    const next = parseUrl(location, url)
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw sourceError('redirect', `${url.hostname} sends us to an unencrypted address (${next.hostname}); refused.`)
    if (response.status !== 307 && response.status !== 308) [method, body] = ['GET', undefined]
    url = next
  }
  throw sourceError('redirect', `${hostOf(request.url)} redirects more than ${MAX_REDIRECTS} times.`)
}

/** Calls the checked address under the name's own TLS identity, so that a second look-up cannot lead elsewhere. */
function call(tools: HttpTools, url: URL, address: string | undefined, init: RequestInit & { headers: Record<string, string> }) {
  if (address === undefined) return tools.fetch(url.href, init)
  const target = new URL(url)
  target.hostname = address.includes(':') ? `[${address}]` : address
  const tls = url.protocol === 'https:' ? { tls: { serverName: url.hostname } } : {}
  return tools.fetch(target.href, { ...init, headers: { ...init.headers, Host: url.host }, ...tls })
}

/** The address to call instead of the name (only for `pinned`); `undefined` = call the URL as it is. Throws for private addresses. */
async function checkedAddress(tools: HttpTools, url: URL, checked: boolean, pinned: boolean): Promise<string | undefined> {
  if (!checked) return undefined
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (/^localhost\.?$|\.localhost\.?$/i.test(host)) throw privateAddress(host)
  if (isAddress(host)) {
    if (!isPublicAddress(host)) throw privateAddress(host)
    return undefined
  }
  if (!tools.resolve) {
    if (pinned) throw sourceError('address', `${host} cannot be checked: names are not resolved here.`)
    return undefined
  }
  const addresses = await tools.resolve(host)
  const first = addresses[0]
  if (first === undefined) throw sourceError('unreachable', `${host} has no address.`)
  if (!addresses.every(isPublicAddress)) throw privateAddress(host)
  return pinned ? first : undefined
}

async function readLimited(response: Response, request: HttpRequest): Promise<Uint8Array> {
  const limit = request.maxBytes ?? 32 * 1024 * 1024
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw sourceError('too-large', `${hostOf(request.url)} sent more than ${Math.round(limit / 1024)} KiB; stopped.`)
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks, size)
}

function statusError(response: Response, request: HttpRequest, now: Date): AppError {
  const after = retryAfter(response.headers.get('retry-after'), now)
  const busy = response.status === 429
  const wait = after === undefined ? '' : ` It asks to wait ${after} s.`
  const detail = `${hostOf(request.url)} answered ${response.status}${busy ? ' (too many requests)' : ''}.${wait}`
  return new AppError('bad-gateway', busy ? 'source/busy' : 'source/status', detail, {
    extensions: { upstream_status: response.status },
    ...(after === undefined ? {} : { retryAfterSeconds: after }),
  })
}

/** Seconds of a Retry-After header (RFC 9110, 10.2.3: seconds or a date); never negative. */
function retryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const instant = Date.parse(header)
  return Number.isNaN(instant) ? undefined : Math.max(0, Math.ceil((instant - now.getTime()) / 1000))
}

async function discardBody<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined)
  return value
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : undefined
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '') return url
  throw sourceError('address', 'Only http and https addresses without a user name can be called.')
}

function privateAddress(host: string): AppError {
  return sourceError('address', `${host} is a private or local address; it is not called.`)
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The address'
}
