import { z } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { databaseFault } from '#db/errors.ts'
import { AppError, type ErrorKind, titleOf } from '../shared/errors.ts'
import type { HttpContext } from './route.ts'
import { damaged } from './storage.ts'
import { MAX_FAULTS } from './validate.ts'

const UNEXPECTED = 'Something went wrong on our side; nothing was changed. The log has the details under this request id.'
/** What a problem quotes of a request is cut to this. */
const MAX_TEXT = 1_000

const STATUS: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  timeout: 408,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  unsupported: 415,
  misdirected: 421,
  invalid: 422,
  'too-many': 429,
  'bad-gateway': 502,
  unavailable: 503,
  'storage-full': 507,
}

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.string().openapi({ example: 'urn:holdfast:problem:broker/not-found' }),
    title: z.string().openapi({ description: 'The same for every problem of this type', example: 'Broker: not found' }),
    status: z.int().openapi({ example: 404 }),
    detail: z.string().openapi({ example: 'There is no such broker, or you have no access to it.' }),
    instance: z.string().openapi({ example: '/api/v1/brokers/17' }),
    code: z.string().openapi({ example: 'broker/not-found' }),
    request_id: z.string().openapi({ example: '0d6f3a52-7c0e-4f6c-9a55-1f2f0c3c9b11' }),
    errors: z
      .array(
        z
          .object({
            pointer: z
              .string()
              .openapi({ description: 'JSON pointer into the body; `/query/x`, `/form/x` for others', example: '/amount' }),
            detail: z.string().openapi({ example: 'Must be a decimal number such as "12.5".' }),
          })
          .openapi('Fault'),
      )
      .max(MAX_FAULTS)
      .optional()
      .openapi({ description: 'The first 100 faults' }),
    errors_total: z.int().optional().openapi({ description: 'How many faults there are, when not all are listed', example: 250 }),
  })
  .openapi('Problem', { description: 'RFC 9457 problem; some codes carry members of their own' })

export type ProblemBody = z.infer<typeof Problem> & Record<string, unknown>

/** Any error as the problem that the user may see; unexpected ones become a fixed sentence. */
export function problemOf(error: unknown, request: { instance: string; requestId: string }): ProblemBody {
  const known = knownError(error)
  const status = known === undefined ? 500 : STATUS[known.kind]
  return {
    type: `urn:holdfast:problem:${known?.code ?? 'internal'}`,
    title: titleOf(known?.code ?? 'internal'),
    status,
    detail: cut(known?.detail ?? UNEXPECTED),
    instance: cut(request.instance),
    code: known?.code ?? 'internal',
    request_id: request.requestId,
    ...faultsOf(known),
    ...known?.extras.extensions,
  }
}

/** The faults that a problem lists, each cut to a length that can be read. */
function faultsOf(error: AppError | undefined): Pick<ProblemBody, 'errors' | 'errors_total'> {
  const { errors, errorsTotal = errors?.length ?? 0 } = error?.extras ?? {}
  if (errors === undefined) return {}
  const listed = errors.slice(0, MAX_FAULTS).map(({ pointer, detail }) => ({ pointer: cut(pointer), detail: cut(detail) }))
  return { errors: listed, ...(errorsTotal > listed.length ? { errors_total: errorsTotal } : {}) }
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** Errors that are not bugs, as AppError; `undefined` for a bug. */
export function knownError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) return fromHttpException(error)
  const fault = databaseFault(error)
  if (fault === 'damaged') return damaged(error)
  if (fault === 'full' || fault === 'write') return storageFull(error)
  if (error instanceof Error && 'code' in error && NO_SPACE.has(String(error.code))) return storageFull(error)
  return undefined
}

/** A full disk, a quota, a limit of file sizes. The database tells only the first apart from other writes that fail. */
const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function storageFull(cause: unknown): AppError {
  return new AppError(
    'storage-full',
    'storage/full',
    'The disk of the service is full; nothing of this request was stored. Free some space and try again.',
    { cause },
  )
}

function fromHttpException(error: HTTPException): AppError {
  if (error.status === 413) return new AppError('too-large', 'request/too-large', 'The request body is too large.')
  if (error.status === 415)
    return new AppError('unsupported', 'request/content-type', 'The request body has a type that this operation does not take.')
  return new AppError('malformed', 'request/malformed', 'The request body cannot be read: it is not valid JSON.', {
    cause: error,
  })
}

/** The answer for an error, logged when it is ours. */
export function answerProblem(error: unknown, c: HttpContext): Response {
  c.var.deps.storage.noteError(error)
  const body = problemOf(error, { instance: c.req.path, requestId: c.var.requestId })
  if (body.status === 500 || body.code === 'storage/full')
    c.var.deps.log.error('request failed', { request_id: body.request_id, method: c.req.method, path: c.req.path, error })
  const { retryAfterSeconds, limit } = knownError(error)?.extras ?? {}
  if (body.status === 429) setRateLimit(c, retryAfterSeconds ?? 1, limit)
  return problemResponse(c, body, retryAfterSeconds)
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers: how many are allowed, none is left, and the seconds until there are. */
function setRateLimit(c: HttpContext, seconds: number, limit: number | undefined): void {
  if (limit !== undefined) c.header('RateLimit-Limit', String(limit))
  c.header('RateLimit-Remaining', '0')
  c.header('RateLimit-Reset', String(Math.ceil(seconds)))
}

/** How to be let in (RFC 6750): with a token, or with the session cookie. */
function challengeOf({ status, code, scope_needed: scope }: ProblemBody): string | undefined {
  if (code === 'auth/token-invalid') return 'Bearer realm="holdfast", error="invalid_token"'
  if (code === 'auth/token-needed') return 'Bearer realm="holdfast"'
  if (scope !== undefined) return `Bearer realm="holdfast", error="insufficient_scope", scope="${scope}"`
  return status === 401 ? 'Bearer realm="holdfast", Session realm="holdfast"' : undefined
}

/** A problem as answer; headers already set on the context stay. */
export function problemResponse(c: HttpContext, body: ProblemBody, retryAfterSeconds?: number): Response {
  const challenge = challengeOf(body)
  if (challenge !== undefined) c.header('WWW-Authenticate', challenge)
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)))
  return c.body(JSON.stringify(body), body.status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  })
}

/** The problem of a path that exists for other methods. */
export function methodNotAllowed(c: HttpContext, allowed: readonly string[]): Response {
  c.header('Allow', allowed.join(', '))
  return problemResponse(c, {
    type: 'urn:holdfast:problem:request/method-not-allowed',
    title: titleOf('request/method-not-allowed'),
    status: 405,
    detail: `This address takes ${allowed.join(', ')}.`,
    instance: c.req.path,
    code: 'request/method-not-allowed',
    request_id: c.var.requestId,
  })
}
