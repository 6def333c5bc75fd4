import { readOwnJson } from '../http/own-json.ts'
import type { ProblemBody } from '../http/problem.ts'
import type { HttpContext } from '../http/route.ts'
import { addressOf } from './address.ts'
import type { AnswerOf, Operation } from './operations.ts'

type Value = string | number | boolean | null | undefined
export type Query = Readonly<Record<string, Value | readonly (string | number)[]>>

export type Given = {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, with its type: files on their way through. */
  readonly stream?: { readonly body: ReadableStream<Uint8Array>; readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

/** What an operation answered when it succeeded. `job`: it goes on as a job of this id; `body` is then the job. */
export type Answered<O extends Operation> = {
  readonly status: number
  readonly headers: Headers
  readonly body: AnswerOf<O>
  readonly job: string | undefined
}
export type Tried<O extends Operation> =
  | ({ readonly ok: true } & Answered<O>)
  | { readonly ok: false; readonly problem: ProblemBody; readonly retryAfterSeconds: number | undefined }

/** The only way to data: operations of the interface, called in this process as the reader. */
export type Ask = {
  /** The answer's body. Throws `Refusal`. */
  <O extends Operation>(operation: O, given?: Given): Promise<AnswerOf<O>>
  /** The answer with its headers, or the problem. Throws `Refusal` only when the reader must sign in. */
  readonly try: <O extends Operation>(operation: O, given?: Given) => Promise<Tried<O>>
  /** How many there are in all of what an operation lists. Throws `Refusal`. */
  readonly count: (operation: Operation, given?: Given) => Promise<number>
  /** The bytes of a file of the reader's. Throws `Refusal`. */
  readonly file: (id: string) => Promise<ReadableStream<Uint8Array>>
}

/** An operation refused what a page needs. */
export class Refusal extends Error {
  readonly problem: ProblemBody
  readonly retryAfterSeconds: number | undefined
  constructor(problem: ProblemBody, retryAfterSeconds?: number) {
    super(problem.code)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type Fetch = (request: Request, env?: HttpContext['env']) => Response | Promise<Response>

/** Headers of the page's request that are not about who calls. */
const OWN =
  /^(accept(-encoding)?|authorization|connection|content-.*|cookie2|expect|if-.*|idempotency-key|keep-alive|origin|prefer|range|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*|x-fragment|x-request-id)$/

/**
 * Asks the interface in this process as the caller of `c`: their cookie, their address, what a trusted proxy says. Cookies that answers set are
 * gathered in `cookies` for the page's own answer.
 */
export function createAsk(c: HttpContext, fetch: Fetch, cookies: string[]): Ask {
  const { basePath } = c.var.deps.config
  const address = c.env?.server?.requestIP(c.req.raw) ?? null
  const env = { server: { requestIP: () => address } } as unknown as HttpContext['env']
  const send = async (operation: Operation | typeof FILE, given: Given = {}) => {
    const [method = 'GET', pattern = '/'] = operation.split(' ')
    const headers = new Headers([...c.req.raw.headers].filter(([name]) => !OWN.test(name)))
    headers.set('X-Request-Id', c.var.requestId)
    headers.set('Accept', 'application/json')
    for (const [name, value] of Object.entries(given.headers ?? {})) headers.set(name, value)
    if (given.body !== undefined) headers.set('Content-Type', 'application/json')
    if (given.stream) headers.set('Content-Type', given.stream.type)
    const body = given.stream?.body ?? (given.body === undefined ? null : JSON.stringify(given.body))
    const url = `http://${c.req.header('host') ?? 'localhost'}${basePath}/api/v1${addressOf(pattern, given)}`
    const answer = await fetch(new Request(url, { method, headers, body }), env)
    cookies.push(...answer.headers.getSetCookie())
    return answer
  }
  const attempt = async <O extends Operation>(operation: O, given?: Given): Promise<Tried<O>> => {
    const answer = await send(operation, given)
    const body = await readOwnJson(answer)
    if (answer.ok) {
      const job = answer.status === 202 ? (body as { id: string }).id : undefined
      return { ok: true, status: answer.status, headers: answer.headers, body: body as AnswerOf<O>, job }
    }
    const problem = body as ProblemBody
    const wait = answer.headers.get('retry-after')
    const retryAfterSeconds = wait === null ? undefined : Number(wait)
    if (problem.status === 401 && SIGNED_OUT.has(problem.code)) throw new Refusal(problem)
    return { ok: false, problem, retryAfterSeconds }
  }
  const whole = async <O extends Operation>(operation: O, given?: Given): Promise<Answered<O>> => {
    const tried = await attempt(operation, given)
    if (!tried.ok) throw new Refusal(tried.problem, tried.retryAfterSeconds)
    return tried
  }
  return Object.assign(async <O extends Operation>(operation: O, given?: Given) => (await whole(operation, given)).body, {
    try: attempt,
    count: async (operation: Operation, given: Given = {}) => {
      const { headers } = await whole(operation, { ...given, query: { ...given.query, limit: 1, count: true } })
      return Number(headers.get('x-total-count') ?? 0)
    },
    file: async (id: string) => {
      const answer = await send(FILE, { params: { id } })
      if (!answer.ok || answer.body === null) throw new Refusal((await readOwnJson(answer)) as ProblemBody)
      return answer.body
    },
  })
}

const FILE = 'GET /uploads/file/{id}'

/** The problems that mean: nobody is signed in. A wrong password is none of them. */
const SIGNED_OUT: ReadonlySet<string> = new Set(['auth/no-session', 'auth/session-invalid', 'auth/user-unknown'])
