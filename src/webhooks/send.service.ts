import { isAddress, isIP } from '../shared/address.ts'
import type { SendFault } from './delivery.ts'
import type { WebhookBody } from './message.ts'
import { signatureOf } from './signature.ts'
import { bareHost, mayCall } from './target.ts'

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
  /** Private addresses that may be called all the same, as ranges. */
  readonly allowed: readonly string[]
  /** For the name, the connection and the head of the answer together; default 10 seconds. */
  readonly timeoutMilliseconds?: number | undefined
  /** Aborted when the service stops. */
  readonly signal?: AbortSignal | undefined
}

/** `status`: of the answer; `null` where there was none. `fault`: a word for it, never a text of the other side. */
export type Sent = {
  readonly isDone: boolean
  readonly status: number | null
  readonly fault: SendFault | null
  readonly retryAfterSeconds: number
}

const TIMEOUT_MILLISECONDS = 10_000
/** Of a name with many addresses so many are tried. */
const MOST_ADDRESSES = 3

/**
 * One attempt of a delivery. A name is resolved, each of its addresses judged, and one that was judged called; another one where nobody answers
 * there. Redirects are not followed and bodies not read: the status alone counts. Throws the reason of `signal`, and nothing else.
 */
export async function sendOnce(tools: SendTools, sending: Sending): Promise<Sent> {
  sending.signal?.throwIfAborted()
  const left = new AbortController()
  const stop = () => left.abort()
  sending.signal?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => left.abort(), sending.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS)
  const ended = new Promise<'timeout'>((resolve) =>
    left.signal.addEventListener('abort', () => resolve('timeout'), { once: true }),
  )
  try {
    const sent = await Promise.race([attempt(tools, sending, left.signal), ended])
    sending.signal?.throwIfAborted()
    return sent === 'timeout' ? failed('timeout') : sent
  } catch {
    sending.signal?.throwIfAborted()
    return failed(left.signal.aborted ? 'timeout' : 'unreachable')
  } finally {
    sending.signal?.removeEventListener('abort', stop)
    clearTimeout(timer)
    left.abort()
  }
}

async function attempt(tools: SendTools, sending: Sending, signal: AbortSignal): Promise<Sent> {
  const url = new URL(sending.url)
  const addresses = await addressesOf(tools, url)
  if (!addresses.every((address) => mayCall(address, sending.allowed))) return failed('private-address')
  let fault: unknown = new Error('the name has no address')
  for (const address of addresses.slice(0, MOST_ADDRESSES)) {
    signal.throwIfAborted()
    try {
      return sentBy(await call(tools, sending, { url, address, signal }))
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

type Call = { readonly url: URL; readonly address: string; readonly signal: AbortSignal }

/** Calls the address under the name's own TLS identity, so that a second look-up cannot lead elsewhere. */
function call(tools: SendTools, sending: Sending, { url, address, signal }: Call): Promise<Response> {
  const target = new URL(url.href)
  target.hostname = address.includes(':') ? `[${address}]` : address
  return tools.fetch(target.href, {
    method: 'POST',
    redirect: 'manual',
    keepalive: false,
    signal,
    body: sending.body,
    headers: headersOf(tools, sending, url.host),
    ...(url.protocol === 'https:' && !isAddress(url.hostname) ? { tls: { serverName: url.hostname } } : {}),
  })
}

function sentBy(answer: Response): Sent {
  void answer.body?.cancel().catch(() => undefined)
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

/** Where a host is; those that everybody reaches first. */
async function addressesOf(tools: SendTools, url: URL): Promise<readonly string[]> {
  const host = bareHost(url)
  const found = isAddress(host) ? [host] : await tools.resolve(host)
  return found.toSorted((a, b) => isIP(a) - isIP(b))
}

function failed(fault: SendFault): Sent {
  return { isDone: false, status: null, fault, retryAfterSeconds: 0 }
}
