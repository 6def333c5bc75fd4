/** What kind of refusal it is; `http/problem.ts` alone knows which HTTP status that means. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'timeout'
  | 'misdirected'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'unsupported'
  | 'invalid'
  | 'too-many'
  | 'unavailable'
  | 'bad-gateway'
  | 'storage-full'

/** One fault of a request: where (RFC 6901 JSON pointer, a query key as `/query/x`) and what to do about it. */
export type Fault = { readonly pointer: string; readonly detail: string }

export type ErrorExtras = {
  /** Every fault of the request at once. */
  readonly errors?: readonly Fault[]
  /** How many faults there are, when `errors` leaves some out. */
  readonly errorsTotal?: number
  /** Members shown beside the standard ones, in wire names (snake_case). */
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
  readonly clearSession?: boolean
  readonly cause?: unknown
}

/** The only error that rooms throw on purpose. `code` is `room/what`; `detail` is shown to the user. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly detail: string
  readonly extras: ErrorExtras

  constructor(kind: ErrorKind, code: string, detail: string, extras: ErrorExtras = {}) {
    super(`${code}: ${detail}`, extras.cause === undefined ? undefined : { cause: extras.cause })
    this.kind = kind
    this.code = code
    this.detail = detail
    this.extras = extras
  }
}

/** `invalid` with one fault. */
export function invalid(code: string, pointer: string, detail: string): AppError {
  return new AppError('invalid', code, detail, { errors: [{ pointer, detail }] })
}
