import { isAddress, isPublicAddress } from '../shared/address.ts'
import { AppError } from '../shared/errors.ts'
import type { WebhookBody } from './message.ts'
import { signatureOf } from './signature.ts'

/** What sending needs of the outside. `resolve` answers every address of a name. */
export type SendTools = {
  readonly fetch: (url: string, init: RequestInit & { tls?: { serverName: string } }) => Promise<Response>
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly clock: () => Date
}

export type Sending = WebhookBody & {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly arePrivateAllowed: boolean
  /** For the name, the connection and the head of the answer together; default 10 seconds. */
  readonly timeoutMilliseconds?: number | undefined
}

/** `status`: of the answer; `null` where there was none. `fault`: a word for it, never a text of the other side. */
export type Sent = {
  readonly isDone: boolean
  readonly status: number | null
  readonly fault: SendFault | null
  readonly retryAfterSeconds: number
}
export type SendFault = 'status' | 'redirect' | 'timeout' | 'unreachable' | 'private-address' | 'offline'

const TIMEOUT_MILLISECONDS = 10_000

/**
 * One attempt of a delivery. A name is resolved, each of its addresses judged, and the first one called, so that what was judged is what is
 * called. Redirects are not followed and bodies not read: the status alone counts. Throws nothing.
 */
export async function sendOnce(tools: SendTools, sending: Sending): Promise<Sent> {
  const left = new AbortController()
  const timer = setTimeout(() => left.abort(), sending.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS)
  const ended = new Promise<'timeout'>((resolve) =>
    left.signal.addEventListener('abort', () => resolve('timeout'), { once: true }),
  )
  try {
    const sent = await Promise.race([attempt(tools, sending, left.signal), ended])
    return sent === 'timeout' ? failed('timeout') : sent
  } catch (error) {
    if (left.signal.aborted) return failed('timeout')
    return failed(error instanceof AppError && error.kind === 'unavailable' ? 'offline' : 'unreachable')
  } finally {
    clearTimeout(timer)
    left.abort()
  }
}

async function attempt(tools: SendTools, sending: Sending, signal: AbortSignal): Promise<Sent> {
  const url = new URL(sending.url)
  const address = await addressOf(tools, url, sending.arePrivateAllowed)
  if (address === undefined) return failed('private-address')
  signal.throwIfAborted()
  const target = new URL(url.href)
  target.hostname = address.includes(':') ? `[${address}]` : address
  const answer = await tools.fetch(target.href, {
    method: 'POST',
    redirect: 'manual',
    keepalive: false,
    signal,
    body: sending.body,
    headers: headersOf(tools, sending, url.host),
    ...(url.protocol === 'https:' ? { tls: { serverName: url.hostname } } : {}),
  })
  answer.body?.cancel().catch(() => undefined)
  const { status } = answer
  if (status >= 200 && status < 300) return { isDone: true, status, fault: null, retryAfterSeconds: 0 }
  const retryAfter = answer.headers.get('retry-after') ?? ''
  return {
    ...{ isDone: false, status, fault: status >= 300 && status < 400 ? 'redirect' : 'status' },
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : 0,
  }
}

function headersOf(tools: SendTools, { id, secret, body, contentType, headers }: Sending, host: string) {
  const timestamp = Math.floor(tools.clock().getTime() / 1_000)
  return {
    ...headers,
    ...{ Host: host, 'Content-Type': contentType, 'User-Agent': 'Holdfast' },
    ...{ 'webhook-id': id, 'webhook-timestamp': String(timestamp) },
    'webhook-signature': signatureOf(secret, { id, timestamp, body }),
  }
}

/** The address to call; `undefined`: one of them is private, and those are not allowed. */
async function addressOf(tools: SendTools, url: URL, arePrivateAllowed: boolean): Promise<string | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isAddress(host) ? [host] : await tools.resolve(host)
  if (!arePrivateAllowed && !addresses.every(isPublicAddress)) return undefined
  const [first] = addresses
  if (first === undefined) throw new Error('the name has no address')
  return first
}

function failed(fault: SendFault): Sent {
  return { isDone: false, status: null, fault, retryAfterSeconds: 0 }
}
