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
  /** How many are allowed, where there are too many. */
  readonly limit?: number
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

/** How titles name a room where its name alone would not do. */
const ROOMS: Readonly<Record<string, string>> = { auth: 'Sign-in', fx: 'Exchange rates', access: 'Broker access' }

/** The same for every problem of a type, as RFC 9457 wants: `Broker: not found`. */
export function titleOf(code: string): string {
  const [room = '', what] = code.split('/')
  if (what === undefined) return 'Internal error'
  return `${ROOMS[room] ?? room.charAt(0).toUpperCase() + room.slice(1)}: ${what.replaceAll('-', ' ')}`
}
