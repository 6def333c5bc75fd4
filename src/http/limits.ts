import type { RouteConfig } from '@hono/zod-openapi'
import { AppError } from '../shared/errors.ts'
import { withTimeout } from '../shared/timeout.ts'
import type { HttpContext } from './route.ts'
import type { Step } from './steps.ts'

/** No body but a multipart form (whose routes have limits of their own) may be larger, whatever its operation; text is read row by row. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
const MAX_CSV_BYTES = 48 * 1024 * 1024

/** A body must arrive within this time, and so much longer for each MiB. */
const READ_MILLISECONDS = 30_000
const MORE_MILLISECONDS_PER_MIB = 30_000

/** What an operation says of its JSON or text body; see `jsonBody`. */
type Described = { readonly 'x-max-bytes'?: number; readonly 'x-max-values'?: number }

/** The limits that an operation declares for its body. */
export function declaredLimits(config: Pick<RouteConfig, 'request'>): { maxBytes: number; maxValues: number } {
  const body = (config.request?.body ?? {}) as Described
  return { maxBytes: body['x-max-bytes'] ?? MAX_BODY_BYTES, maxValues: body['x-max-values'] ?? Number.POSITIVE_INFINITY }
}

/** Refuses a body that is announced as larger than any operation takes. */
export function refuseHugeBody(c: HttpContext): void {
  if (c.req.raw.body === null || isForm(c)) return
  const most = isCsv(c) ? MAX_CSV_BYTES : MAX_BODY_BYTES
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge(most)
}

/**
 * Reads the body of an operation that has a JSON or text one, within its size and within the time that it may take; `c.req` has it from
 * then on. Throws `request/too-large` (413), `request/timeout` (408), `request/aborted` (400). Stands after the guards: strangers' bodies are never read.
 */
export function boundedBody(config: Pick<RouteConfig, 'request'>): Step {
  const { maxBytes } = declaredLimits(config)
  const { body } = config.request ?? {}
  const mayBeForm = body !== undefined && 'multipart/form-data' in body.content
  if (body === undefined) return () => undefined
  return async (c) => {
    if (!(mayBeForm && isForm(c)) && c.req.raw.body !== null)
      keep(c, await readBody(c, isCsv(c) ? maxBytes : Math.min(maxBytes, MAX_BODY_BYTES)))
  }
}

/** The body as text, for what is no operation: at most `maxBytes`, in the time that it may take. Throws as `boundedBody` does. */
export async function readBoundedText(c: HttpContext, maxBytes: number): Promise<string> {
  return new TextDecoder().decode(await readBody(c, maxBytes))
}

/** Hono's cache holds promises, whatever its type says. */
function keep(c: HttpContext, bytes: ArrayBuffer): void {
  c.req.bodyCache.arrayBuffer = Promise.resolve(bytes) as unknown as ArrayBuffer
}

async function readBody(c: HttpContext, maxBytes: number): Promise<ArrayBuffer> {
  const announced = c.req.header('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const { body } = c.req.raw
  if (body === null) return new ArrayBuffer(0)
  const reading = announced === undefined ? readCounted(body, maxBytes) : c.req.raw.arrayBuffer()
  return inTime(reading, READ_MILLISECONDS + (maxBytes / 2 ** 20) * MORE_MILLISECONDS_PER_MIB)
}

async function readCounted(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  let seen = 0
  for await (const piece of body) {
    seen += piece.byteLength
    if (seen > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return Bun.concatArrayBuffers(pieces)
}

async function inTime(reading: Promise<ArrayBuffer>, milliseconds: number): Promise<ArrayBuffer> {
  try {
    return await withTimeout(reading, milliseconds, () => {
      throw tooSlow()
    })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('malformed', 'request/aborted', 'The request was broken off; nothing of it was stored.', { cause })
  }
}

function isForm(c: HttpContext): boolean {
  return c.req.header('content-type')?.toLowerCase().startsWith('multipart/') ?? false
}

function isCsv(c: HttpContext): boolean {
  return /^text\/csv\b/i.test(c.req.header('content-type') ?? '')
}

function tooSlow(): AppError {
  return new AppError('timeout', 'request/timeout', 'The request body did not arrive in time; nothing of it was stored.')
}

function tooLarge(maxBytes: number): AppError {
  const size = maxBytes >= 2 ** 20 ? `${maxBytes / 2 ** 20} MiB` : `${maxBytes / 1024} KiB`
  return new AppError('too-large', 'request/too-large', `The request body is larger than ${size}.`)
}
