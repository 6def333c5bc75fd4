import { AppError } from '../shared/errors.ts'
import type { HttpContext } from './route.ts'

/** Bodies other than multipart forms (whose routes have limits of their own). 10,000 transactions in one batch fit. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024

/** Requests whose bodies turned out too large while they were read: what reads a body hides why it failed. */
const outgrown = new WeakSet<Request>()

/** Checks the announced length, and counts bodies without one while they stream. Runs before anything is parsed. */
export function limitBody(c: HttpContext): void {
  const { body } = c.req.raw
  if (body === null || c.req.header('content-type')?.toLowerCase().startsWith('multipart/')) return
  const length = c.req.header('content-length')
  if (length !== undefined) {
    if (Number(length) > MAX_JSON_BYTES) throw tooLarge()
    return
  }
  let seen = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength
        if (seen <= MAX_JSON_BYTES) return controller.enqueue(chunk)
        outgrown.add(c.req.raw)
        controller.error(tooLarge())
      },
    }),
  )
  c.req.raw = new Request(c.req.raw, { body: counted })
}

/** The refusal of a body that was too large, whatever `error` says, else `error`. */
export function reasonOf(error: unknown, c: HttpContext): unknown {
  return outgrown.has(c.req.raw) ? tooLarge() : error
}

function tooLarge(): AppError {
  return new AppError('too-large', 'request/too-large', `The request body is larger than ${MAX_JSON_BYTES / 1024 / 1024} MiB.`)
}
