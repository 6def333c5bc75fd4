import { MEANING } from '../http/openapi.ts'
import { titleOf } from '../shared/errors.ts'
import type { Response } from './openapi.ts'

type Known = readonly [code: string, detail: string]

const PROBLEMS: Readonly<Record<string, Known>> = {
  400: ['request/malformed', 'The request body cannot be read: it is not valid JSON.'],
  401: ['auth/no-session', 'Sign in first: POST /api/v1/auth/login sets the session cookie.'],
  403: ['auth/cross-site', 'This request came from another site and was refused.'],
  404: ['request/not-found', 'There is nothing at this address.'],
  408: ['request/timeout', 'The request body came too slowly.'],
  409: ['request/in-progress', 'The first request with this Idempotency-Key is still under way.'],
  412: ['request/stale', 'It was changed since you read it. Read it again.'],
  413: ['request/too-large', 'The request body is larger than 16 MiB.'],
  415: [
    'request/content-type',
    'A body of type "text/plain" is not taken here. Send the body as JSON, with the header Content-Type: application/json.',
  ],
  416: ['request/range', 'The file has 5120 bytes; the range lies outside.'],
  421: ['request/unknown-host', 'The service does not answer under the name of the request.'],
  422: ['request/invalid', 'One value is not acceptable.'],
  429: ['auth/too-many-attempts', 'Too many attempts. Wait a minute.'],
  500: ['internal', 'Something went wrong on our side; nothing was changed.'],
  502: ['source/unreachable', 'The outside source did not answer.'],
  503: ['auth/busy', 'Too much is going on. Try again in a moment.'],
  507: ['storage/full', 'The disk of the service is full; nothing of this request was stored.'],
}

const SCHEMA = { $ref: '#/components/schemas/Problem' }

/** The problem of a status as every operation documents it, with an example. */
export function problemAnswer(status: string): Response {
  const [code, detail] = PROBLEMS[status] ?? ['internal', 'Something is wrong.']
  const title = titleOf(code)
  const meanings: Readonly<Record<string, string>> = MEANING
  const example = {
    type: `urn:holdfast:problem:${code}`,
    title,
    status: Number(status),
    detail,
    instance: '/api/v1/brokers/17',
    code,
    request_id: '0d6f3a52-7c0e-4f6c-9a55-1f2f0c3c9b11',
    ...(status === '422' && { errors: [{ pointer: '/name', detail: 'Is not acceptable.' }] }),
  }
  return { description: meanings[status] ?? title, content: { 'application/problem+json': { schema: SCHEMA, example } } }
}

/** What the front of the service may answer to any request, whatever the operation. */
export const FRONT_STATUSES: readonly string[] = ['400', '401', '408', '413', '415', '421', '429', '500']

/** The plain problems of the front as one answer, for the `default` of an operation. */
export function frontAnswer(): Response {
  const meanings = FRONT_STATUSES.map((status) => `${status} ${problemAnswer(status).description}`)
  return { ...problemAnswer('500'), description: `What any request may meet: ${meanings.join('; ')}` }
}

/** Whether an answer is a plain problem, which is the same for every operation. */
export function isPlainProblem({ content = {} }: Response): boolean {
  const [type, ...others] = Object.keys(content)
  return type === 'application/problem+json' && others.length === 0 && !('example' in (content[type] ?? {}))
}
