import { createHmac, type Hmac } from 'node:crypto'
import type { HttpContext } from './route.ts'

/**
 * What tells one request from another under the same `Idempotency-Key`: method, path with its query, and body, whatever host it was sent to;
 * keyed with the service's secret, because bodies may hold passwords. The boundary of a multipart form is left out: clients choose a new one each time.
 */
export type Fingerprint = { readonly of: () => string }

/** For bodies that are read whole anyway. */
export async function fingerprintText(c: HttpContext): Promise<string> {
  return start(c)
    .update(await c.req.text())
    .digest('base64url')
}

/** Hashes a form while somebody else reads it: replaces the request's body by one that is counted on the way. Whole once the body was read to its end. */
export function fingerprintForm(c: HttpContext): Fingerprint {
  const hash = start(c)
  const boundary = boundaryOf(c)
  const { body } = c.req.raw
  if (body === null) return { of: () => hash.digest('base64url') }
  const feed = withoutBoundary(boundary, hash)
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        feed(chunk)
        controller.enqueue(chunk)
      },
    }),
  )
  c.req.raw = new Request(c.req.raw, { body: counted })
  return {
    of: () => {
      feed(undefined)
      return hash.digest('base64url')
    },
  }
}

/** Reads a form to its end for its fingerprint only. */
export async function fingerprintWholeForm(c: HttpContext): Promise<string> {
  const fingerprint = fingerprintForm(c)
  const reader = c.req.raw.body?.getReader()
  while (reader && !(await reader.read()).done);
  return fingerprint.of()
}

function start(c: HttpContext): Hmac {
  const { pathname, search } = new URL(c.req.url)
  return createHmac('sha256', c.var.deps.config.jwtSecret).update(`${c.req.method} ${pathname}${search}\n`)
}

function boundaryOf(c: HttpContext): Buffer {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(c.req.header('content-type') ?? '')
  return Buffer.from(match?.[1] ?? match?.[2] ?? '')
}

/** Feeds chunks to a hash with every occurrence of the boundary taken out, also across chunks; `undefined` ends. */
function withoutBoundary(boundary: Buffer, hash: Hmac): (chunk: Uint8Array | undefined) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    let data = chunk === undefined ? rest : Buffer.concat([rest, chunk])
    for (let at = data.indexOf(boundary); boundary.length > 0 && at >= 0; at = data.indexOf(boundary)) {
      hash.update(data.subarray(0, at))
      data = data.subarray(at + boundary.length)
    }
    const heldBack = chunk === undefined ? 0 : Math.min(data.length, Math.max(0, boundary.length - 1))
    hash.update(data.subarray(0, data.length - heldBack))
    rest = Buffer.from(data.subarray(data.length - heldBack))
  }
}
